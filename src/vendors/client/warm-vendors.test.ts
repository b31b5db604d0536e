import { expect, test } from 'vitest'
import { createTestWorld } from '#tests/server/test-world.ts'
import { warmVendors } from './warm-vendors.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const called = () => sandbox.requests().map(({ method, path }) => `${method} ${path}`)

test('what the first look-up needs is read ahead, as soon as the vendors answer', async () => {
  sandbox.faults.add({ kind: 'drop', vendor: 'rdap', times: 2 })
  sandbox.faults.add({ kind: 'drop', vendor: 'dnsimple', times: 1 })
  await warmVendors(deps, [0, 0, 0])
  const before = called()
  expect(before).toContain('GET /rdap/dns.json')
  expect(before).toContain('GET /dnsimple/v2/whoami')

  const names = ['quietfoundry1.com', 'quietfoundry2.com']
  const states: string[] = []
  for await (const { state } of deps.vendors.nameLookUp.lookUp(names)) states.push(state)
  for await (const { state } of deps.vendors.nameCheck.check(names)) states.push(state)
  expect(states).toHaveLength(4)
  const meanwhile = called().slice(before.length)
  expect(meanwhile.length).toBeGreaterThan(0)
  expect(meanwhile.filter((call) => /dns\.json|whoami/.test(call))).toEqual([])
})

test('a vendor that stays away is given up on without a word to anybody but the log', async () => {
  const said: string[] = []
  const log = { info: (_: unknown, text?: string) => void said.push(text ?? '') }
  await warmVendors({ vendors: { warm: () => Promise.reject(new Error('away')) }, log }, [0])
  expect(said).toEqual(['the first look-up will have to wait for more than its answer'])
})
