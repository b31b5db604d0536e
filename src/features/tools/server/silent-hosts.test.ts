import { afterAll, expect, test, vi } from 'vitest'
import { createTestApp } from '#tests/server/test-app.ts'
import { createSandbox } from '#vendors/sandbox/sandbox.ts'
import { openSilentNameServer } from '#vendors/testing/silent-name-server.ts'

const silent = await openSilentNameServer()
afterAll(() => silent[Symbol.asyncDispose]())
const sandbox = createSandbox({ storePath: ':memory:' })
afterAll(() => sandbox.close())
const port = await sandbox.listen(0)

/** As it runs: other vendors are reached by host name, and customers' names are looked up at a server that is silent. */
const { customer } = await createTestApp({
  env: { SANDBOX: 'on', SANDBOX_PORT: String(port) },
  adjustConfig: (config) => ({
    ...config,
    vendors: {
      ...config.vendors,
      instantly: {
        ...config.vendors.instantly,
        apiUrl: config.vendors.instantly.apiUrl.replace('127.0.0.1', 'localhost'),
      },
      dns: { servers: [silent.address] },
    },
  }),
})

type Person = Awaited<ReturnType<typeof customer>>
const lookUp = (person: Person, host: string) =>
  person.post('/api/bison/workspaces', { url: `https://${host}`, apiKey: 'any-key' })

test('hosts whose name servers never answer hold up neither other vendors nor more than three look-ups of a customer', {
  timeout: 60_000,
}, async () => {
  const people = await Promise.all([customer(), customer(), customer()])
  const hosts = people.map((_, who) => [1, 2, 3].map((n) => `send${n}.silent-zone${who}.example`))
  let ended = 0
  const dead = people.flatMap((person, who) =>
    (hosts[who] ?? []).map((host) => lookUp(person, host).finally(() => ended++)),
  )
  await vi.waitFor(() => expect(silent.asked().sort()).toEqual(hosts.flat().sort()), 10_000)

  const other = await customer()
  expect((await other.post('/api/instantly/workspaces/proxy', { token: 'some-key' })).status).toBe(200)
  const fourth = await lookUp(people[0] as Person, 'send4.silent-zone0.example')
  expect([fourth.status, fourth.body.message, ended]).toEqual([
    429,
    'Other look-ups of yours are still waiting for their answers.',
    0,
  ])
  expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(0)
  expect(silent.asked()).not.toContain('send4.silent-zone0.example')

  for (const { status } of await Promise.all(dead)) expect(status).toBeGreaterThanOrEqual(400)
  // Each has given its place back.
  const again = await lookUp(people[0] as Person, 'send.example.com:0')
  expect(again.status).not.toBe(429)
})
