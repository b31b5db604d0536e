import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { buildDependencies } from '#apps/server/build-dependencies.ts'
import { loadConfig } from '#base/config/config.ts'
import { createDatabase } from '#base/db/client.ts'
import { readBulkJob } from '#features/bulk-update/server/read-bulk-job.ts'
import { createBulkJobRunner } from '#features/bulk-update/server/run-bulk-job.ts'
import { startBulkJob } from '#features/bulk-update/server/start-bulk-job.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { cloneTemplate } from '#tests/server/clone-template.ts'
import { addInstantlySenders } from '#tests/server/instantly-senders.ts'
import { testSecretsKeys } from '#tests/server/test-keys.ts'
import { startTestServer } from '#tests/server/test-server.ts'
import { createSandbox, type Sandbox } from '#vendors/sandbox/sandbox.ts'
import type { Figure } from './figures.ts'

/** Milliseconds that the vendor takes for one call. */
const perCallMs = 150
const apiKey = 'bench-instantly-key-0123456789abcdef'
const accountsPerDomain = 50
/** Seconds that so many accounts may take. */
const targets = [
  { accounts: 50, seconds: 3 },
  { accounts: 1_000, seconds: 15 },
] as const

/**
 * Seconds from starting the update until warm-up is on for so many Instantly accounts and has been read back,
 * by API key, at 150 ms a call and within the vendor's own limits; queue included.
 */
export async function measureWarmupEnablement(): Promise<Figure[]> {
  const server = await startTestServer()
  const { url, drop } = await cloneTemplate(server)
  const sandbox = createSandbox({ storePath: ':memory:' })
  const log = pino({ level: 'silent' })
  const database = createDatabase(url, { max: 8, log })
  const deps = buildDependencies({
    config: loadConfig({
      PORT: '3000',
      SANDBOX: 'on',
      DATABASE_URL: url,
      SECRETS_KEYS: testSecretsKeys,
    }),
    log,
    database,
    databaseUrl: url,
    works: true,
    fetch: async (address, init) => {
      await delay(perCallMs)
      return sandbox.fetch(address, init)
    },
  })
  try {
    const runner = createBulkJobRunner(deps)
    await deps.queue.start()
    await deps.queue.work('bulk-job', 1, ({ jobId }) => runner.run(jobId))
    const { id: customerId } = await addCustomer(database.db, {
      email: 'bench@example.test',
      name: 'Bench',
      password: 'Correct.Horse.1',
    })
    const figures: Figure[] = []
    for (const { accounts, seconds } of targets) {
      const emails = await addAccounts(sandbox, accounts)
      const begun = performance.now()
      const { jobId } = await startBulkJob(
        deps,
        customerId,
        { tool: 'instantly', access: { kind: 'apiKey', apiKey } },
        {
          operation: 'enable-warmup',
          change: { kind: 'warmup' },
          accounts: { named: emails.map((id) => ({ id })) },
        },
      )
      for (;;) {
        const job = await readBulkJob(database.db, customerId, jobId)
        if (job.status === 'done') {
          if (job.confirmed !== accounts) throw new Error(`Only ${job.confirmed} of ${accounts} changed.`)
          break
        }
        if (job.status === 'failed') throw new Error(job.problem)
        await delay(20)
      }
      figures.push({
        what: `warm-up enabled on ${accounts.toLocaleString('en-US')} Instantly accounts`,
        measured: (performance.now() - begun) / 1000,
        unit: 's',
        target: { at: 'most', value: seconds },
        note: `${perCallMs} ms a call; read back`,
      })
    }
    return figures
  } finally {
    await deps.queue.stop()
    await database.close()
    await sandbox.close()
    await drop()
    await server.stop()
  }
}

async function addAccounts(sandbox: Sandbox, count: number): Promise<string[]> {
  const emails = Array.from(
    { length: count },
    (_, at) => `sender${at}@bench-${count}-${Math.floor(at / accountsPerDomain)}.com`,
  )
  await addInstantlySenders(sandbox, apiKey, emails)
  // So that the update finds the whole limit.
  await sandbox.advance(60_000)
  return emails
}
