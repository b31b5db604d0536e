import pg from 'pg'
import { startTestServer } from '#tests/server/test-server.ts'
import type { Figure } from '../figures.ts'
import { type Cost, nothing } from './cost.ts'
import { type FleetAtWork, openFleet } from './fleet-at-work.ts'
import { type InjectedTime, timeOf } from './injected-time.ts'
import { measureManyNames } from './many-names.ts'

const sizes = { few: 4_000, many: 40_000, names: 400_000 }
/** Orders that are set up, and then looked after for a day. */
const orders = { azure: 1, google: 4 }
const hours = 24
const hourMs = 3_600_000

interface Measured {
  fleet: FleetAtWork
  /** For all domains of a kind, for a day of all of them, and for as many rounds in which nothing was due. */
  costs: Record<'azure' | 'google' | 'day' | 'idle', Cost>
  domains: Record<'azure' | 'google', number>
}

/**
 * What it costs to set a domain up and to look after it for a day, among 4,000 domains and among 40,000: by the worker's own
 * rounds and jobs, against a sandbox in the same process, with time injected. Both installations take their turns, so that
 * whatever else the machine does meets both. The other domains rest: they are due on another day.
 */
export async function measureFleet(): Promise<Figure[]> {
  const server = await startTestServer()
  const pool = new pg.Pool({ connectionString: server.adminUrl, max: 1 })
  const fleets: FleetAtWork[] = []
  try {
    const time = await timeOf(pool)
    for (const size of [sizes.few, sizes.many]) fleets.push(await openFleet(server, time, size))
    const measured = fleets.map((fleet): Measured => {
      const costs = { azure: nothing(), google: nothing(), day: nothing(), idle: nothing() }
      return { fleet, costs, domains: { azure: 0, google: 0 } }
    })
    await work(measured, time)
    const [few, many] = measured as [Measured, Measured]
    return [
      ...compared('setting up an Entra domain with 52 mailboxes', few, many, ofSetUp('azure')),
      ...compared('setting up a Google domain with 3 mailboxes', few, many, ofSetUp('google')),
      ...compared('a day of a domain', few, many, ofDay),
      ...(await measureManyNames(few.fleet, many.fleet, { from: sizes.many, to: sizes.names })),
    ]
  } finally {
    for (const fleet of fleets) await fleet.close()
    await pool.end()
    await server.stop()
  }
}

async function work(measured: readonly Measured[], time: InjectedTime): Promise<void> {
  for (const plan of ['azure', 'google'] as const)
    for (let n = 0; n < orders[plan]; n++)
      for (const { fleet, costs, domains } of measured) domains[plan] += await fleet.setUp(plan, costs[plan])
  for (let hour = 0; hour < hours; hour++) {
    await time.forward(hourMs)
    for (const { fleet, costs } of measured) await fleet.doWhatIsDue(costs.day)
  }
  for (let hour = 0; hour < hours; hour++)
    for (const { fleet, costs } of measured) await fleet.doWhatIsDue(costs.idle)
}

const ofSetUp =
  (plan: 'azure' | 'google') =>
  ({ costs, domains }: Measured): Cost =>
    over(costs[plan], domains[plan])

/** Rounds in which nothing is due cost the same whatever there is: they are a worker's, not a domain's. */
const ofDay = ({ costs: { day, idle }, domains }: Measured): Cost =>
  over(
    {
      statements: day.statements - idle.statements,
      databaseMs: day.databaseMs - idle.databaseMs,
      processMs: day.processMs - idle.processMs,
      calls: day.calls,
    },
    domains.azure + domains.google,
  )

const over = ({ statements, databaseMs, processMs, calls }: Cost, count: number): Cost => ({
  statements: statements / count,
  databaseMs: databaseMs / count,
  processMs: processMs / count,
  calls: Object.fromEntries(Object.entries(calls).map(([vendor, calls]) => [vendor, calls / count])),
})

function compared(what: string, few: Measured, many: Measured, of: (each: Measured) => Cost): Figure[] {
  const [one, other] = [of(few), of(many)]
  const calls = Object.entries(other.calls).flatMap(([vendor, count]) =>
    count > 0 ? [`${vendor} ${count.toFixed(1)}`] : [],
  )
  const figure = (unit: string, ofMany: number, ofFew: number, note = ''): Figure => ({
    what: `${what}: ${unit}, among 40,000 to among 4,000`,
    measured: ofMany / ofFew,
    unit: 'x',
    target: { at: 'most', value: 1.3 },
    note: `${ofMany.toFixed(0)}, ${ofFew.toFixed(0)}${note}`,
  })
  return [
    figure('statements', other.statements, one.statements, `; calls: ${calls.join(', ')}`),
    figure(
      'ms of the database’s processor',
      other.databaseMs,
      one.databaseMs,
      `; ${other.processMs.toFixed(0)} ms of the worker’s, sandbox included`,
    ),
  ]
}
