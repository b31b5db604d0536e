import { expect, test } from 'vitest'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { setNameServers, setSigned } from '#vendors/sandbox/names/registered-names.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { reconcileUntilDone, paidOrder, domainRow } = manageOrders(world)

test('a DS record that its owner left in place is what an own domain waits for, and who can remove it is told', async () => {
  const { person, groupId, names } = await paidOrder({ domainOption: 'own' }, false)
  const [name = ''] = names
  await world.reconcile(name)
  setSigned(sandbox.world, name, true)
  setNameServers(sandbox.world, name, deps.config.nameServers)
  for (let run = 0; run < 3; run++) await world.reconcile(name)
  const { status, note, wanted } = (await person.get(`/api/orders/groups/${groupId}`)).body.domains.find(
    ({ domain }: { domain: string }) => domain === name,
  )
  expect({ status, wanted }).toEqual({ status: 'pending', wanted: [] })
  expect(note).toBe(
    `Please turn off DNSSEC for ${name} where it is registered: its old DS record makes mail servers reject the new DNS settings. It is: 2371 13 2 ${'1f987cc6'.repeat(8)}`,
  )
  setSigned(sandbox.world, name, false)
  await person.post('/api/domains/check-now', { domain: name })
  await reconcileUntilDone(name)
  expect(await domainRow(name)).toMatchObject({ status: 'done' })
})
