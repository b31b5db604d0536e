import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, domainNames } from '#base/db/schema/index.ts'
import { forwardingBasis } from '#tests/server/based-on.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { db } = world.deps
const { paidOrder } = manageOrders(world)

test('of domains that lead there already nothing is written, and it is told; one that leads elsewhere is changed alone', async () => {
  const { person, names } = await paidOrder({}, false)
  const [first = '', second = ''] = names
  const send = async (domains: string[], forwardingDomain: string) => {
    const basedOn = await forwardingBasis(person)
    return (await person.post('/api/domains/update-forwarding', { domains, forwardingDomain, basedOn })).body
  }
  const activities = async () =>
    (
      await db
        .select({ data: auditLog.data })
        .from(auditLog)
        .where(and(eq(auditLog.customerId, person.id), eq(auditLog.action, 'forwarding.updated')))
    ).map(({ data }) => data)
  const wish = async (name: string) =>
    (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]?.wantedRev
  const before = [await wish(first), await wish(second)]

  expect(await send(names, 'https://example.com')).toEqual({
    success: true,
    message: 'All 2 domains forward there already: nothing was changed.',
    unchanged: true,
  })
  expect((await send([first], 'Example.com/')).message).toBe(
    `${first} forwards there already: nothing was changed.`,
  )
  expect(await activities()).toEqual([])
  expect([await wish(first), await wish(second)]).toEqual(before)

  await send([first], 'https://example.com/new')
  expect((await send(names, 'https://example.com/new')).unchanged).toBeUndefined()
  expect(await activities()).toEqual([{ domains: [first] }, { domains: [second] }])
})
