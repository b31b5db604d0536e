import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { isNotNull } from 'drizzle-orm'
import { pino } from 'pino'
import { loadConfig } from '../src/server/config/config.ts'
import { createDatabase } from '../src/server/db/client.ts'
import { domains } from '../src/server/db/schema/index.ts'
import { addCustomer } from '../src/server/features/customers/add-customer.ts'
import { openDependencies } from '../src/server/open-dependencies.ts'
import { cloneTemplate } from '../src/server/testing/clone-template.ts'
import { freePorts } from '../src/server/testing/free-ports.ts'
import { addProviderAccounts } from '../src/server/testing/provider-accounts.ts'
import { testSecretsKeys } from '../src/server/testing/test-keys.ts'
import { startTestProduct } from '../src/server/testing/test-product.ts'
import { startTestServer } from '../src/server/testing/test-server.ts'
import type { Figure } from './figures.ts'
import { orderToPaid, type Shopper, signInAt } from './shopper.ts'

const password = 'Correct.Horse.1'
const atOnce = 4
/** So many each that nobody comes near the limit of a customer's orders. */
const ordersEach = 15
const ordersBeside = 10
/** In which they have to be set up, or nothing was measured. */
const mostSeconds = 900
/** Between two samples of the event loop, as the metrics have it. */
const sampledMs = 10
/** What was measured before: as many orders in a second, on two cores. */
const firstRate = 5

/**
 * Orders from being sent to being paid, four customers at once, at a `ROLE=web` beside a worker that sets up what is
 * paid; and how long the event loop of a process that does both is held up while it sets up twenty domains. The
 * sandbox is a process of its own in both.
 */
export const measureOrders = async (): Promise<Figure[]> => [
  ...(await measureRate()),
  ...(await measureOneProcess()),
]

async function measureRate(): Promise<Figure[]> {
  // Third parties' limits bound the worker, and not what is measured.
  return withInstallation(
    { ROLE: 'web', LIMITS_SCALE: '1000' },
    async ({ site, shoppers, env, lag, stripeCalls, processorMs }) => {
      const { stop } = await startTestProduct({ env: { ...env, ROLE: 'worker', LIMITS_SCALE: '1' } })
      try {
        // What the first order of a process or a customer needs is there.
        await Promise.all(shoppers.map((shopper) => orderToPaid(shopper, site)))
        const callsBefore = await stripeCalls()
        const usedBefore = await processorMs()
        await lag()
        const begun = performance.now()
        await Promise.all(
          shoppers.map(async (shopper) => {
            for (let n = 0; n < ordersEach; n++) await orderToPaid(shopper, site)
          }),
        )
        const seconds = (performance.now() - begun) / 1_000
        const held = await lag()
        const count = shoppers.length * ordersEach
        const calls = ((await stripeCalls()) - callsBefore) / count
        const usedMs = ((await processorMs()) - usedBefore) / count
        return [
          {
            what: `orders to paid, ${atOnce} at once, beside a worker`,
            measured: count / seconds,
            unit: '/s',
            target: { at: 'least', value: 2 * firstRate },
            note: `${((atOnce * seconds * 1_000) / count).toFixed(0)} ms each; event loop of ROLE=web at the 99th ${held.p99.toFixed(0)} ms`,
          },
          {
            what: 'of the processor for each, of the process that answers',
            measured: usedMs,
            unit: 'ms',
            note: 'the same on a busy machine',
          },
          {
            what: 'calls to Stripe for each, by the process that answers',
            measured: calls,
            unit: 'x',
            target: { at: 'most', value: 5 },
          },
        ]
      } finally {
        await stop()
      }
    },
  )
}

async function measureOneProcess(): Promise<Figure[]> {
  return withInstallation(
    { ROLE: 'all', LIMITS_SCALE: '1' },
    async ({ site, shoppers: [shopper], lag, delivered }) => {
      if (!shopper) throw new Error('Nobody orders.')
      const idle = monitorEventLoopDelay({ resolution: sampledMs })
      await lag()
      const begun = performance.now()
      for (let n = 0; n < ordersBeside; n++) await orderToPaid(shopper, site)
      // This process has nothing to do from now on: what it is late by is the machine's.
      idle.enable()
      const seconds = () => (performance.now() - begun) / 1_000
      for (let count = 0; count < 2 * ordersBeside; count = await delivered()) {
        if (seconds() > mostSeconds) throw new Error(`${count} domains are set up after ${mostSeconds} s.`)
        await delay(1_000)
      }
      const { p99, max } = await lag()
      return [
        {
          what: `event loop of one process while it sets up ${2 * ordersBeside} domains (p99)`,
          measured: p99,
          unit: 'ms',
          target: { at: 'most', value: 50 },
          note: `from the first order to the last delivery, ${seconds().toFixed(0)} s, the sandbox in another process; longest ${max.toFixed(0)} ms; of an idle process beside it ${(idle.percentile(99) / 1e6 - sampledMs).toFixed(0)} and ${(idle.max / 1e6 - sampledMs).toFixed(0)} ms`,
        },
      ]
    },
  )
}

interface Installation {
  /** Where it answers. */
  site: string
  shoppers: Shopper[]
  /** For another process on the same database and sandbox. */
  env: Record<string, string>
  /** Milliseconds by which the event loop was late since this was last asked. */
  lag(): Promise<{ p99: number; max: number }>
  stripeCalls(): Promise<number>
  /** Domains that are set up. */
  delivered(): Promise<number>
  /** Milliseconds of the processor that the process has used. */
  processorMs(): Promise<number>
}

async function withInstallation<T>(
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
    const readMetrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const shoppers: Shopper[] = []
    for (const email of people) shoppers.push(await signInAt(product.url, email, password))
    return await measure({
      site: product.url,
      shoppers,
      env: { ...shared, SANDBOX_PORT: String(product.port + 1), PUBLIC_URL: product.url },
      async stripeCalls() {
        const counts = /^inboxyard_vendor_call_seconds_count\{vendor="stripe".*\} (\S+)$/gm
        return [...(await readMetrics()).matchAll(counts)].reduce((sum, [, count]) => sum + Number(count), 0)
      },
      delivered: () => database.db.$count(domains, isNotNull(domains.deliveredAt)),
      async processorMs() {
        const used = /^process_cpu_seconds_total (\S+)$/m.exec(await readMetrics())?.[1]
        return Number(used) * 1_000
      },
      async lag() {
        const text = await readMetrics()
        const late = (name: string) =>
          Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1]) * 1_000 -
          sampledMs
        return { p99: late('p99'), max: late('max') }
      },
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
