import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { dnsAccounts } from '#base/db/schema/index.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'

/**
 * Notes that an account refuses its token as soon as a call meets that, so that it is given no more names and only those
 * it has wait for another one; and that it works again, whichever process has noted that it did not.
 */
export function createAccountNotes(db: Db) {
  /** What this process has seen of each account last: it answers, or it refuses. */
  const seen = new Map<string, 'well' | 'refusing'>()

  return {
    async noting<T>(id: string, call: () => Promise<T>): Promise<T> {
      try {
        const answer = await call()
        if (seen.get(id) !== 'well') {
          seen.set(id, 'well')
          await db
            .update(dnsAccounts)
            .set({ probedAt: sql`now()`, probeProblem: null })
            .where(and(eq(dnsAccounts.id, id), isNotNull(dnsAccounts.probeProblem)))
        }
        return answer
      } catch (error) {
        if (isVendorError(error, 'unauthorised') && seen.get(id) !== 'refusing') {
          seen.set(id, 'refusing')
          await db
            .update(dnsAccounts)
            .set({ probedAt: sql`now()`, probeProblem: error.reason })
            .where(eq(dnsAccounts.id, id))
        }
        throw error
      }
    },
  }
}
