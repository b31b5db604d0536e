import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { domains, mailboxes } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isSpentAndRuns } from '#delivery/domains/running.ts'
import { retireMailboxes } from '#delivery/provisioning/allocate-mailboxes.ts'
import { appendEvent, notifyCustomer } from '#delivery/provisioning/events.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { receiveDays } from '#features/replacement/rules/overlap.ts'
import { spareSentences } from '../rules/spares.ts'

/**
 * Ends the mailboxes of domains whose place a spare took, once their time for replies is over: some of them, the longest
 * first. Their place in the reserve stays theirs until another domain is bought and delivered for it; the mailboxes are what
 * they cost. Each is ended and told of once, whoever else looks at this moment. Returns how many it ended.
 */
export async function endSpent(
  { db, queue }: Pick<Dependencies, 'db' | 'queue'>,
  atOnce: number,
): Promise<number> {
  return db.transaction(async (tx) => {
    const over = await tx
      .select({ id: domains.id, name: domains.name, customerId: domains.customerId })
      .from(domains)
      .where(
        and(
          isSpentAndRuns,
          isNull(domains.endedAt),
          lte(domains.spentAt, sql`now() - make_interval(days => ${receiveDays})`),
        ),
      )
      .orderBy(domains.spentAt)
      .limit(atOnce)
      .for('update', { skipLocked: true })
    if (over.length === 0) return 0
    const ids = over.map(({ id }) => id)
    await tx.update(domains).set({ endedAt: sql`now()` }).where(inArray(domains.id, ids))
    const left = await tx
      .select({ id: mailboxes.id })
      .from(mailboxes)
      .where(and(inArray(mailboxes.domainId, ids), eq(mailboxes.want, 'active')))
    await retireMailboxes(
      tx,
      left.map(({ id }) => id),
    )
    await raiseWanted(
      tx,
      queue,
      over.map(({ name }) => name),
    )
    for (const { id, name, customerId } of over)
      await appendEvent(tx, {
        customerId,
        domainId: id,
        name,
        kind: 'spare.ended',
        sentence: spareSentences.ended(),
      })
    for (const customerId of new Set(over.map((each) => each.customerId)))
      await notifyCustomer(tx, customerId)
    return over.length
  })
}
