import type { ChildProcess } from 'node:child_process'
import { isNotNull } from 'drizzle-orm'
import { pino } from 'pino'
import { openDependencies } from '#apps/server/open-dependencies.ts'
import { loadConfig } from '#base/config/config.ts'
import { createDatabase } from '#base/db/client.ts'
import { domains } from '#base/db/schema/index.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { cloneTemplate } from '#tests/server/clone-template.ts'
import { freePorts } from '#tests/server/free-ports.ts'
import { addProviderAccounts } from '#tests/server/provider-accounts.ts'
import { testSecretsKeys } from '#tests/server/test-keys.ts'
import { startTestProduct, type TestProduct } from '#tests/server/test-product.ts'
import { startTestServer } from '#tests/server/test-server.ts'
import { databaseMsBetween, databaseMsSoFar, processorMsOf } from '../processor.ts'
import { type Shopper, signInAt } from '../shopper.ts'

export const atOnce = 4
export const password = 'Correct.Horse.1'
/** Between two samples of the event loop, as the metrics have it. */
export const sampledMs = 10

export interface Installation {
  /** Where it answers. */
  site: string
  /** As many as order at once. */
  shoppers: Shopper[]
  /** For another process on the same database and sandbox. */
  env: Record<string, string>
  /** Milliseconds by which the event loop was late since this was last asked. */
  lag(): Promise<{ p99: number; max: number }>
  stripeCalls(): Promise<number>
  /** Domains that are set up. */
  delivered(): Promise<number>
  /** What some work takes of the processor, by who works for it. */
  used(work: () => Promise<void>): Promise<Used>
}

/** Milliseconds of the processor. */
interface Used {
  /** The process that answers customers and Stripe's events. */
  answering: number
  /** All connections of the database. */
  database: number
  sandbox: number
  /** The customers, who are this process. */
  customers: number
}

/** An installation of its own, whose one process answers; the sandbox is another. */
export async function withInstallation<T>(
  own: Record<string, string>,
  measure: (installation: Installation) => Promise<T>,
): Promise<T> {
  const server = await startTestServer()
  const ends = [() => server.stop()]
  try {
    const { url: databaseUrl, drop } = await cloneTemplate(server)
    ends.unshift(drop)
    const shared = {
      DATABASE_URL: databaseUrl,
      SECRETS_KEYS: testSecretsKeys,
      SANDBOX: 'on',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '1',
    }
    const people = Array.from({ length: atOnce }, (_, n) => `shopper${n}@bench.test`)
    await prepare(shared, people)
    const metricsPort = await freePorts(1)
    const product = await startTestProduct({
      sandbox: true,
      env: { ...shared, METRICS_PORT: String(metricsPort), ...own },
    })
    ends.unshift(() => product.stop())
    const database = createDatabase(databaseUrl, { max: 1, log: pino({ level: 'silent' }) })
    ends.unshift(() => database.close())
    const shoppers: Shopper[] = []
    for (const email of people) shoppers.push(await signInAt(product.url, email, password))
    return await measure({
      site: product.url,
      shoppers,
      env: { ...shared, SANDBOX_PORT: String(product.port + 1), PUBLIC_URL: product.url },
      ...metricsAt(metricsPort),
      delivered: () => database.db.$count(domains, isNotNull(domains.deliveredAt)),
      used: (work) => usedBy(product, database.pool, work),
    })
  } finally {
    for (const end of ends) await end()
  }
}

/** Accounts at the hosts, and customers. */
async function prepare(env: Record<string, string>, people: readonly string[]): Promise<void> {
  const { deps, close } = await openDependencies({
    config: loadConfig({ ...env, PORT: String(await freePorts(6)) }),
    log: pino({ level: 'silent' }),
    whenOwned: 'join',
  })
  try {
    await addProviderAccounts(deps)
    for (const email of people) await addCustomer(deps.db, { email, name: 'Ada Byron', password })
  } finally {
    await close()
  }
}

function metricsAt(port: number): Pick<Installation, 'lag' | 'stripeCalls'> {
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return {
    async stripeCalls() {
      const counts = /^inboxyard_vendor_call_seconds_count\{vendor="stripe".*\} (\S+)$/gm
      return [...(await read()).matchAll(counts)].reduce((sum, [, count]) => sum + Number(count), 0)
    },
    async lag() {
      const text = await read()
      const late = (name: string) =>
        Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1]) * 1_000 -
        sampledMs
      return { p99: late('p99'), max: late('max') }
    },
  }
}

async function usedBy(
  { server, sandbox }: Pick<TestProduct, 'server' | 'sandbox'>,
  pool: Parameters<typeof databaseMsSoFar>[0],
  work: () => Promise<void>,
): Promise<Used> {
  const soFar = async () => ({
    answering: msOf(server),
    sandbox: msOf(sandbox),
    customers: processorMsOf(process.pid),
    database: await databaseMsSoFar(pool),
  })
  const before = await soFar()
  await work()
  const after = await soFar()
  return {
    answering: after.answering - before.answering,
    sandbox: after.sandbox - before.sandbox,
    customers: after.customers - before.customers,
    database: databaseMsBetween(before.database, after.database),
  }
}

function msOf(child: ChildProcess | undefined): number {
  if (child?.pid === undefined) throw new Error('The process is not there.')
  return processorMsOf(child.pid)
}
