import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { createLog } from '#base/telemetry/log.ts'
import type { TestAnswer } from '#tests/server/test-app.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { demoInstantly } from '#vendors/instantly/simulator/demo.ts'
import { type FaultKind, faultKinds } from '#vendors/sandbox/faults.ts'
import { demoSmartlead } from '#vendors/smartlead/simulator/demo.ts'
import { createBulkJobRunner } from './run-bulk-job.ts'

const lines: string[] = []
const world = await createTestWorld({
  log: createLog('trace', { write: (line) => void lines.push(line) }),
})
const { deps, sandbox, app } = world
const urls: string[] = []
app.addHook('onRequest', async (request) => void urls.push(request.url))
const runner = createBulkJobRunner(deps)
const customer = await world.customer()

const secrets = {
  cookie: demoInstantly.session,
  'X-Org-Auth': demoInstantly.orgAuth,
  'Instantly key': demoInstantly.apiKey,
  JWT: demoSmartlead.jwt,
  'Smartlead key': demoSmartlead.apiKey,
  // Refused by both tools.
  'mistyped secret': 'mistyped-secret-8b1f3f7c2d',
}
const wrong = secrets['mistyped secret']
const browser = { cookie: demoInstantly.session, org_auth: demoInstantly.orgAuth }
const said: string[] = []

async function say(path: string, body: object): Promise<TestAnswer> {
  const answer = await customer.post(path, body)
  said.push(JSON.stringify(answer.body))
  return answer
}
async function update(path: string, body: object): Promise<void> {
  const { body: started } = await say(path, body)
  if (!started.jobId) return
  await runner.run(started.jobId)
  said.push(JSON.stringify((await customer.get(`/api/jobs/${started.jobId}`)).body))
  await say(`/api/jobs/${started.jobId}/cancel`, {})
}

const instantly = [
  browser,
  { api_key: demoInstantly.apiKey },
  { ...browser, cookie: wrong },
  { api_key: wrong },
]
const smartlead = [
  { token: demoSmartlead.jwt },
  { api_key: demoSmartlead.apiKey },
  { token: wrong },
  { api_key: wrong },
]
const domain = demoInstantly.domains[0].name

async function fetchByAll(): Promise<void> {
  for (const access of instantly)
    await say('/api/instantly', { operation: 'fetch-accounts', ...access, domain_search: domain })
  for (const access of smartlead)
    await say('/api/smartlead/accounts', { ...access, domains: [demoSmartlead.domains[0].name] })
}

async function updateByAll(): Promise<void> {
  const emails = [`a.hart@${domain}`]
  for (const access of instantly) {
    await update('/api/instantly', { operation: 'enable-warmup', ...access, emails })
    const matched_emails = emails.map((email) => ({ email, signature: '<b>Jane</b>' }))
    await update('/api/instantly', { operation: 'update-signatures', ...access, matched_emails })
  }
  for (const access of smartlead) {
    const accounts = [{ id: 1 }]
    await update('/api/smartlead/update-tags', { ...access, accounts, tags: ['spring'] })
    const settings = { messagePerDay: 2, minTimeToWaitInMins: 60 }
    await update('/api/smartlead/update-outbound', { ...access, accounts, settings })
  }
}

/** Whatever stands in any row of any table, jobs of the queue included. */
async function everyRow(): Promise<string> {
  const { rows: tables } = await deps.db.execute<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`)
  expect(tables.map(({ name }) => name)).toContain('public.bulk_jobs')
  const dumps: string[] = []
  for (const { name } of tables) {
    const { rows } = await deps.db.execute(sql`select to_jsonb(t) as row from ${sql.raw(name)} t`)
    dumps.push(JSON.stringify(rows))
  }
  return dumps.join('\n')
}

afterEach(() => sandbox.faults.clear())

async function expectNoSecret(): Promise<void> {
  const places = {
    log: lines.join(''),
    answers: said.join('\n'),
    addresses: urls.join('\n'),
    rows: await everyRow(),
  }
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(100)
    for (const [what, secret] of Object.entries(secrets))
      expect(
        text.includes(secret) || text.includes(encodeURIComponent(secret)),
        `${what} in the ${place}`,
      ).toBe(false)
  }
}

test('no credential of a customer stands in a log line, an answer, an address or a row', async () => {
  await fetchByAll()
  await updateByAll()
  expect(lines.join('')).toContain('"vendor":"smartlead"')
  await expectNoSecret()
})

// Ten minutes without an answer, and 30 MB on every call, are the adapters' own tests.
const lasting: readonly FaultKind[] = ['timeout', 'slow', 'huge', '429', '429_bare']
const quick = faultKinds.filter((kind) => !lasting.includes(kind))
test.each<FaultKind>(quick)('nor while the tool fails: %s', async (kind) => {
  for (const vendor of ['instantly', 'smartlead'])
    sandbox.faults.add({ kind, vendor, times: 100, retryAfter: 0 })
  await fetchByAll()
  await expectNoSecret()
})
