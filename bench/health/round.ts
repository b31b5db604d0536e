import { fork } from 'node:child_process'
import { once } from 'node:events'
import type pg from 'pg'
import { providerAccounts, toolConnections } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { createLimits } from '#base/limits/limits.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Facts } from '#delivery/provisioning/facts.ts'
import { mailRecords } from '#delivery/provisioning/wanted-records.ts'
import { lookAtDue } from '#features/health/server/looks/look-round.ts'
import type { Fetch } from '#vendors/client/vendor-client.ts'
import type { Reservation, VendorLimits } from '#vendors/client/vendor-limits.ts'
import { createVendors, type Vendors } from '#vendors/client/vendors.ts'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import type { DnsRecord } from '#vendors/ports/names.ts'
import type { Figure } from '../figures.ts'
import { withLargeInstallation } from '../installation.ts'
import { addOthers, anHourBeside, answeringBeside } from './beside.ts'
import { anHoursReports, reportedSoFar, reportersInDns, reportsHost, takeReports } from './reports.ts'

const hour = 3_600_000
const day = 86_400_000
const at = new Date().toISOString()
/** What a domain at Microsoft has in DNS. */
const facts: Facts = {
  mailRecords: {
    at,
    records: [
      { name: '', type: 'MX', content: 'acme.mail.protection.outlook.com', priority: 0 },
      { name: '', type: 'TXT', content: '"v=spf1 include:spf.protection.outlook.com -all"' },
    ],
  },
  dkim: {
    at,
    state: 'on',
    records: [1, 2].map(
      (n): DnsRecord => ({
        name: `selector${n}._domainkey`,
        type: 'CNAME',
        content: `selector${n}-acme._domainkey.acme.onmicrosoft.com`,
      }),
    ),
  },
}

/** Every domain is delivered, in a sending tool of its customer's, and at one tenant. */
async function deliverAll({ db, secrets }: Dependencies, pool: pg.Pool): Promise<void> {
  const id = 'acc_bench'
  await db.insert(providerAccounts).values({
    id,
    vendor: 'microsoft',
    label: 'main',
    credentials: secrets.seal(JSON.stringify(demoMicrosoftTenant), placeOf.providerAccount(id)),
    ...{ capacityDomains: 50_000, capacityMailboxes: 500_000, capacityDailyRecipients: 10_000_000 },
  })
  for (const { id: connection } of await db.select({ id: toolConnections.id }).from(toolConnections))
    await pool.query('update tool_connections set secrets = $2 where id = $1', [
      connection,
      secrets.seal(JSON.stringify({ apiKey: `key-of-${connection}` }), placeOf.connection(connection)),
    ])
  await pool.query('update domain_names set provider_account_id = $1, facts = $2', [
    id,
    JSON.stringify(facts),
  ])
  await pool.query(`update mailboxes set host_state = 'active' where id like 'mbx\\_dom\\_f%'`)
  await pool.query(`update mailbox_links set configured_at = now() - interval '40 days'`)
  await pool.query(`update domain_health set due_at = null where domain_id not like 'dom\\_f%'`)
  await pool.query('vacuum analyze')
}

const json = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
const dates = (until: number, days = 7) =>
  Array.from({ length: days }, (_, n) => new Date(until - (n + 1) * day).toISOString().slice(0, 10))
const name = (text: string) => decodeURIComponent(text.slice(text.lastIndexOf('/') + 1))

/** Third parties that answer at once: every mailbox sends and warms up, nobody is blocked, every name is registered. */
function answering(clock: () => number, names: () => readonly string[]): Fetch {
  const beside = answeringBeside(names)
  return async (address, init) => {
    const url = new URL(address)
    const other = beside(url, String(init?.body ?? ''))
    if (other) return other
    if (url.pathname.endsWith('/oauth2/v2.0/token')) return json({ access_token: 'token', expires_in: 3_600 })
    if (url.pathname.endsWith('/InvokeCommand')) return json({ value: [] })
    if (url.pathname.endsWith('/dns.json'))
      return json({ services: [[['com'], ['https://rdap.verisign.example/com/v1/']]] })
    if (url.pathname.includes('/domain/'))
      return json({ objectClassName: 'domain', ldhName: name(url.pathname), status: ['active'] })
    if (url.pathname.endsWith('/accounts/analytics/daily'))
      return json(
        url.searchParams.getAll('emails').flatMap((email) =>
          dates(clock(), 14).map((date) => ({
            ...{ date, email_account: email, sent: 5, bounced: 0, contacted: 5 },
            ...{ unique_replies: 1, unique_replies_automatic: 0 },
          })),
        ),
      )
    if (url.pathname.endsWith('/accounts/warmup-analytics')) {
      const { emails } = JSON.parse(String(init?.body)) as { emails: string[] }
      const each = Object.fromEntries(dates(clock()).map((date) => [date, { sent: 5, landed_inbox: 5 }]))
      return json({ email_date_data: Object.fromEntries(emails.map((email) => [email, each])) })
    }
    return new Response('', { status: 404 })
  }
}

/** The real limiter without its waits, and the calls that it was asked about by what they count against. */
function countedLimits(pool: pg.Pool) {
  const limits = createLimits(pool, 1_000_000)
  const booked: Reservation[] = []
  const counted: VendorLimits = {
    reserve(reservation) {
      booked.push(reservation)
      return limits.reserve(reservation)
    },
    block: limits.block,
  }
  return { counted, take: () => booked.splice(0) }
}

interface Round {
  calls: readonly Reservation[]
  /** Questions by DNS, by list. */
  asked: Record<string, number>
  cpuS: number
}

interface Rounds {
  /** One round over every domain, as a worker makes it once an hour. */
  looks(now: number): Promise<Round>
  /** What is asked in an hour beside it: probes and alerts. */
  beside(now: number): Promise<Round>
  /** What receivers report in an hour, and how many reports that are. */
  reports(now: number): Promise<Round & { count: number }>
}

async function withRounds<T>(
  deps: Dependencies,
  pool: pg.Pool,
  use: (rounds: Rounds) => Promise<T>,
): Promise<T> {
  let now = Date.now()
  const server = fork(new URL('./steady-name-server.ts', import.meta.url), [
    JSON.stringify(mailRecords(facts)),
    JSON.stringify(reportersInDns),
  ])
  const heard = async <M>() => ((await once(server, 'message')) as [M])[0]
  try {
    const { port } = await heard<{ port: number }>()
    const { counted, take } = countedLimits(pool)
    const { rows } = await pool.query<{ name: string }>(
      'select d.name from domains d join domain_health h on h.domain_id = d.id where h.due_at is not null',
    )
    const fetch = answering(
      () => now,
      () => rows.map(({ name }) => name),
    )
    const config = { ...deps.config.vendors, dns: { servers: [`127.0.0.1:${port}`] } }
    const looking = { ...deps.config, dmarc: { mailHost: reportsHost, port: undefined, host: '127.0.0.1' } }
    const vendors: Vendors = createVendors(
      { vendors: config },
      { ...deps, limits: counted, fetch, customerFetch: fetch },
    )
    const askedSoFar = async () => {
      server.send('asked')
      return (await heard<{ asked: Record<string, number> }>()).asked
    }
    const measured = async (moment: number, work: () => Promise<unknown>): Promise<Round> => {
      now = moment
      const before = await askedSoFar()
      const cpu = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(cpu)
      const after = await askedSoFar()
      const asked = Object.fromEntries(
        Object.entries(after).map(([what, count]) => [what, count - (before[what] ?? 0)]),
      )
      return { calls: take(), asked, cpuS: (user + system) / 1e6 }
    }
    return await use({
      async looks(moment) {
        await pool.query('update domain_health set due_at = now() where due_at is not null')
        return measured(moment, () => lookAtDue({ ...deps, config: looking, vendors }, { clock: () => now }))
      },
      beside: (moment) => measured(moment, () => anHourBeside({ ...deps, vendors }, pool, moment)),
      async reports(moment) {
        const mails = await anHoursReports(pool, moment)
        const round = await measured(moment, () => takeReports({ ...deps, vendors }, mails, moment))
        return { ...round, count: mails.length }
      },
    })
  } finally {
    server.disconnect()
  }
}

/** Of what is not asked every hour: the tools four times a day, registries and the Postmaster Tools once. */
const timesADay = (key: string) => (/^rdap:|:postmaster$/.test(key) ? 1 : 4)
/** What a limit is one of: those of a host's probe mailboxes and of the Postmaster Tools are not its accounts'. */
const limitOf = (key: string) =>
  [key.slice(0, key.indexOf(':')), /:postmaster$|:probe\b/.exec(key)?.[0].slice(1)].filter(Boolean).join(' ')
const countOf = <K>(keys: readonly K[]) =>
  new Map([...Map.groupBy(keys, (key) => key)].map(([key, all]) => [key, all.length]))

/** The part of a vendor's limit that a day of looks takes, as if every domain stood at one account of it. */
function limitsTaken(first: Round, second: Round): Figure[] {
  const rates = new Map([...first.calls, ...second.calls].map(({ key, rate }) => [key, rate.perSecond]))
  const [all, hourly] = [first, second].map(({ calls }) => countOf(calls.map(({ key }) => key)))
  const taken = [...rates].map(([key, perSecond]) => {
    const everyHour = hourly?.get(key) ?? 0
    const calls = 24 * everyHour + timesADay(key) * Math.max(0, (all?.get(key) ?? 0) - everyHour)
    return { vendor: limitOf(key), calls, share: calls / (perSecond * 86_400) }
  })
  return [...Map.groupBy(taken, ({ vendor }) => vendor)].map(([vendor, some]) => ({
    what: `${vendor}: of an account's limit in a day, were all domains at one`,
    measured: some.reduce((sum, { share }) => sum + share, 0) * 100,
    unit: '%',
    target: { at: 'most', value: 10 },
    note: `${some.reduce((sum, { calls }) => sum + calls, 0)} calls, at ${some.length} of them here`,
  }))
}

/**
 * What the looks of an hour cost at the size that an installation is to be quick with, with third parties that answer at
 * once: the first round has everything due, the second one, an hour later, what is due every hour.
 */
export async function measureHealthRound(): Promise<Figure[]> {
  return withLargeInstallation(async (deps, pool) => {
    await deliverAll(deps, pool)
    await addOthers(deps)
    await reportedSoFar(pool)
    return withRounds(deps, pool, async ({ looks, beside, reports }) => {
      const begin = Date.now()
      const first = await looks(begin)
      const looked = await looks(begin + hour)
      const others = await beside(begin + hour)
      const reported = await reports(begin + hour)
      const second = {
        ...looked,
        calls: [...looked.calls, ...others.calls],
        cpuS: looked.cpuS + others.cpuS + reported.cpuS,
      }
      const { rows } = await pool.query<{ healthy: number; all: number; bytes: number }>(`
        select count(*) filter (where state = 'healthy')::int as healthy, count(*)::int as all,
          pg_total_relation_size('health_days')::float8 / greatest((select count(distinct day) from health_days), 1) as bytes
        from domain_health where due_at is not null`)
      const taken = await pool.query<{ count: number }>(
        `select coalesce(sum(cardinality(reports)), 0)::int as count from dmarc_days where reports <> array['known']`,
      )
      if (taken.rows[0]?.count !== reported.count)
        throw new Error(`${taken.rows[0]?.count} of ${reported.count} reports were counted.`)
      const { healthy = 0, all = 0, bytes = 0 } = rows[0] ?? {}
      if (healthy < all) throw new Error(`${all - healthy} of ${all} domains were not found to be well.`)
      const extra = Math.max(0, first.cpuS - looked.cpuS)
      return [
        {
          what: `processor for an hour of health, ${all} domains`,
          measured: second.cpuS + extra / 6,
          unit: 's',
          target: { at: 'most', value: 60 },
          note: `${looked.cpuS.toFixed(1)} s each hour, ${first.cpuS.toFixed(1)} s where all is due, ${others.cpuS.toFixed(1)} s for probes and alerts, and ${reported.cpuS.toFixed(1)} s for ${reported.count} DMARC reports with those who send them; without the database's own`,
        },
        ...limitsTaken(first, second),
        {
          what: 'what is kept for ever, a month',
          measured: (bytes * 30) / 1e6,
          unit: 'MB',
          target: { at: 'most', value: 50 },
        },
        ...Object.entries(second.asked).map(
          ([what, count]): Figure => ({
            what: `questions by DNS in an hour: ${what}`,
            measured: count / 3_600,
            unit: '/s',
            note: `${count} questions; ${first.asked[what]} where all is due`,
          }),
        ),
      ]
    })
  })
}
