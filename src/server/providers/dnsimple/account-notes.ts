import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { dnsAccounts } from '../../db/schema/index.ts'
import { isVendorError } from '../vendor-error.ts'

/**
 * Notes that an account refuses its token as soon as a call meets that, so that it is given no more names and only those
 * it has wait for another one; and that it works again.
 */
export function createAccountNotes(db: Db) {
  /** Those of which this process has noted that they refuse. */
  const refusing = new Set<string>()
  const note = (id: string, problem: string | null) =>
    db.update(dnsAccounts).set({ probedAt: sql`now()`, probeProblem: problem }).where(eq(dnsAccounts.id, id))

  return {
    async noting<T>(id: string, call: () => Promise<T>): Promise<T> {
      try {
        const answer = await call()
        if (refusing.delete(id)) await note(id, null)
        return answer
      } catch (error) {
        if (isVendorError(error, 'unauthorised') && !refusing.has(id)) {
          refusing.add(id)
          await note(id, error.reason)
        }
        throw error
      }
    },
  }
}
