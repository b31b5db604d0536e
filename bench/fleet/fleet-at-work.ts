import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, ne } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { connectByStaff } from '#apps/demo/connect-by-staff.ts'
import { createDatabase } from '#base/db/client.ts'
import { domains } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { sweepListings } from '#delivery/provisioning/drift/sweep-listings.ts'
import { reconcile } from '#delivery/provisioning/reconcile.ts'
import { wakeDueNames } from '#delivery/provisioning/sweep.ts'
import { answerInConsoles } from '#delivery/provisioning/testing/operator-robot.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { actOnDecisions } from '#features/health/server/acts/act-on-decisions.ts'
import { lookAtDue } from '#features/health/server/looks/look-round.ts'
import { tellOfHealth } from '#features/health/server/tell/tell-of-health.ts'
import { cloneTemplate } from '#tests/server/clone-template.ts'
import { createPaidOrder, type PaidOrder } from '#tests/server/paid-order.ts'
import { addProviderAccounts } from '#tests/server/provider-accounts.ts'
import type { TestServer } from '#tests/server/test-server.ts'
import { createSandbox, type Sandbox } from '#vendors/sandbox/sandbox.ts'
import { buildBeside, signInToAll } from '../beside-sandbox.ts'
import { type Cost, charge } from './cost.ts'
import { type InjectedTime, injectTime } from './injected-time.ts'
import { addRestingDomains } from './resting-names.ts'

const log = pino({ level: 'silent' })
const limitsScale = 1_000
/** As a worker has them. */
const namesAtOnce = 10
const urgentNamesAtOnce = 4
/** While domains are set up: what waits asks again after some seconds. */
const stepMs = 10_000
const mostSteps = 200

/** An installation of so many domains that rest, and a worker that sets up more of them and looks after these. */
export interface FleetAtWork {
  deps: Dependencies
  /** Of a connection for whoever measures. */
  pool: pg.Pool
  /** Lets an order of this plan be paid, and sets up its domains. Returns how many these are. */
  setUp(plan: 'azure' | 'google', cost: Cost): Promise<number>
  /** One round of each kind that has to do with domains, and the jobs that come of it. */
  doWhatIsDue(cost: Cost): Promise<void>
  close(): Promise<void>
}

export async function openFleet(server: TestServer, time: InjectedTime, size: number): Promise<FleetAtWork> {
  const { url, drop } = await cloneTemplate(server)
  await injectTime(url)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const sandbox = createSandbox({ storePath: ':memory:', delayScale: 0, limitsScale })
  await sandbox.listen(0)
  const database = createDatabase(url, { max: 20, log })
  const deps = buildBeside(sandbox, database, url, { log, env: { LIMITS_SCALE: String(limitsScale) } })
  await deps.queue.start()
  await addProviderAccounts(deps)

  let customers = 0
  async function order(plan: 'azure' | 'google'): Promise<PaidOrder> {
    const customer = { email: `c${customers++}@fleet.test`, name: 'Fleet', password: 'Correct.Horse.1' }
    const { id: customerId } = await addCustomer(deps.db, customer)
    return createPaidOrder(deps, { customerId, plan, tool: 'instantly' })
  }
  await addRestingDomains(pool, await order('azure'), size)
  const work = async ({ name }: { name: string }) => {
    await reconcile(deps, name)
  }
  await deps.queue.work('reconcile', namesAtOnce, work)
  await deps.queue.work('reconcile-urgent', urgentNamesAtOnce, work)

  async function doWhatIsDue(): Promise<void> {
    await wakeDueNames(deps.db, deps.queue)
    await sweepListings(deps)
    await lookAtDue(deps, { clock: time.now })
    await actOnDecisions(deps)
    await tellOfHealth(deps)
    await untilIdle(pool)
  }

  return {
    deps,
    pool,
    async setUp(plan, cost) {
      const { bundleId, domains: ordered } = await order(plan)
      await charge(cost, pool, () => setUpBundle(deps, sandbox, time, bundleId, doWhatIsDue))
      return ordered.length
    },
    doWhatIsDue: (cost) => charge(cost, pool, doWhatIsDue),
    async close() {
      await deps.queue.stop()
      await database.close()
      await pool.end()
      await sandbox.close()
      await drop()
    },
  }
}

/** The worker, the robot of the operator and the browser take turns, and time goes on after each. */
async function setUpBundle(
  deps: Dependencies,
  sandbox: Sandbox,
  time: InjectedTime,
  bundleId: string,
  doWhatIsDue: () => Promise<void>,
): Promise<void> {
  const isUnfinished = and(eq(domains.bundleId, bundleId), ne(domains.status, 'done'))
  for (let step = 0; step < mostSteps; step++) {
    await doWhatIsDue()
    if ((await deps.db.$count(domains, isUnfinished)) === 0) return
    await answerInConsoles(deps, sandbox)
    await signInToAll(deps, sandbox, new AbortController().signal)
    await connectByStaff(deps, `http://127.0.0.1:${sandbox.ports.signIn}`)
    await time.forward(stepMs)
  }
  const left = await deps.db.select().from(domains).where(isUnfinished)
  throw new Error(
    `It does not end: ${left.map(({ name, statusNote }) => `${name} ${statusNote}`).join(', ')}`,
  )
}

/** Until nothing waits in the queue or is being worked on. */
async function untilIdle(pool: pg.Pool): Promise<void> {
  const waiting = `select from jobs.job where name like 'reconcile%' and state < 'completed' limit 1`
  while ((await pool.query(waiting)).rows.length > 0) await delay(20)
}
