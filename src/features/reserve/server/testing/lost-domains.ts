import { eq, inArray } from 'drizzle-orm'
import { customers, domainHealth, domains, mailboxes, mailboxLinks } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'

const past = (days: number) => new Date(Date.now() - days * 86_400_000)

/** Lost domains and warm spares of a customer who has them replaced without asking: rows alone, as a tool has left them. */
export async function lostDomains(
  deps: Pick<Dependencies, 'db' | 'secrets' | 'queue' | 'config'>,
  customerId: string,
  { lost = 1, spares = 1 }: { lost?: number; spares?: number } = {},
) {
  const { db } = deps
  const order = (count: number, connectionId?: string) =>
    createPaidOrder(deps, {
      customerId,
      names: { azure: Array.from({ length: count }, () => freshName()) },
      mailboxesPerDomain: 3,
      isReserve: connectionId !== undefined,
      ...(connectionId && { connectionId }),
    })
  const sends = await order(lost)
  const { connectionId } = sends
  const reserve = await order(spares, connectionId)
  const ids = sends.domains.map(({ id }) => id)
  const all = [...ids, ...reserve.domains.map(({ id }) => id)]
  await db
    .update(domains)
    .set({ status: 'done', deliveredAt: past(60) })
    .where(inArray(domains.id, all))
  const made = await db.select({ id: mailboxes.id }).from(mailboxes).where(inArray(mailboxes.domainId, all))
  const link = { connectionId, connection: 'connected' as const, configuredAt: past(40) }
  await db.insert(mailboxLinks).values(made.map(({ id }) => ({ mailboxId: id, ...link })))
  await db
    .update(domainHealth)
    .set({ state: 'replace', cause: 'blocklist', score: 40, share: 0, dueAt: new Date(), since: past(1) })
    .where(inArray(domainHealth.domainId, ids))
  await db.update(customers).set({ healthMode: 'enforce' }).where(eq(customers.id, customerId))
  return {
    bundleId: sends.bundleId,
    ids,
    lost: sends.domains.map(({ name }) => name),
    spares: reserve.domains.map(({ name }) => name),
  }
}
