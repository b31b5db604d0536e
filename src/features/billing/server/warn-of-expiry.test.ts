import { and, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bundles, customers, domainNames, outbox } from '#base/db/schema/index.ts'
import { readDesired } from '#delivery/provisioning/read-desired.ts'
import { renewedUntil } from '#features/orders/rules/order-holds.ts'
import type { groupHolds } from '#features/orders/rules/order-status.ts'
import { heldFor } from '#tests/server/held-for.ts'
import { type ManagedOrder, manageOrders } from '#tests/server/managed-orders.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { warnOfExpiry } from './warn-of-expiry.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder } = manageOrders(world, { beside: 'customer and order' })

const dayMs = 24 * 3600_000
/** In whole seconds, as the registrar says it. */
const inDays = (days: number) => new Date(Math.floor(Date.now() / 1_000) * 1_000 + days * dayMs)
const day = (moment: Date) => moment.toISOString().slice(0, 10)

/** Until when the registrar has a name; our record says so too, unless it is older. */
async function expires(name: string, at: Date, recorded = at): Promise<void> {
  const held = sandbox.store.collection<{ expiresAt: number }>('dnsimple.domains')
  const domain = held.get(name)
  if (!domain) throw new Error(`The registrar does not have ${name}.`)
  held.put(name, { ...domain, expiresAt: at.getTime() })
  await db.update(domainNames).set({ expiresAt: recorded }).where(eq(domainNames.name, name))
}
async function held(hold: (typeof groupHolds)[number] | null, days = 0): Promise<ManagedOrder> {
  const order = await paidOrder({}, 'few mailboxes')
  await db
    .update(bundles)
    .set(heldFor(hold, inDays(-days)))
    .where(eq(bundles.id, order.groupId))
  return order
}
const about = (text: string) => and(like(outbox.subject, '%about to expire%'), like(outbox.body, `%${text}%`))
const mailsAbout = (name: string) => db.select().from(outbox).where(about(name))
const shown = async ({ person, groupId }: ManagedOrder) =>
  (await person.get(`/api/orders/groups/${groupId}`)).body.expiring

test.each([
  // After the seven days of the hold, and before those of today where it has lasted for longer. In the last three days
  // the registrar renews by itself what nobody has stopped.
  ['refund', 0, 8],
  ['operator', 10, 5],
] as const)(
  'before names of an order on hold expire its customer and the operator are told once, with the dates: %s, for %i days, the first in %i',
  async (hold, days, inFew) => {
    const order = await held(hold, days)
    const [first, second] = order.names as [string, string]
    const [soon, later] = [inDays(inFew), inDays(25)]
    await expires(first, soon)
    await expires(second, later)
    for (let round = 0; round < 2; round++) await warnOfExpiry(deps)
    const mails = await mailsAbout(first)
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(
      [order.person.email, deps.config.operatorEmail].toSorted(),
    )
    const [bundle] = await db.select().from(bundles).where(eq(bundles.id, order.groupId))
    for (const { body } of mails) {
      expect(body).toContain(`${first}: ${day(soon)}`)
      expect(body).toContain(`${second}: ${day(later)}`)
      expect(body).toContain(`until ${day(renewedUntil(bundle?.holdSince as Date))}`)
    }
    expect(await shown(order)).toEqual([
      { domain: first, on: soon.toISOString() },
      { domain: second, on: later.toISOString() },
    ])

    // Renewed by hand: the order says so no more, and nobody is told.
    await expires(first, inDays(380), soon)
    await warnOfExpiry(deps)
    expect(await shown(order)).toEqual([{ domain: second, on: later.toISOString() }])
    await db.update(bundles).set(heldFor(null)).where(eq(bundles.id, order.groupId))
    expect(await shown(order)).toEqual([])
    expect(await mailsAbout(first)).toHaveLength(2)
  },
)

test('a name that comes close to its end later is told of then', async () => {
  const order = await held('dispute')
  const [first, second] = order.names as [string, string]
  await expires(first, inDays(15))
  await warnOfExpiry(deps)
  await expires(second, inDays(29))
  await warnOfExpiry(deps)
  expect(await mailsAbout(first)).toHaveLength(2)
  expect(await mailsAbout(second)).toHaveLength(2)
})

test.each<[string, (typeof groupHolds)[number] | null, Date, Date | undefined]>([
  ['that was renewed since our record was written', 'refund', inDays(300), inDays(-60)],
  ['that is renewed as usual in the first days of a hold', 'refund', inDays(5), undefined],
  ['that has months to go', 'refund', inDays(90), undefined],
  ['of an order whose renewal is still owed', 'past_due', inDays(15), undefined],
  ['of an order that runs', null, inDays(15), undefined],
])('nobody is told of a name %s', async (_, hold, at, recorded) => {
  const order = await held(hold)
  for (const name of order.names) await expires(name, at, recorded)
  await warnOfExpiry(deps)
  for (const name of order.names) expect(await mailsAbout(name)).toEqual([])
  expect(await shown(order)).toEqual([])
})

test('while the registrar is away nobody is told, and everybody is afterwards', async () => {
  const order = await held('refund')
  const [name] = order.names as [string]
  await expires(name, inDays(15))
  sandbox.faults.add({ kind: '503', vendor: 'dnsimple', times: 1_000 })
  await expect(warnOfExpiry(deps)).rejects.toThrow()
  sandbox.faults.clear()
  await db.execute('update vendor_limits set blocked_until = 0')
  expect(await mailsAbout(name)).toEqual([])
  await warnOfExpiry(deps)
  expect(await mailsAbout(name)).toHaveLength(2)
})

test.each([
  ['before the suspension', 10, 3, 10],
  ['after the suspension', 3, 10, 10],
  ['not at all', null, 10, 10],
] as const)(
  'names are unpaid from the beginning of whichever came first, billing stopped with a suspension or a hold: held %s',
  async (_, heldDays, stoppedDays, unpaidDays) => {
    const order = await held(heldDays === null ? null : 'refund', heldDays ?? 0)
    await db
      .update(customers)
      .set({ suspendedAt: inDays(-stoppedDays), billingStoppedAt: inDays(-stoppedDays) })
      .where(eq(customers.id, order.person.id))
    const [name] = order.names as [string]
    await expires(name, inDays(15))
    await warnOfExpiry(deps)
    const mails = await mailsAbout(name)
    expect(mails).toHaveLength(2)
    for (const { body } of mails) expect(body).toContain(`until ${day(renewedUntil(inDays(-unpaidDays)))}`)
    const { holding } = await readDesired(db, name)
    expect(holding?.unpaidSince && day(holding.unpaidSince)).toBe(day(inDays(-unpaidDays)))
  },
)
