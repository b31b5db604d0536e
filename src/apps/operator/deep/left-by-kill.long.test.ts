import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { customers, domainNames } from '#base/db/schema/index.ts'
import { deepEmail } from '#delivery/domains/deep-customer.ts'
import { freePorts } from '#tests/server/free-ports.ts'
import { testSecretsKeys } from '#tests/server/test-keys.ts'
import { createDeepWorld } from './testing/deep-world.ts'

// The operator's command is a process of its own here; the third parties are in this one, on real ports.
const world = await createDeepWorld({ sandboxPort: await freePorts(5) })
const { deps, database } = world
const { db } = deps
const folder = mkdtempSync(join(tmpdir(), 'inboxyard-deep-'))
const keyFile = join(folder, 'key')
writeFileSync(keyFile, 'key-of-the-operator\n')
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})

/** Runs the command as an operator types it. */
function operator(...args: string[]) {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', './scripts/lib/end-with-parent.mjs', 'src/apps/operator/operator.ts', ...args],
    {
      cwd: join(import.meta.dirname, '../../../..'),
      env: {
        ...process.env,
        PUBLIC_URL: deps.config.publicUrl,
        DATA_DIR: folder,
        DATABASE_URL: database.url,
        DATABASE_POOL_SIZE: '8',
        SECRETS_KEYS: testSecretsKeys,
        SANDBOX: 'on',
        SANDBOX_PORT: String(deps.config.sandbox?.port),
        LIMITS_SCALE: String(deps.config.limitsScale),
        LEASE_SECONDS: '2',
        RETIRE_PER_HOUR: '1000000',
        SIGN_IN_BROWSER: deps.config.signInBrowser,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk
    })
  const exit = once(child, 'exit') as Promise<[number | null]>
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  return { child, said: () => said, ended: async () => (await exit)[0] }
}
const deep = (name: string) =>
  operator(
    'doctor',
    '--deep',
    '--domain',
    name,
    '--host',
    'entra',
    '--tool',
    'instantly',
    '--key-file',
    keyFile,
    '--yes',
  )

/** Waits until a line tells that it is so far. */
const untilSaid = (run: ReturnType<typeof operator>, words: string) =>
  expect.poll(run.said, { timeout: 200_000, interval: 20 }).toContain(words)

async function nothingIsLeft(name: string, before: string[]): Promise<void> {
  expect(world.traces(name)).toEqual(before)
  expect(await db.select().from(customers).where(eq(customers.email, deepEmail))).toEqual([])
  expect(await db.select().from(domainNames).where(eq(domainNames.name, name))).toEqual([])
}

test('one that was killed in the middle is removed by the next, which then goes all the way', {
  timeout: 400_000,
}, async () => {
  const name = await world.emptyDomain()
  const before = world.traces(name)
  const killed = deep(name)
  await untilSaid(killed, 'Mailboxes are in place at Microsoft')
  killed.child.kill('SIGKILL')
  await killed.ended()
  expect(world.traces(name).length).toBeGreaterThan(before.length)
  const next = deep(name)
  expect(await next.ended(), next.said()).toBe(0)
  expect(next.said()).toContain(`An earlier doctor --deep has left ${name}; that is removed first.`)
  expect(next.said()).toContain('Proven: signed and authenticated')
  await nothingIsLeft(name, before)
})

test('Ctrl-C removes what was made, also where the keyboard’s signal comes twice', {
  timeout: 300_000,
}, async () => {
  const name = await world.emptyDomain()
  const before = world.traces(name)
  const stopped = deep(name)
  await untilSaid(stopped, 'Domain added at Microsoft')
  stopped.child.kill('SIGINT')
  stopped.child.kill('SIGINT')
  expect(await stopped.ended(), stopped.said()).toBe(1)
  expect(stopped.said()).toContain('It was stopped before it was connected and proven.')
  expect(stopped.said()).toContain('Everything that was made is removed.')
  await nothingIsLeft(name, before)
})
