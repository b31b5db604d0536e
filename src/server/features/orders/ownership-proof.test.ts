import { like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '../../db/schema/index.ts'
import { manageOrders } from '../../testing/managed-orders.ts'
import { createTestWorld } from '../../testing/test-world.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { reconcileUntilDone, paidOrder, domainRow } = manageOrders(world)

const tell = (path: string, body: object) =>
  sandbox.fetch(`http://sandbox.invalid${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('where the DNS provider wants other name servers first, those are the values to copy, and a mail says so once', async () => {
  await tell('/_dnsimple/settings', { ownershipProof: 'always' })
  const { person, groupId, names } = await paidOrder({ plan: 'google', domainOption: 'own' }, false)
  const [name = ''] = names
  const shown = async () =>
    (await person.get(`/api/orders/groups/${groupId}`)).body.domains.find(
      ({ domain }: { domain: string }) => domain === name,
    )
  await world.reconcile(name)
  await world.reconcile(name)
  const { status, wanted, expectedAt } = await shown()
  expect({ status, expectedAt }).toEqual({ status: 'pending', expectedAt: null })
  expect(wanted).toHaveLength(2)
  const proof = wanted.map(({ value }: { value: string }) => value)
  for (const server of proof) expect(server).toMatch(/^ns-\w+\.dnsimple-verify\.com$/)
  const mails = await deps.db.select().from(outbox).where(like(outbox.dedupeKey, 'ownership:%'))
  const told = mails.filter(({ subject }) => subject === `${name} waits for you`)
  expect(told).toHaveLength(1)
  for (const server of proof) expect(told[0]?.body).toContain(server)

  await tell('/_dns/delegation', { name, nameServers: [...deps.config.nameServers, ...proof] })
  await reconcileUntilDone(name)
  expect(await domainRow(name)).toMatchObject({ status: 'done' })
})
