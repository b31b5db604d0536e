import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { buildDependencies } from '#apps/server/build-dependencies.ts'
import { startWorker } from '#apps/server/worker.ts'
import { loadConfig } from '#base/config/config.ts'
import { createDatabase } from '#base/db/client.ts'
import { mailboxLinks } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { answerInConsoles } from '#delivery/provisioning/testing/operator-robot.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { cloneTemplate } from '#tests/server/clone-template.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { addProviderAccounts } from '#tests/server/provider-accounts.ts'
import { testSecretsKeys } from '#tests/server/test-keys.ts'
import { startTestServer } from '#tests/server/test-server.ts'
import { createSandbox } from '#vendors/sandbox/sandbox.ts'
import { ensureBuilt } from '../scripts/lib/build.mjs'
import { findChromium } from '../scripts/lib/chromium.mjs'
import { leanEnvironment, leanFlags } from '../scripts/lib/lean-process.mjs'
import { pacePages, signInMs } from './connecting-pace.ts'
import type { Figure } from './figures.ts'
import { megabytesOf } from './process-memory.ts'

/** Two domains of an Entra order, in one tenant: signed in to one at a time. */
const mailboxes = 104
/** Times the least it can take. */
const mostOfMinimum = 1.3
const mostMegabytes = 500
const root = join(import.meta.dirname, '..')
const log = pino({ level: 'silent' })

/**
 * The mailboxes of an Entra order from in line to connected by a worker with a real browser, at pages that take six
 * seconds: seconds against what the sign-ins alone take one after the other, and what the worker holds at its worst.
 */
export async function measureConnecting(): Promise<Figure[]> {
  const browser = findChromium()
  if (!browser) throw new Error('Chromium is needed (Debian: apt-get install chromium).')
  await ensureBuilt()
  const server = await startTestServer()
  const { url, drop } = await cloneTemplate(server)
  const sandbox = createSandbox({ storePath: ':memory:', delayScale: 0 })
  const port = await sandbox.listen(0)
  const pages = await pacePages(sandbox.ports.signIn as number)
  const env = {
    PORT: '3000',
    SANDBOX: 'on',
    SANDBOX_PORT: String(port),
    DATABASE_URL: url,
    SECRETS_KEYS: testSecretsKeys,
    SIGN_IN_BROWSER: browser,
    MICROSOFT_LOGIN_URL: pages.origin,
  }
  const database = createDatabase(url, { max: 10, log })
  const loaded = loadConfig(env)
  const config = {
    ...loaded,
    vendors: { ...loaded.vendors, dns: { servers: [`127.0.0.1:${sandbox.ports.dns}`] } },
  }
  const deps = buildDependencies({ config, log, database, databaseUrl: url, works: true })
  await deps.queue.start()
  try {
    await placeOrder(deps)
    const worker = await startWorker(deps)
    await until(deps, 'wanted', () => answerInConsoles(deps, sandbox))
    await worker.stop()
    const { seconds, whole, ownPart } = await connectAll(deps, env)
    // The limit of 75 pages in a minute, for a workspace, allows more than one tenant's sign-ins ask for.
    const least = (mailboxes * signInMs) / 1_000
    return [
      {
        what: `connecting ${mailboxes} mailboxes, times the least possible`,
        measured: seconds / least,
        unit: 'x',
        target: { at: 'most', value: mostOfMinimum },
        note: `${seconds.toFixed(0)} s; sign-ins of ${signInMs / 1_000} s one after the other take ${least} s`,
      },
      {
        what: 'memory of the worker with its browser, at its worst (PSS)',
        measured: whole,
        unit: 'MB',
        target: { at: 'most', value: mostMegabytes },
        note: `one sign-in at a time; ${ownPart.toFixed(0)} MB of it without the browser`,
      },
    ]
  } finally {
    await deps.queue.stop()
    await database.close()
    await pages.close()
    await sandbox.close()
    await drop()
    await server.stop()
  }
}

async function placeOrder(deps: Dependencies): Promise<void> {
  await addProviderAccounts(deps)
  const { id: customerId } = await addCustomer(deps.db, {
    email: 'bench@example.test',
    name: 'Bench',
    password: 'Correct.Horse.1',
  })
  await createPaidOrder(deps, { customerId, tool: 'instantly' })
}

/** Waits until all of them stand so. */
async function until(
  { db }: Dependencies,
  connection: 'wanted' | 'connected',
  meanwhile: () => unknown,
): Promise<void> {
  while ((await db.$count(mailboxLinks, eq(mailboxLinks.connection, connection))) < mailboxes) {
    await meanwhile()
    await delay(250)
  }
}

async function connectAll(
  deps: Dependencies,
  env: Record<string, string>,
): Promise<{ seconds: number; whole: number; ownPart: number }> {
  const child = await startConnector(env)
  const exit = once(child, 'exit')
  try {
    const begun = performance.now()
    let worst = { whole: 0, ownPart: 0 }
    await until(deps, 'connected', () => {
      const held = megabytesOf(child.pid ?? 0)
      if (held.whole > worst.whole) worst = held
    })
    return { seconds: (performance.now() - begun) / 1_000, ...worst }
  } finally {
    child.kill('SIGKILL')
    await exit
  }
}

/** The product in its role `connect`, started as `npm start` and the image start it. */
async function startConnector(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...leanFlags, 'dist/server/main.js'], {
    cwd: root,
    env: { ...process.env, ...leanEnvironment, ...env, ROLE: 'connect', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return child
}
