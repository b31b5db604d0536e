import { and, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, expect, onTestFailed, test, vi } from 'vitest'
import { createDatabase } from '#base/db/client.ts'
import { migrate } from '#base/db/migrate.ts'
import { domains, vendorLimits } from '#base/db/schema/index.ts'
import { answerWorkItems } from '#delivery/provisioning/testing/operator-robot.ts'
import { vendorDifferences } from '#delivery/provisioning/testing/vendor-state.ts'
import { freePorts } from '../../server/free-ports.ts'
import { createPaidOrder } from '../../server/paid-order.ts'
import { freshName } from '../../server/place-order.ts'
import { type ProductProcess, startProcess } from '../../server/product-process.ts'
import { createTestWorld } from '../../server/test-world.ts'
import { cookiesOf, keepWriting, targetOf } from './keep-writing.ts'
import { startMachinePair } from './machine-pair.ts'

// Debian's PostgreSQL and PgBouncer, twice each, a web and a worker process; the third parties are in this one.
vi.setConfig({ testTimeout: 300_000 })

/** After the promotion everything goes on within this time. */
const targetMs = 10_000

const pair = await startMachinePair()
afterAll(() => pair.end())
await migrate(pair.url)
const database = createDatabase(pair.url, { max: 8, log: pino({ level: 'silent' }) })
const world = await createTestWorld({
  sandboxPort: await freePorts(5),
  database: { ...database, url: pair.url },
})
const { deps, sandbox } = world
const { db } = deps

/** A customer with one domain that is paid for. */
async function customerWithDomain() {
  const person = await world.customer()
  const { domains: held } = await createPaidOrder(deps, {
    customerId: person.id,
    tool: 'instantly',
    names: { azure: [freshName()] },
    mailboxesPerDomain: 2,
  })
  const ask = (web: ProductProcess) => (path: string, body?: object) =>
    fetch(`${web.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        cookie: cookiesOf(person),
        origin: deps.config.publicUrl,
        'x-requested-with': 'XMLHttpRequest',
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    })
  return { ask, domain: held[0]?.name as string }
}

/** How many of these are not done yet, while the operator does what is asked of people. */
async function unfinished(names: readonly string[]): Promise<number> {
  await answerWorkItems(deps, sandbox)
  return db.$count(
    domains,
    and(inArray(domains.name, [...names]), or(ne(domains.status, 'done'), isNotNull(domains.changing))),
  )
}

/** Counts the hints that a customer's page is sent. */
function countHints(stream: Response) {
  const seen = { hints: 0 }
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of stream.body ?? [])
      seen.hints += decoder.decode(chunk as Uint8Array).split('event: changed').length - 1
  })().catch(() => {})
  return { seen, reading }
}

const jobsDone = async () =>
  (
    await pair.primary.ask<{ n: number }>(
      `select count(*)::int as n from jobs.job where state = 'completed'`,
      'inboxyard',
    )
  )[0]?.n ?? 0

/** How far these have come, and what runs or waits at the database: why one of these tests failed. */
async function whatStands(names: readonly string[]): Promise<string> {
  const list = names.map((name) => `'${name}'`).join(', ')
  const statements = [
    `select name, status, changing from domains where name in (${list})`,
    `select name, wanted_rev, done_rev, attempts, step, problem, next_run_at - now() as due, lease_until - now() as lease
      from domain_names where name in (${list})`,
    `select application_name, state, wait_event, now() - query_start as since, left(query, 80) as query
      from pg_stat_activity where datname = 'inboxyard' and state <> 'idle'`,
    'select * from pg_stat_replication',
  ]
  const rows = await Promise.all(statements.map((each) => pair.primary.ask(each, 'inboxyard')))
  return rows.map((each) => JSON.stringify(each)).join('\n')
}

/** What a pooler passes on with no connection. */
async function expectLimitsAtRole(): Promise<void> {
  const settings = await pair.primary.ask<{ setting: string }>(
    'select unnest(setconfig) as setting from pg_db_role_setting',
  )
  expect(settings.map(({ setting }) => setting)).toContain('statement_timeout=30000')
}

test.each([
  { lost: 'is killed', signal: 'SIGKILL', through: 'directly' },
  { lost: 'is killed', signal: 'SIGKILL', through: 'through PgBouncer' },
  { lost: 'goes silent', signal: 'SIGSTOP', through: 'directly' },
  { lost: 'goes silent', signal: 'SIGSTOP', through: 'through PgBouncer' },
] as const)(
  'the primary $lost under load and its standby is promoted, with the product connected $through: nothing acknowledged is lost, and all goes on by itself',
  { tags: ['fault-66'] },
  async ({ signal, through }) => {
    await db.delete(vendorLimits)
    const env: Record<string, string> =
      through === 'directly' ? {} : { DATABASE_URL: pair.poolerUrl, DATABASE_DIRECT_URL: pair.url }
    const people = await Promise.all([1, 2, 3, 4].map(customerWithDomain))
    const names = people.map(({ domain }) => domain)
    const [web, worker] = await Promise.all([
      startProcess(world, 'web', env),
      startProcess(world, 'worker', env),
    ])
    onTestFailed(async () => {
      console.log(await whatStands(names))
      for (const each of [web, worker]) console.log(each.log().split('\n').slice(-100).join('\n'))
    })
    const [first] = people as [(typeof people)[number]]
    const page = countHints(await first.ask(web)('/api/events'))
    const refused = new Set<string>()
    const writings = people.map(({ ask, domain }) => keepWriting(domain, refused, ask(web)))
    const acknowledged = () => writings.reduce((sum, each) => sum + each.acknowledged, 0)
    await expect.poll(acknowledged, { timeout: 60_000, interval: 5 }).toBeGreaterThan(20)
    expect([...refused]).toEqual([])

    pair.primary.signal(signal)
    await expect.poll(() => refused.size, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0)
    await pair.promote()
    const promoted = performance.now()
    const since = () => performance.now() - promoted
    const sentBefore = writings.map(({ sent }) => sent)
    const [jobsBefore, hintsBefore] = [await jobsDone(), page.seen.hints]
    const goesOn = (what: () => Promise<boolean>) =>
      expect.poll(what, { timeout: 60_000, interval: 20 }).toBe(true).then(since)
    const times = await Promise.all([
      goesOn(async () => writings.every((each, at) => each.acknowledged > (sentBefore[at] ?? 0))),
      goesOn(async () => (await jobsDone()) > jobsBefore),
      goesOn(async () => page.seen.hints > hintsBefore),
    ])
    console.log(
      `Went on after ${times.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', ')}: requests, jobs, hints.`,
    )
    expect(Math.max(...times)).toBeLessThan(targetMs)
    if (through === 'through PgBouncer') await expectLimitsAtRole()

    for (const each of writings) await each.stop()
    expect([...refused]).toEqual([
      '503, Retry-After 2: The database is not available right now. Please try again in a moment.',
    ])
    const rows = await db.select().from(domains).where(inArray(domains.name, names))
    for (const { domain, acknowledged: last, sent } of writings) {
      const kept = rows.find(({ name }) => name === domain)?.forwardingUrl
      const possible = Array.from({ length: sent - last + 1 }, (_, at) => `https://${targetOf(last + at)}`)
      expect(possible).toContain(kept)
    }
    await expect.poll(() => unfinished(names), { timeout: 120_000, interval: 100 }).toBe(0)
    console.log(`All set up ${(since() / 1000).toFixed(1)} s after the promotion.`)
    const differences = await Promise.all(names.map((name) => vendorDifferences(deps, sandbox, name)))
    expect(differences.flat()).toEqual([])
    expect([await worker.stop(), await web.stop()]).toEqual([0, 0])
    await page.reading
    await pair.restore()
  },
)

test('a primary that was replaced and comes back without knowing it is written to by nobody', {
  tags: ['fault-66'],
}, async () => {
  pair.primary.signal('SIGKILL')
  await pair.promote()
  const [returned, primary] = [pair.standby, pair.primary]
  await returned.start()
  expect(await returned.ask('select pg_is_in_recovery() as is')).toEqual([{ is: false }])
  const fresh = createDatabase(`${pair.url}?application_name=fresh`, {
    max: 1,
    log: pino({ level: 'silent' }),
  })
  const at = await fresh.db.execute(sql`select inet_server_port() as port`)
  expect(at.rows).toEqual([{ port: primary.port }])
  await fresh.close()
})
