import { and, eq, isNull, sql } from 'drizzle-orm'
import { audit } from '../../audit.ts'
import type { Db } from '../../db/client.ts'
import { customers, domainNames, domains } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { appendEvent } from '../../provisioning/events.ts'
import type { Facts } from '../../provisioning/facts.ts'
import { oweFee } from '../../provisioning/owe-fee.ts'
import { raiseWanted } from '../../provisioning/wanted.ts'

type Holding = typeof domains.$inferSelect

/** Whether a running own name is one that nobody has pointed here yet. */
export const isClaimable = (
  holding: Pick<typeof domains.$inferSelect, 'source' | 'want' | 'deliveredAt'>,
  facts: Facts | null,
): boolean =>
  holding.source === 'own' &&
  holding.want === 'run' &&
  holding.deliveredAt === null &&
  facts?.delegation?.ok !== true

/**
 * Takes a name out of the paid order that nobody has pointed here for. What was begun at vendors is undone at once,
 * which gives the name free; the order keeps its place for another domain, and is told. A fee that was paid for a
 * name whose place this one had taken is owed back, once. False when it was pointed here a moment ago.
 */
export const takeFromOrder = (deps: Dependencies, name: string): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ holding: domains, facts: domainNames.facts })
      .from(domains)
      .innerJoin(domainNames, eq(domainNames.name, domains.name))
      .where(and(eq(domains.name, name), isNull(domains.releasedAt)))
      .for('update')
    if (!row || row.holding.takenAt || !isClaimable(row.holding, row.facts as Facts)) return false
    const { holding } = row
    const note = `${name} belongs to somebody else, who has shown it by a DNS record. Please choose another domain: your own ones cost nothing.`
    await tx
      .update(domains)
      .set({
        want: 'retire',
        status: 'error',
        statusNote: note,
        takenAt: sql`now()` as never,
        retireAt: sql`now()` as never,
      })
      .where(eq(domains.id, holding.id))
    await oweFee(tx, holding.id)
    await raiseWanted(tx, deps.queue, [name])
    await tell(deps, tx, holding, note)
    return true
  })

async function tell(deps: Dependencies, tx: Db, holding: Holding, note: string): Promise<void> {
  const { id, name, customerId, bundleId } = holding
  await appendEvent(tx, { customerId, domainId: id, name, kind: 'taken', sentence: note })
  await audit(tx, {
    customerId,
    actor: 'system',
    action: 'domain.taken',
    subject: bundleId,
    data: { name },
    // The log is the holder's: where the owner asked from is not theirs to know.
    address: undefined,
    sessionId: undefined,
  })
  await mail(deps, tx, customerId, {
    key: `taken:${id}`,
    subject: `${name} is no longer part of your order`,
    lines: [
      `somebody else has shown by a DNS record that ${name} is theirs, so it is no longer part of your order.`,
      '',
      'The place it had is paid for: choose another domain for it in Order Details on your dashboard. Bringing another one of your own costs nothing.',
      '',
      `If ${name} is yours after all, or you would rather have your money back, please answer this mail.`,
    ],
  })
  await deps.alert(tx, {
    key: `taken:${id}`,
    subject: `${name} was taken out of an order by its owner`,
    text: `${name} was in order ${bundleId} and was never pointed here; another customer has shown ownership by a DNS record. The order may choose another domain. Look at it with: npm run operator -- order show --order ${bundleId}`,
  })
}

/** Tells the customer whose unpaid order has ended because one of its names is somebody else's. */
export const tellUnpaidOrder = (
  deps: Dependencies,
  { orderId, holderId }: { orderId: string; holderId: string },
  name: string,
): Promise<void> =>
  deps.db.transaction((tx) =>
    mail(deps, tx, holderId, {
      key: `taken-unpaid:${orderId}`,
      subject: `Your unpaid order with ${name} has ended`,
      lines: [
        `somebody else has shown by a DNS record that ${name} is theirs. Your order with it was not paid yet, so it has ended and nothing was charged.`,
        '',
        'You can place it again with another domain on your dashboard.',
      ],
    }),
  )

async function mail(
  { outbox }: Dependencies,
  tx: Db,
  customerId: string,
  { key, subject, lines }: { key: string; subject: string; lines: readonly string[] },
): Promise<void> {
  const [person] = await tx.select().from(customers).where(eq(customers.id, customerId))
  if (person)
    await outbox.put(tx, {
      key,
      to: person.email,
      subject,
      text: [`Hello ${person.name},`, '', ...lines].join('\n'),
    })
}
