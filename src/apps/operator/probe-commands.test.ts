import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { probeMailboxes } from '#base/db/schema/index.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import { demoProbeMailboxes, secondProbeMailboxes } from '#vendors/sandbox/hosted-mail/demo.ts'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

const { deps } = await createTestWorld()
const operator = (...args: string[]) => runCommand(commands, args, async () => deps)
const folder = mkdtempSync(join(tmpdir(), 'inboxyard-probe-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const { microsoft, google } = demoProbeMailboxes
const atMicrosoft = (changed: Partial<typeof microsoft | Record<string, string>> = {}) => {
  const given = { ...microsoft, ...changed }
  return [
    ...['probe', 'add', '--at', 'microsoft', '--address', given.address, '--tenant-id', given.tenantId],
    ...['--client-id', given.clientId, '--secret-file', file('secret', `${given.clientSecret}\n`)],
  ]
}
const keyFile = file(
  'key.json',
  JSON.stringify({ client_email: google.clientEmail, private_key: google.privateKey }),
)
const atGoogle = (address: string) => [
  ...['probe', 'add', '--at', 'google', '--address', address, '--key-file', keyFile],
]

test('two probe mailboxes are added, listed, and kept sealed', async () => {
  const first = await operator(...atMicrosoft())
  expect(first).toMatchObject({ exitCode: 0 })
  expect(first.out).toContain('Domains are proven once there is one at google as well.')
  expect((await operator(...atGoogle(google.address))).out).toContain('Domains are proven from now on')
  const { out } = await operator('probe', 'list')
  expect(out).toContain(microsoft.address)
  expect(out).toContain(google.address)
  const stored = JSON.stringify(await deps.db.select().from(probeMailboxes))
  expect(stored).not.toContain(microsoft.clientSecret)
  expect(stored).not.toContain(google.privateKey.slice(40, 80))
  const wrong = await operator(...atMicrosoft({ clientSecret: 'another-secret' }))
  expect(wrong).toMatchObject({ exitCode: 1 })
  const [kept] = await deps.db.select().from(probeMailboxes).where(eq(probeMailboxes.vendor, 'microsoft'))
  const again = await operator(...atMicrosoft())
  expect(again.out).toContain(`${microsoft.address} is read with these credentials from now on.`)
  const [renewed] = await deps.db.select().from(probeMailboxes).where(eq(probeMailboxes.vendor, 'microsoft'))
  expect([renewed?.id, renewed?.createdAt]).toEqual([kept?.id, kept?.createdAt])
  expect(renewed?.credentials).not.toBe(kept?.credentials)
})

test('a second one of each host is added from another tenant or account, and which is forgotten is said', async () => {
  const second = secondProbeMailboxes
  const beside = await operator(...atMicrosoft({ address: `other@${microsoft.address.split('@')[1]}` }))
  expect(beside.err).toContain(`${microsoft.address} is in the same tenant or account`)
  const added = await operator(...atMicrosoft(second.microsoft))
  expect(added.out).toContain('There are 2 at microsoft, 1 at google.')
  const domains = [microsoft.address, second.microsoft.address]
  for (const address of domains) expect((await operator('probe', 'list')).out).toContain(address)
  expect((await operator('probe', 'remove', '--at', 'microsoft')).err).toContain(
    'Say which one with --address.',
  )
  const gone = await operator('probe', 'remove', '--at', 'microsoft', '--address', second.microsoft.address)
  expect(gone.out).toBe(`${second.microsoft.address} is forgotten.`)
})

test('an address that is a probe mailbox at the other host is refused with what to do, before it is tried', async () => {
  const { err, exitCode } = await operator(...atGoogle(microsoft.address))
  expect(exitCode).toBe(1)
  expect(err).toContain(`${microsoft.address} is a probe mailbox at Microsoft already.`)
  expect(err).toContain(`probe remove --at microsoft --address ${microsoft.address}`)
  expect((await operator('probe', 'list')).out.match(/google/g)).toHaveLength(1)
})

test('the canary is a delivered domain, or none', async () => {
  expect((await operator('probe', 'canary')).out).toBe('There is no canary.')
  expect((await operator('probe', 'canary', '--domain', 'nobodysyard.com')).err).toContain(
    'nobodysyard.com is no delivered domain here.',
  )
  expect((await operator('probe', 'canary', '--none', '--domain', 'a.com')).exitCode).toBe(2)
})

test('one is forgotten once', async () => {
  expect((await operator('probe', 'remove', '--at', 'google')).out).toBe(`${google.address} is forgotten.`)
  expect((await operator('probe', 'remove', '--at', 'google')).exitCode).toBe(1)
  await operator('probe', 'remove', '--at', 'microsoft')
  expect((await operator('probe', 'list')).out).toBe('none')
})

test('a mailbox among customers’ mailboxes is refused, as is a tenant that has a probe mailbox', async () => {
  const among = 'Customers’ mailboxes are in main too.'
  expect((await operator(...atMicrosoft({ tenantId: demoMicrosoftTenant.tenantId }))).err).toContain(among)
  const inside = `proof@${demoMicrosoftTenant.initialDomain}`
  expect((await operator(...atMicrosoft({ address: inside }))).err).toContain(among)
  expect((await operator(...atGoogle('proof@inboxyard-workspace.test'))).err).toContain(among)
  expect((await operator('probe', 'list')).out).toBe('none')
  await operator(...atMicrosoft())
  const tenant = await operator(
    ...['tenant', 'add', '--label', 'second', '--tenant-id', microsoft.tenantId],
    ...['--client-id', microsoft.clientId, '--secret-file', file('secret', 'x')],
    ...[
      '--initial-domain',
      'other.onmicrosoft.com',
      '--domains',
      '1',
      '--mailboxes',
      '1',
      '--recipients',
      '1',
    ],
  )
  expect(tenant.err).toContain(`The probe mailbox ${microsoft.address} is in it.`)
})

test('one that cannot be read, or whose credentials are not complete, is not added', async () => {
  await operator('probe', 'remove', '--at', 'microsoft')
  const wrong = await operator(...atMicrosoft({ clientSecret: 'another-secret' }))
  expect(wrong).toMatchObject({ exitCode: 1 })
  expect(wrong.out).toContain('It cannot be read, and nothing is changed: the client secret is wrong')
  const bare = await operator('probe', 'add', '--at', 'google', '--address', google.address)
  expect(bare.err).toContain('With --at google, give --key-file too.')
  const half = await operator(
    ...['probe', 'add', '--at', 'microsoft', '--address', microsoft.address],
    ...['--client-id', microsoft.clientId],
  )
  expect(half.err).toContain('With --at microsoft, give --tenant-id and --secret-file too.')
  expect((await operator('probe', 'add', '--at', 'yahoo', '--address', 'a@b.co')).err).toContain(
    '--at must be microsoft or google.',
  )
  expect((await operator('probe', 'list')).out).toBe('none')
})
