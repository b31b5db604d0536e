import { and, eq, gt, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { domainNames, providerAccounts } from '#base/db/schema/index.ts'
import { conflict } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { type AccountName, lockAccount, placeElsewhere, standingAt } from './account.ts'
import { type Leaving, leaveEntries } from './entries-left.ts'
import { wordOf } from './refuse-same-account.ts'

/**
 * Forgets an account of which nothing is used. Throws a `Refusal` while it is open or something is there. Returns the
 * names of which an entry may be left.
 */
export async function removeProviderAccount(
  { db, queue }: Pick<Dependencies, 'db' | 'queue'>,
  { vendor, label }: AccountName,
  { isLeft }: Leaving,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const { id, state } = await lockAccount(tx, { vendor, label })
    if (state === 'open') throw conflict(`${label} is open: names may be on their way to it. Drain it first.`)
    // A worker that has one of these names now may be making something there.
    const names = (await placeElsewhere(tx, queue, id)).length
    const busy = await tx.$count(
      domainNames,
      and(eq(domainNames.providerAccountId, id), gt(domainNames.leaseUntil, sql`now()`)),
    )
    const standing = await tx.$count(domainNames, standingAt(id))
    if (standing > 0)
      throw conflict(`${label} has ${countOf(standing, 'domain')}: it can be removed once it is empty.`)
    if (names > 0 && busy > 0)
      throw conflict(`${label} is being left by ${countOf(busy, 'domain')}. Try again in a moment.`)
    const left = await leaveEntries(tx, { id, label, word: wordOf[vendor] }, isLeft)
    await tx.update(domainNames).set({ providerAccountId: null }).where(eq(domainNames.providerAccountId, id))
    await tx.delete(providerAccounts).where(eq(providerAccounts.id, id))
    await audit(tx, {
      actor: 'operator',
      action: 'provider_account.removed',
      subject: id,
      data: { vendor, label, left },
    })
    return left
  })
}
