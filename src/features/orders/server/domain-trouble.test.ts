import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bundles, domainNames, domains } from '#base/db/schema/index.ts'
import { heldFor } from '#tests/server/held-for.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { listOrders } from '../api/orders.ts'
import { indexOrders } from '../rules/order-index.ts'

const { deps, customer } = await createTestApp()
const { db } = deps

type Domain = Partial<typeof domains.$inferInsert>
type Name = Partial<typeof domainNames.$inferInsert>

/** What the list and the details say of a domain in this state. */
async function told(domain: Domain, name: Name = {}, hold: Parameters<typeof heldFor>[0] = null) {
  const person = await customer()
  const order = await createPaidOrder(deps, { customerId: person.id, source: domain.source ?? 'bought' })
  const first = order.domains[0] as { id: string; name: string }
  await db.update(domains).set(domain).where(eq(domains.id, first.id))
  if (Object.keys(name).length > 0)
    await db.update(domainNames).set(name).where(eq(domainNames.name, first.name))
  await db.update(bundles).set(heldFor(hold)).where(eq(bundles.id, order.bundleId))
  const { orders } = listOrders.response.parse((await person.get('/api/orders')).body)
  const details = (await person.get(`/api/orders/groups/${order.bundleId}`)).body.domains[0]
  return {
    trouble: orders[0]?.domains[0]?.trouble,
    needsAttention: indexOrders(orders)[0]?.needsAttention,
    inDetails: { anotherDomain: details.anotherDomain, canTryAgain: details.canTryAgain },
  }
}

const problem = (kind: string) => ({ kind, reason: 'words that decide nothing', at: '2026-11-20T10:00:00Z' })
const failed = {
  status: 'error',
  statusNote: 'Registering the domain failed: the registry says no.',
} as const

test('a name that could not be registered is told with its reason, and another one for it is free', async () => {
  expect(await told(failed, { registration: 'failed', problem: problem('rejected') })).toEqual({
    trouble: { cause: 'unregistered', note: failed.statusNote, anotherDomain: 'free' },
    needsAttention: true,
    inDetails: { anotherDomain: 'free', canTryAgain: true },
  })
})

test('the cause follows from what was refused, whatever the note says', async () => {
  const cause = async (...state: Parameters<typeof told>) => (await told(...state)).trouble?.cause
  const registered = { registration: 'registered' } as const
  expect(await cause(failed, { ...registered, problem: problem('rejected') })).toBe('refused')
  expect(await cause({ ...failed, source: 'own' }, { problem: problem('rejected') })).toBe('refused')
  expect(await cause(failed, { ...registered, problem: problem('transient') })).toBe('failing')
  expect(await cause({ ...failed, takenAt: new Date(), want: 'retire' })).toBe('taken')
  expect(await cause({ status: 'pending' }, { problem: problem('unauthorised') })).toBe('credentials')
  expect(await cause({ status: 'pending', source: 'own' }, { problem: problem('waiting') })).toBe('owner')
})

test('a change that was refused is told of a domain that stays delivered', async () => {
  const changing = { what: 'forwarding', since: '2026-11-20T10:00:00Z', why: 'failed', detail: 'no' } as const
  const { trouble } = await told({ status: 'done', changing })
  expect(trouble).toMatchObject({
    cause: 'change',
    note: 'Forwarding could not be changed: no. Our team has been told.',
  })
})

test('nothing is told of what continues, was replaced, or stands still with its whole group', async () => {
  expect((await told({ status: 'in progress' })).trouble).toBeUndefined()
  expect((await told({ ...failed, replacedAt: new Date() })).trouble).toBeUndefined()
  expect((await told(failed, {}, 'past_due')).trouble).toBeUndefined()
})
