import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { startTestProduct } from '#tests/server/test-product.ts'
import type { Figure } from '../figures.ts'
import { orderToPaid } from '../shopper.ts'
import { atOnce, type Installation, password, sampledMs, withInstallation } from './installation.ts'
import { countStatements } from './statements.ts'

/** So many each that nobody comes near the limit of a customer's orders, with those before. */
const ordersEach = 15
const ordersEachBefore = 10
const ordersBeside = 10
/** In which they have to be set up, or nothing was measured. */
const mostSeconds = 900
/** What was measured before: as many orders in a second, on two cores. */
const firstRate = 5
/** Third parties' limits bound the worker, and not what is measured. */
const unbounded = { LIMITS_SCALE: '1000' }

/**
 * Orders from being sent to being paid, four customers at once: what each takes while nothing is set up, how many there
 * are in a second at a `ROLE=web` beside a worker and at a process that sets up as well, and how long the event loop of
 * the latter is held up. The sandbox is a process of its own in all of them.
 */
export const measureOrders = async (): Promise<Figure[]> => [
  ...(await withInstallation({ ROLE: 'web', ...unbounded }, async (installation) => [
    ...(await measureCost(installation)),
    await measureRateBesideWorker(installation),
  ])),
  await withInstallation({ ROLE: 'all', ...unbounded }, (installation) =>
    measureRate(installation, 'in one process that sets up as well'),
  ),
  await withInstallation({ ROLE: 'all', LIMITS_SCALE: '1' }, measureLateness),
]

/** Every customer orders so often, one order after the other. */
async function order({ shoppers, site }: Installation, times: number): Promise<void> {
  await Promise.all(
    shoppers.map(async (shopper) => {
      for (let n = 0; n < times; n++) await orderToPaid(shopper, site)
    }),
  )
}

/** Before there is a worker: nothing is set up, and no other process asks the sandbox or the database. */
async function measureCost(installation: Installation): Promise<Figure[]> {
  const { shoppers, env, stripeCalls, used } = installation
  // What the first order of a process or a customer needs is there.
  await order(installation, 1)
  const callsBefore = await stripeCalls()
  const whole = await used(() => order(installation, ordersEachBefore))
  const count = shoppers.length * ordersEachBefore
  const calls = ((await stripeCalls()) - callsBefore) / count
  const each = (ms: number) => `${(ms / count).toFixed(0)} ms`
  const { all, own } = await countStatements({ ...env, ...unbounded }, shoppers[0]?.email ?? '', password)
  return [
    {
      what: 'of the processor for each order, of the process that answers',
      measured: whole.answering / count,
      unit: 'ms',
      note: `while nothing is set up, Stripe's events among it; the database ${each(whole.database)}, the sandbox ${each(whole.sandbox)}, the customers ${each(whole.customers)}`,
    },
    {
      what: 'statements for each, without limits and the audit log',
      measured: own,
      unit: 'x',
      target: { at: 'most', value: 20 },
      note: `${all} with them; of its three calls, without Stripe's events`,
    },
    {
      what: 'calls to Stripe for each, by the process that answers',
      measured: calls,
      unit: 'x',
      target: { at: 'most', value: 5 },
    },
  ]
}

async function measureRateBesideWorker(installation: Installation): Promise<Figure> {
  const { stop } = await startTestProduct({
    env: { ...installation.env, ROLE: 'worker', LIMITS_SCALE: '1' },
  })
  try {
    const figure = await measureRate(installation, 'at a ROLE=web beside a worker')
    return { ...figure, target: { at: 'least', value: 2 * firstRate } }
  } finally {
    await stop()
  }
}

/** While what is paid is set up. */
async function measureRate(installation: Installation, where: string): Promise<Figure> {
  const { lag, shoppers, used } = installation
  await order(installation, 1)
  await lag()
  const begun = performance.now()
  const { answering } = await used(() => order(installation, ordersEach))
  const ms = performance.now() - begun
  const { p99 } = await lag()
  const count = shoppers.length * ordersEach
  return {
    what: `orders to paid, ${atOnce} at once, ${where}`,
    measured: (count * 1_000) / ms,
    unit: '/s',
    note: `${((atOnce * ms) / count).toFixed(0)} ms each; ${(answering / count).toFixed(0)} ms of the processor, event loop at the 99th ${p99.toFixed(0)} ms`,
  }
}

async function measureLateness({ site, shoppers: [shopper], lag, delivered }: Installation): Promise<Figure> {
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
  return {
    what: `event loop of one process while it sets up ${2 * ordersBeside} domains (p99)`,
    measured: p99,
    unit: 'ms',
    target: { at: 'most', value: 50 },
    note: `from the first order to the last delivery, ${seconds().toFixed(0)} s, the sandbox in another process; longest ${max.toFixed(0)} ms; of an idle process beside it ${(idle.percentile(99) / 1e6 - sampledMs).toFixed(0)} and ${(idle.max / 1e6 - sampledMs).toFixed(0)} ms`,
  }
}
