import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { domainNames, domains, mailboxLinks } from '#base/db/schema/index.ts'
import { setCustomerAccess } from '#features/customers/server/customer-access.ts'
import { readSendingProgress } from '#features/customers/server/sending-progress.ts'
import { freePorts } from '#tests/server/free-ports.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { startProcess } from '#tests/server/product-process.ts'
import { testSecretsKeys } from '#tests/server/test-keys.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { InstantlyAccount } from '#vendors/instantly/simulator/state.ts'
import { ensureBuilt } from '../../../scripts/lib/build.mjs'
import { answerWorkItems } from './testing/operator-robot.ts'

// Whole processes on one database; the third parties are in this one, on real ports.
const world = await createTestWorld({ sandboxPort: await freePorts(5) })
const { deps, sandbox } = world
const { db } = deps
const accounts = sandbox.store.collection<InstantlyAccount>('instantly.accounts')
const users = sandbox.store.collection<{ userPrincipalName: string; accountEnabled: boolean }>(
  'microsoft.users',
)

/** A customer with delivered domains of 52 mailboxes each, and what the third parties say of them. */
async function served(count: number) {
  const person = await world.customer()
  const names = Array.from({ length: count }, () => freshName())
  await createPaidOrder(deps, { customerId: person.id, names: { azure: names } })
  for (const name of names) {
    for (let round = 0; (await world.reconcile(name)) !== 'done'; round++) {
      expect(round).toBeLessThan(12)
      await answerWorkItems(deps, sandbox)
    }
  }
  const isOurs = (address: string) => names.some((name) => address.endsWith(`@${name}`))
  const atVendors = () => {
    const inTool = accounts.list().filter(({ email }) => isOurs(email))
    const atHost = users.list().filter(({ userPrincipalName }) => isOurs(userPrincipalName))
    return {
      blocked: atHost.filter(({ accountEnabled }) => !accountEnabled).length,
      open: atHost.filter(({ accountEnabled }) => accountEnabled).length,
      paused: inTool.filter(({ status, warmupStatus }) => status === 2 && warmupStatus === 0).length,
      sending: inTool.filter(({ status, warmupStatus }) => status === 1 && warmupStatus === 1).length,
    }
  }
  return { person, names, atVendors }
}
const stopped = { blocked: 104, open: 0, paused: 104, sending: 0 }
const going = { blocked: 0, open: 104, paused: 0, sending: 104 }
const patiently = { timeout: 90_000, interval: 20 }

const holders = async (names: readonly string[]) =>
  (
    await db
      .select()
      .from(domainNames)
      .where(inArray(domainNames.name, [...names]))
  ).flatMap(({ leaseToken }) => leaseToken ?? [])

test.each([
  ['at the host', { vendor: 'microsoft', path: '/$batch' }],
  ['in the tool', { vendor: 'instantly', path: '/accounts/pause' }],
] as const)(
  'a worker that is killed while it stops mailboxes %s is followed by another, in both directions',
  { tags: ['fault-55'], timeout: 240_000 },
  async (_where, request) => {
    const { person, names, atVendors } = await served(2)
    expect(atVendors()).toEqual(going)
    await setCustomerAccess(deps, person.email, 'suspended')
    // The vendor never answers, so that the first worker is in the middle of it for certain.
    sandbox.faults.add({ ...request, kind: 'timeout', skip: 1, times: 1_000 })
    const first = await startProcess(world, 'worker')
    await expect.poll(async () => (await holders(names)).length, patiently).toBe(2)
    await expect.poll(() => sandbox.faults.list()[0]?.times, patiently).toBeLessThan(1_000)
    await first.kill()
    sandbox.faults.clear()
    expect(atVendors()).not.toEqual(stopped)
    const next = await startProcess(world, 'worker')
    await expect.poll(atVendors, patiently).toEqual(stopped)
    await expect.poll(async () => (await readSendingProgress(db, person.id)).stopped, patiently).toBe(2)

    await setCustomerAccess(deps, person.email, 'open')
    await expect
      .poll(async () => (await holders(names)).length, { ...patiently, interval: 2 })
      .toBeGreaterThan(0)
    await next.kill()
    await startProcess(world, 'worker')
    await expect.poll(atVendors, patiently).toEqual(going)
    const urgent = () => db.$count(domainNames, eq(domainNames.urgent, true))
    await expect.poll(urgent, patiently).toBe(0)
    const rows = await db.select().from(domains).where(inArray(domains.name, names))
    expect(rows.map(({ status }) => status)).toEqual(['done', 'done'])
    expect((await db.select().from(mailboxLinks)).filter(({ beforePause }) => beforePause)).toEqual([])
  },
)

/** The operator's command line as a process of its own. */
async function startOperator(...args: string[]) {
  await ensureBuilt()
  const directory = mkdtempSync('/tmp/inboxyard-operator-')
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const child = spawn(process.execPath, ['dist/operator/operator.js', ...args], {
    cwd: join(import.meta.dirname, '../../..'),
    env: {
      ...process.env,
      DATA_DIR: directory,
      DATABASE_URL: world.database.url,
      SECRETS_KEYS: testSecretsKeys,
      SANDBOX: 'on',
      SANDBOX_PORT: String(deps.config.sandbox?.port),
      PUBLIC_URL: deps.config.publicUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exit = once(child, 'exit')
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk
    })
  return { said: () => said, interrupt: () => child.kill('SIGINT'), exit }
}

test('suspending shows how far it is, from nothing to all; interrupting it ends the showing alone', async () => {
  const { person, atVendors } = await served(2)
  const interrupted = await startOperator('customer', 'suspend', '--email', person.email)
  await expect
    .poll(interrupted.said, patiently)
    .toContain('0 of 2 domains stopped; 0 of 104 mailboxes blocked')
  expect(atVendors()).toEqual(going)
  interrupted.interrupt()
  expect(await interrupted.exit).toEqual([130, null])

  const again = await startOperator('customer', 'suspend', '--email', person.email)
  await expect.poll(again.said, patiently).toContain('0 of 2 domains stopped')
  await startProcess(world, 'worker')
  expect(await again.exit).toEqual([0, null])
  expect(atVendors()).toEqual(stopped)
  expect(again.said()).toContain(
    '2 of 2 domains stopped; 104 of 104 mailboxes blocked at the host; 104 of 104 paused in the sending tool.\n2 domains are stopped.',
  )

  const enabling = await startOperator('customer', 'enable', '--email', person.email)
  expect(await enabling.exit).toEqual([0, null])
  expect(atVendors()).toEqual(going)
  expect(enabling.said()).toContain('2 domains are started.')
}, 240_000)
