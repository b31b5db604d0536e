import { setImmediate } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#base/db/client.ts'
import { auditLog, bulkJobAccounts, bulkJobs, customers, helperCredentials } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { closeCustomer } from '#features/customers/server/close-customer.ts'
import { setCustomerAccess } from '#features/customers/server/customer-access.ts'
import { eraseCustomer } from '#features/customers/server/erase-customer.ts'
import { addInstantlySenders } from '#tests/server/instantly-senders.ts'
import { beforeCommit, meet } from '#tests/server/meet.ts'
import { keepOthers } from '#tests/server/others.ts'
import { addSmartleadSenders } from '#tests/server/smartlead-senders.ts'
import type { TestAnswer } from '#tests/server/test-app.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { Vendors } from '#vendors/client/vendors.ts'
import { demoInstantly } from '#vendors/instantly/simulator/demo.ts'
import type { BulkTool } from '#vendors/ports/bulk-tools.ts'
import { demoSmartlead } from '#vendors/smartlead/simulator/demo.ts'
import type { InstantlyAccount } from '../rules/instantly.ts'
import { signatureMaxLength, signatureMessages, signaturesMax } from '../rules/signature.ts'
import { createBulkJobRunner } from './run-bulk-job.ts'
import { sweepBulkJobs } from './sweep-bulk-jobs.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const besides = keepOthers(db)
const runner = createBulkJobRunner(deps)

const browser = { cookie: demoInstantly.session, org_auth: demoInstantly.orgAuth }
const apiKey = 'bulk-test-key-0123456789abcdef'
const jwt = { token: demoSmartlead.jwt }
const domain = 'bulkbright.com'
const emails = Array.from({ length: 1_000 }, (_, at) => `sender${String(at).padStart(4, '0')}@${domain}`)
const settings = {
  daily_limit: 11,
  sending_gap: 21,
  warmup_limit: 6,
  warmup_increment: 2,
  warmup_reply_rate_percent: 45,
}

await addInstantlySenders(sandbox, apiKey, emails)

beforeEach(() => sandbox.faults.clear())

const customer = await world.customer()
await besides(customer.id, 'customer and order')
const fetchDemo = (more: object = {}) =>
  customer.post('/api/instantly', {
    operation: 'fetch-accounts',
    ...browser,
    domain_search: 'getlumenhq.com, trylumenhq.com',
    userEmail: 'jo@example.com',
    ...more,
  })

/** Starts an update, works on it as a worker would, and returns how it stands. */
async function update(path: string, body: object, by = customer) {
  const started = await by.post(path, body)
  expect(started).toMatchObject({ status: 200, body: { success: true } })
  await runner.run(started.body.jobId)
  return progress(started, by)
}
const progress = async (started: TestAnswer, by = customer) =>
  (await by.get(`/api/jobs/${started.body.jobId}`)).body
const updateAll = (more: object = {}) =>
  update('/api/instantly', {
    operation: 'update-accounts',
    api_key: apiKey,
    matched_emails: emails.map((email) => ({ email })),
    ...settings,
    ...more,
  })
const accountOf = async (email: string) => {
  const answer = await sandbox.fetch(
    `http://sandbox/instantly/api/v2/accounts/${encodeURIComponent(email)}`,
    {
      headers: { authorization: `Bearer ${apiKey}` },
    },
  )
  return (await answer.json()) as Record<string, unknown>
}

/**
 * Works on an update of settings; right before one of its calls something else happens, which ends it. One of the
 * calls before reads the first account back.
 */
async function runInterrupted(jobId: string, atCall: number, happen: () => Promise<unknown>): Promise<void> {
  let calls = 0
  let happening: Promise<unknown> | undefined
  const interrupted = (tool: BulkTool): BulkTool => ({
    ...tool,
    updateSettings: (ids, values, ctx) =>
      tool.updateSettings(ids, values, {
        ...ctx,
        async beforeCall() {
          if (++calls < atCall) return undefined
          happening ??= happen()
          await happening
          // Held up until the runner has noticed, and forbids them.
          for (;;) {
            await ctx?.beforeCall?.()
            await setImmediate()
          }
        },
      }),
  })
  const bulkTool: Vendors['bulkTool'] = (access) => interrupted(deps.vendors.bulkTool(access))
  await createBulkJobRunner({ ...deps, vendors: { ...deps.vendors, bulkTool } }).run(jobId)
}

describe('fetching accounts', () => {
  test('answers those of the domains, as the wizard reads them', async () => {
    const { body } = await fetchDemo()
    expect(body).toMatchObject({ success: true, message: 'Found 42 accounts.' })
    expect(body.accounts).toHaveLength(42)
    expect(body.accounts[0]).toEqual({
      email: 'a.hart@getlumenhq.com',
      stat_warmup_score: 95,
      payload: { name: { first: 'Amelia', last: 'Hart' }, daily_limit: 30 },
      // What stands there, as far as a signed-in browser is shown it.
      current: {
        warmupOn: true,
        warmupLimit: 10,
        warmupIncrement: 0,
        replyRatePercent: 30,
        dailyLimit: 30,
        signature: '',
        tags: [],
      },
    })
  })

  test('says which domains have no accounts', async () => {
    const some = await fetchDemo({ domain_search: 'getlumenhq.com, nothing-here.com' })
    expect(some.body.message).toBe('Found 21 accounts. There are none on nothing-here.com.')
    const none = await fetchDemo({ domain_search: 'nothing-here.com' })
    expect(none.body).toMatchObject({ success: false, accounts: [] })
    expect(none.body.message).toMatch(/^Instantly has no accounts on nothing-here\.com\. Please check/)
  })

  test('tells in clear words that the cookie has expired', async () => {
    const { status, body } = await fetchDemo({ cookie: 'old' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: false,
      message:
        'Instantly refused the credentials: the cookie or the X-Org-Auth token is no longer valid; copy both again from a signed-in browser.',
    })
  })

  test('tells in clear words that the workspace is another one', async () => {
    const { body } = await fetchDemo({ org_auth: 'org-token-of-another-workspace-0123456789' })
    expect(body.success).toBe(false)
    expect(body.message).toBe(
      'Instantly refused the credentials: this is not allowed: You are not a member of this workspace.',
    )
  })

  test('tells in clear words that the JWT has expired', async () => {
    const { body } = await customer.post('/api/smartlead/accounts', {
      token: 'old',
      domains: ['northwindhq.com'],
    })
    expect(body.success).toBe(false)
    expect(body.message).toMatch(/^Smartlead refused the credentials: the token has expired/)
  })

  test('tells how long the tool asks to wait', async () => {
    sandbox.faults.add({ kind: '429', vendor: 'instantly', retryAfter: 60, times: 20 })
    const instantly = await fetchDemo()
    expect(instantly.body).toMatchObject({
      success: false,
      message: expect.stringMatching(/^Instantly asks to wait \d+ s\. /),
    })
    sandbox.faults.clear()
    sandbox.faults.add({ kind: '429', vendor: 'smartlead', retryAfter: 900, times: 20 })
    const smartlead = await customer.post('/api/smartlead/accounts', { ...jwt, domains: ['northwindhq.com'] })
    expect(smartlead.body.message).toBe('Smartlead asks to wait 15 min. Please try again after that.')
  })

  test('answers the total of Smartlead with the accounts found, and none as a success', async () => {
    const found = await customer.post('/api/smartlead/accounts', { ...jwt, domains: ['northwindhq.com'] })
    expect(found.body).toMatchObject({ success: true, total: 210 })
    expect(found.body.accounts).toHaveLength(21)
    const none = await customer.post('/api/smartlead/accounts', { ...jwt, domains: ['nothing-here.com'] })
    expect(none.body).toMatchObject({ success: true, accounts: [], total: 210 })
  })

  test('is refused where fields are missing, in the words of the form', async () => {
    const { status, body } = await fetchDemo({ cookie: '', domain_search: '' })
    expect(status).toBe(400)
    expect(body.fields).toMatchObject({ domain_search: 'At least one domain is required' })
  })

  test('is for signed-in customers', async () => {
    const answer = await world.visitor().post('/api/instantly', { operation: 'fetch-accounts', ...browser })
    expect(answer.status).toBe(401)
  })
})

describe('credentials that worked', () => {
  test('are kept sealed, for this customer alone, until they are deleted', async () => {
    await fetchDemo()
    const mine = await customer.get('/api/instantly/credentials')
    expect(mine.body).toMatchObject({
      success: true,
      credentials: {
        cookie: expect.stringMatching(/^\[stored \*{4}.{0,4} [\w-]{43}\]$/),
        org_auth: expect.stringMatching(/^\[stored \*{4}.{0,4} [\w-]{43}\]$/),
      },
    })
    expect(JSON.stringify(mine.body)).not.toContain(browser.cookie)
    expect(JSON.stringify(mine.body)).not.toContain(browser.org_auth)
    expect(Date.parse(mine.body.expiresAt)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    const rows = JSON.stringify(await db.select().from(helperCredentials))
    expect(rows).not.toContain(browser.cookie)
    expect(rows).not.toContain(browser.org_auth)

    const stranger = await world.customer()
    expect((await stranger.get('/api/instantly/credentials')).body).toEqual({
      success: true,
      credentials: null,
    })

    const headers = { origin: deps.config.publicUrl, 'x-requested-with': 'XMLHttpRequest' }
    await customer.raw({ method: 'DELETE', url: '/api/instantly/credentials', headers })
    expect((await customer.get('/api/instantly/credentials')).body.credentials).toBeNull()
  })

  test('are not kept when the customer says so, nor when they were refused', async () => {
    const person = await world.customer()
    const fetchBy = (more: object) =>
      person.post('/api/smartlead/accounts', { ...jwt, domains: ['northwindhq.com'], ...more })
    await fetchBy({ remember: false })
    await fetchBy({ token: 'old' })
    expect((await person.get('/api/smartlead/token')).body).toEqual({ success: true, token: null })
    await fetchBy({})
    expect((await person.get('/api/smartlead/token')).body.token).toMatch(/^\[stored /)
  })

  test('are taken in their place as markers, by searches and updates alike, and every use is noted', async () => {
    const person = await world.customer()
    const search = { operation: 'fetch-accounts', domain_search: demoInstantly.domains[0].name }
    await person.post('/api/instantly', { ...search, ...browser })
    const { credentials } = (await person.get('/api/instantly/credentials')).body
    const again = await person.post('/api/instantly', { ...search, ...credentials })
    expect(again.body).toMatchObject({ success: true })
    expect(again.body.accounts.length).toBeGreaterThan(0)
    // Keeping the same once more leaves the page's markers as they are, also beside a newly typed value.
    const mixed = { ...credentials, org_auth: browser.org_auth }
    expect((await person.post('/api/instantly', { ...search, ...mixed })).body.success).toBe(true)
    const emails = [again.body.accounts[0].email]
    const update = await person.post('/api/instantly', { operation: 'enable-warmup', ...credentials, emails })
    expect(update).toMatchObject({ status: 200, body: { success: true } })
    const [job] = await db.select().from(bulkJobs).where(eq(bulkJobs.id, update.body.jobId))
    const sealed = deps.secrets.open(job?.credentials ?? '', placeOf.bulkJob(update.body.jobId))
    expect(JSON.parse(sealed)).toEqual({ kind: 'browser', cookie: browser.cookie, orgAuth: browser.org_auth })
    await runner.run(update.body.jobId)
    const used = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.customerId, person.id), eq(auditLog.action, 'stored_credentials.used')))
    expect(used.map(({ data, address }) => ({ data, hasAddress: address !== null }))).toEqual(
      [1, 2, 3].map(() => ({ data: { tool: 'instantly' }, hasAddress: true })),
    )
  })

  test('are opened by nobody else’s marker, by no other tool or field, and not once they are deleted', async () => {
    const owner = await world.customer()
    const thief = await world.customer()
    const domains = ['northwindhq.com']
    for (const person of [owner, thief]) await person.post('/api/smartlead/accounts', { ...jwt, domains })
    const { token } = (await owner.get('/api/smartlead/token')).body
    const notStored = {
      status: 422,
      body: {
        message: 'The stored credentials have changed, expired or been deleted. Please enter them again.',
      },
    }
    const ask = (person: typeof owner, body: object) =>
      person.post('/api/smartlead/accounts', { domains, ...body })
    expect(await ask(thief, { token })).toMatchObject(notStored)
    expect(await ask(owner, { api_key: token })).toMatchObject(notStored)
    expect(await ask(owner, { token: `${token.slice(0, -2)}x]` })).toMatchObject(notStored)
    const wrongTool = { operation: 'enable-warmup', api_key: token, emails: ['a@b.test'] }
    expect(await owner.post('/api/instantly', wrongTool)).toMatchObject(notStored)
    expect((await ask(owner, { token })).body.success).toBe(true)
    const headers = { origin: deps.config.publicUrl, 'x-requested-with': 'XMLHttpRequest' }
    await owner.raw({ method: 'DELETE', url: '/api/smartlead/token', headers })
    expect(await ask(owner, { token })).toMatchObject(notStored)
  })

  test('are not handed out once they have expired, and go with the next sweep', async () => {
    await fetchDemo()
    await db.update(helperCredentials).set({ expiresAt: new Date(Date.now() - 1) })
    expect((await customer.get('/api/instantly/credentials')).body.credentials).toBeNull()
    await sweepBulkJobs(deps)
    expect(await db.$count(helperCredentials)).toBe(0)
  })
})

describe('an update', () => {
  test('changes a thousand accounts and reads them back', async () => {
    const job = await updateAll()
    expect(job).toMatchObject({ status: 'done', total: 1_000, finished: 1_000, failed: 0, confirmed: 1_000 })
    expect(await accountOf(emails[999] as string)).toMatchObject({
      daily_limit: 11,
      sending_gap: 21,
      warmup: { limit: 6, increment: '2', reply_rate: 45 },
    })
    const [row] = await db.select().from(bulkJobs).where(eq(bulkJobs.id, job.jobId))
    expect(row?.credentials).toBeNull()
  })

  test('continues without the one account that fails, says why, and tries only that one again', async () => {
    sandbox.faults.add({ kind: '500', vendor: 'instantly', path: 'sender0500', times: 50 })
    const job = await updateAll({ daily_limit: 12 })
    expect(job).toMatchObject({ status: 'done', finished: 1_000, failed: 1, confirmed: 999 })
    expect(job.failures).toEqual([{ account: emails[500], reason: expect.any(String) }])
    sandbox.faults.clear()
    const again = await update(`/api/jobs/${job.jobId}/retry`, { api_key: apiKey })
    expect(again).toMatchObject({ status: 'done', total: 1, finished: 1, failed: 0, confirmed: 1 })
    const nothing = await customer.post(`/api/jobs/${again.jobId}/retry`, { api_key: apiKey })
    expect(nothing.status).toBe(422)
  })

  test('waits when the vendor says 429 in the middle, and leaves nobody out', async () => {
    sandbox.faults.add({
      kind: '429',
      vendor: 'instantly',
      method: 'PATCH',
      skip: 500,
      times: 5,
      retryAfter: 1,
    })
    const job = await updateAll({ daily_limit: 13 })
    expect(job).toMatchObject({ status: 'done', finished: 1_000, failed: 0, confirmed: 1_000 })
  })

  test('notices when the vendor says yes and does nothing', { tags: ['fault-47'] }, async () => {
    sandbox.faults.add({
      kind: 'false_success',
      vendor: 'instantly',
      path: '/app/backend/api/v1/account/warmup/enable',
      times: 1_000,
    })
    const { accounts } = (await fetchDemo({ domain_search: 'getlumenhq.com' })).body
    const off = accounts.filter((account: { stat_warmup_score: number | null }) => !account.stat_warmup_score)
    expect(off.length).toBeGreaterThan(0)
    const job = await update('/api/instantly', {
      operation: 'enable-warmup',
      ...browser,
      emails: off.map((account: { email: string }) => account.email),
    })
    expect(job).toMatchObject({ status: 'done', finished: off.length, failed: off.length, confirmed: 0 })
    expect(job.failures[0].reason).toBe('Instantly said yes, but the account did not change')
  })

  test('switches warm-up on, but for the account that is barred from it', async () => {
    const all = demoInstantly.domains.map(({ name }) => name).join(',')
    const { accounts } = (await fetchDemo({ domain_search: all })).body
    const job = await update('/api/instantly', {
      operation: 'enable-warmup',
      api_key: demoInstantly.apiKey,
      emails: accounts.map((account: { email: string }) => account.email),
    })
    const unchanged = accounts.filter((account: InstantlyAccount) => account.current?.warmupOn).length
    expect(unchanged).toBeGreaterThan(0)
    expect(job).toMatchObject({
      status: 'done',
      total: 252,
      finished: 252,
      failed: 1,
      unchanged,
      confirmed: 251 - unchanged,
    })
    expect(job.failures[0].reason).toBe('Instantly did not switch warm-up on for this account')
  })

  test('stops when the credentials expire, and continues with fresh ones for those that are left', async () => {
    const started = await customer.post('/api/instantly', {
      operation: 'enable-warmup',
      cookie: 'expired',
      org_auth: browser.org_auth,
      emails: emails.slice(0, 3),
    })
    await runner.run(started.body.jobId)
    const job = await progress(started)
    expect(job).toMatchObject({ status: 'failed', total: 3, finished: 0 })
    expect(job.problem).toMatch(/^Instantly refused the credentials: the cookie/)
    const again = await update(`/api/jobs/${job.jobId}/retry`, { api_key: apiKey })
    expect(again).toMatchObject({ status: 'done', total: 3, confirmed: 3 })
  })

  test('is the same one while it runs: a second press is refused and told which', async () => {
    const body = { operation: 'enable-warmup', api_key: apiKey, emails: emails.slice(0, 2) }
    const answers = await Promise.all([
      customer.post('/api/instantly', body),
      customer.post('/api/instantly', body),
    ])
    const [first, second] = answers.sort((a, b) => a.status - b.status) as [TestAnswer, TestAnswer]
    expect(first.status).toBe(200)
    expect(second).toMatchObject({
      status: 409,
      body: { details: { jobId: first.body.jobId }, message: expect.stringContaining('still running') },
    })
    const listed = (await customer.get('/api/jobs?tool=instantly')).body.jobs
    expect(listed[0]).toMatchObject({ jobId: first.body.jobId, status: 'queued', total: 2 })
    const cancelled = await customer.post(`/api/jobs/${first.body.jobId}/cancel`)
    expect(cancelled.body).toMatchObject({ status: 'cancelled', finished: 0 })
    await runner.run(first.body.jobId)
    expect(await progress(first)).toMatchObject({ status: 'cancelled', finished: 0 })
  })

  test("is nobody else's to see, cancel or try again", async () => {
    const started = await customer.post('/api/instantly', {
      operation: 'enable-warmup',
      api_key: apiKey,
      emails: emails.slice(500, 501),
    })
    const stranger = await world.customer()
    const at = `/api/jobs/${started.body.jobId}`
    expect((await stranger.get(at)).status).toBe(404)
    expect((await stranger.post(`${at}/cancel`)).status).toBe(404)
    expect((await stranger.post(`${at}/retry`, { api_key: apiKey })).status).toBe(404)
    await runner.run(started.body.jobId)
    expect(await progress(started)).toMatchObject({ status: 'done', confirmed: 1 })
  })

  test('is cancelled in the middle: what was done stays, the rest is left as it is', async () => {
    const started = await customer.post('/api/instantly', {
      operation: 'update-accounts',
      api_key: apiKey,
      matched_emails: emails.map((email) => ({ email })),
      ...settings,
      daily_limit: 14,
    })
    await runInterrupted(started.body.jobId, 201, () =>
      customer.post(`/api/jobs/${started.body.jobId}/cancel`),
    )
    const job = await progress(started)
    expect(job).toMatchObject({ status: 'cancelled', total: 1_000 })
    expect(job.finished).toBe(199)
    expect(await accountOf(emails[999] as string)).toMatchObject({ daily_limit: 13 })
  })

  test('ends when its customer is erased, and nothing is kept of it', async () => {
    const person = await world.customer()
    const started = await person.post('/api/instantly', {
      operation: 'update-accounts',
      api_key: apiKey,
      matched_emails: emails.map((email) => ({ email })),
      ...settings,
      daily_limit: 15,
    })
    const { jobId } = started.body
    await runInterrupted(jobId, 201, () => eraseCustomer(deps, person.email))
    expect(await accountOf(emails[999] as string)).toMatchObject({ daily_limit: 13 })
    expect(await db.$count(bulkJobs, eq(bulkJobs.id, jobId))).toBe(0)
    expect(await db.$count(bulkJobAccounts, eq(bulkJobAccounts.jobId, jobId))).toBe(0)
    await runner.run(jobId)
    expect(await accountOf(emails[999] as string)).toMatchObject({ daily_limit: 13 })
  })

  const stops = {
    closed: (email: string) => closeCustomer(deps, email),
    suspended: (email: string) => setCustomerAccess(deps, email, 'suspended'),
  }
  test.each(Object.entries(stops))(
    'ends when its customer is %s, and its credentials go',
    async (_, stop) => {
      const person = await world.customer()
      const before = (await accountOf(emails[999] as string)).daily_limit
      await person.post('/api/instantly', {
        operation: 'fetch-accounts',
        ...browser,
        domain_search: 'getlumenhq.com',
        userEmail: person.email,
      })
      expect(await db.$count(helperCredentials, eq(helperCredentials.customerId, person.id))).toBe(1)
      const started = await person.post('/api/instantly', {
        operation: 'update-accounts',
        api_key: apiKey,
        matched_emails: emails.map((email) => ({ email })),
        ...settings,
        daily_limit: 16,
      })
      const { jobId } = started.body
      await runInterrupted(jobId, 201, () => stop(person.email))
      expect(await accountOf(emails[999] as string)).toMatchObject({ daily_limit: before })
      const [job] = await db.select().from(bulkJobs).where(eq(bulkJobs.id, jobId))
      expect(job).toMatchObject({
        status: 'cancelled',
        credentials: null,
        problem: 'It was ended because the account was suspended, disabled or closed.',
      })
      const updated = and(eq(bulkJobAccounts.jobId, jobId), eq(bulkJobAccounts.outcome, 'updated'))
      expect(await db.$count(bulkJobAccounts, updated)).toBe(199)
      expect(await db.$count(helperCredentials, eq(helperCredentials.customerId, person.id))).toBe(0)
      await runner.run(jobId)
      expect(await db.$count(bulkJobAccounts, updated)).toBe(199)
    },
  )

  test('is not begun by a worker once its customer is stopped, whatever its row says', async () => {
    const person = await world.customer()
    const started = await person.post('/api/instantly', {
      operation: 'enable-warmup',
      api_key: apiKey,
      emails: emails.slice(0, 2),
    })
    await db.update(customers).set({ disabledAt: new Date() }).where(eq(customers.id, person.id))
    await runner.run(started.body.jobId)
    const [job] = await db.select().from(bulkJobs).where(eq(bulkJobs.id, started.body.jobId))
    expect(job).toMatchObject({ status: 'cancelled', credentials: null })
  })

  test('that is being started while its customer is suspended is not started', async () => {
    const person = await world.customer()
    const suspend = async (tx: Db) => {
      await tx.update(customers).set({ suspendedAt: new Date() }).where(eq(customers.id, person.id))
    }
    const met = await meet(db, beforeCommit(db, suspend), () =>
      person.post('/api/instantly', {
        operation: 'enable-warmup',
        api_key: apiKey,
        emails: emails.slice(0, 2),
      }),
    )
    expect(met).toEqual([undefined, expect.objectContaining({ status: 401 })])
    expect(await db.$count(bulkJobs, eq(bulkJobs.customerId, person.id))).toBe(0)
  })

  test('whose wake-up was lost is found by the sweep', async () => {
    const started = await customer.post('/api/instantly', {
      operation: 'enable-warmup',
      api_key: apiKey,
      emails: emails.slice(0, 1),
    })
    const woken: string[] = []
    const queue = {
      ...deps.queue,
      add: async (_tx: unknown, _kind: string, jobs: readonly unknown[]) => {
        woken.push(...(jobs as { jobId: string }[]).map(({ jobId }) => jobId))
      },
    }
    await sweepBulkJobs({ db, queue: queue as typeof deps.queue })
    expect(woken).toEqual([])
    await db
      .update(bulkJobs)
      .set({ createdAt: new Date(Date.now() - 60_000) })
      .where(eq(bulkJobs.id, started.body.jobId))
    await sweepBulkJobs({ db, queue: queue as typeof deps.queue })
    expect(woken).toEqual([started.body.jobId])
    await runner.run(started.body.jobId)
  })

  test('continues with the accounts of a worker that died, once it has shown no sign of life', async () => {
    const started = await customer.post('/api/instantly', {
      operation: 'enable-warmup',
      api_key: apiKey,
      emails: emails.slice(600, 604),
    })
    await db
      .update(bulkJobAccounts)
      .set({ at: new Date() })
      .where(eq(bulkJobAccounts.jobId, started.body.jobId))
    await createBulkJobRunner(deps, { leaseMs: 300 }).run(started.body.jobId)
    expect(await progress(started)).toMatchObject({ status: 'done', finished: 4, confirmed: 4 })
  })
})

describe('signatures', () => {
  test('reach the vendor as safe HTML, each name its own', async () => {
    const job = await update('/api/instantly', {
      operation: 'update-signatures',
      api_key: apiKey,
      matched_emails: [
        { email: emails[0], signature: '<p onclick="x()">Jane<script>alert(1)</script></p>' },
        { email: emails[1], signature: 'John\nRoe' },
      ],
    })
    expect(job).toMatchObject({ status: 'done', confirmed: 2, failed: 0 })
    expect((await accountOf(emails[0] as string)).signature).toBe('<p>Jane</p>')
    expect((await accountOf(emails[1] as string)).signature).toBe('John<br />Roe')
  })

  test('are previewed as they will be kept, without anything being stored', async () => {
    const preview = (signature: string) => customer.post('/api/signatures/preview', { signature })
    const shown = await preview('<p onclick="x()">Jane<script>alert(1)</script></p>')
    expect(shown).toMatchObject({ status: 200, body: { html: '<p>Jane</p>' } })
    expect((await preview('<script>alert(1)</script>')).body).toEqual({ html: '', removed: ['<script>'] })
    // What is shown is what the tool is given, and text is text.
    const text = 'Jane Doe\nAcme Inc <jane@acme.com>\n+1 555'
    const { body } = await preview(text)
    expect(body).toEqual({
      html: 'Jane Doe<br />Acme Inc &lt;jane@acme.com&gt;<br />+1 555',
      removed: [],
    })
    await update('/api/instantly', {
      operation: 'update-signatures',
      api_key: apiKey,
      matched_emails: [{ email: emails[2], signature: text }],
    })
    expect((await accountOf(emails[2] as string)).signature).toBe(body.html)
  })

  test('that are too many, or too much altogether, are refused before any is cleaned', async () => {
    const send = (count: number, signature: (at: number) => string) =>
      customer.post('/api/instantly', {
        operation: 'update-signatures',
        api_key: apiKey,
        matched_emails: Array.from({ length: count }, (_, at) => ({
          email: `a${at}@${domain}`,
          signature: signature(at),
        })),
      })
    const many = await send(signaturesMax + 1, String)
    const much = await send(60, (at) => String(at).padEnd(signatureMaxLength, '<a'))
    for (const { status, body } of [many, much])
      expect({ status, message: body.message }).toEqual({ status: 422, message: signatureMessages.tooMany })
  })

  test('with nothing left to show are refused', async () => {
    const answer = await customer.post('/api/instantly', {
      operation: 'update-signatures',
      api_key: apiKey,
      matched_emails: [{ email: emails[0], signature: '<script>alert(1)</script>' }],
    })
    expect(answer.status).toBe(422)
  })

  test('of ten thousand accounts fit into one request', async () => {
    const signature = 'x'.repeat(1_000)
    const { status, body } = await customer.post('/api/instantly', {
      operation: 'update-signatures',
      api_key: apiKey,
      matched_emails: Array.from({ length: 10_000 }, (_, at) => ({ email: `a${at}@${domain}`, signature })),
    })
    expect(status).toBe(200)
    await customer.post(`/api/jobs/${body.jobId}/cancel`)
  })
})

describe('Smartlead', async () => {
  const found = await customer.post('/api/smartlead/accounts', { ...jwt, domains: ['northwindmail.com'] })
  const accounts = found.body.accounts.map(({ id }: { id: number }) => ({ id }))
  const warmup = {
    maxEmailPerDay: 5,
    replyRate: 60,
    isRampupEnabled: true,
    rampupValue: 1,
    warmupTagIdentifier: 'tryit-inboxyard',
    status: 'ACTIVE',
  }

  test('takes all four updates with a JWT', async () => {
    const results = [
      await update('/api/smartlead/update-warmup', { ...jwt, accounts, settings: warmup }),
      await update('/api/smartlead/update-outbound', {
        ...jwt,
        accounts,
        settings: { messagePerDay: 2, minTimeToWaitInMins: 60 },
      }),
      await update('/api/smartlead/update-tags', { ...jwt, accounts, tags: ['spring', 'northwind'] }),
      await update('/api/smartlead/update-signature', { ...jwt, accounts, signature: '<b>Jane</b>' }),
    ]
    for (const job of results) expect(job).toMatchObject({ status: 'done', finished: 21 })
    expect(results[2]).toMatchObject({ failed: 0, confirmed: 21 })
    // What this way in does not show is neither confirmed nor denied.
    expect(results[3]).toMatchObject({ failed: 0, confirmed: 0 })
  })

  test('takes them with an API key, and reads the signature back', async () => {
    const key = { api_key: demoSmartlead.apiKey }
    const signed = await update('/api/smartlead/update-signature', {
      ...key,
      accounts,
      signature: '<b>Jane Doe</b>',
    })
    expect(signed).toMatchObject({ status: 'done', failed: 0, confirmed: 21 })
    const refused = await customer.post('/api/smartlead/update-warmup', {
      ...key,
      accounts,
      settings: warmup,
    })
    expect(refused).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('between 5 and 20') },
    })
  })

  describe('of a thousand accounts', async () => {
    const ids = await addSmartleadSenders(sandbox, apiKey, emails)
    const barred = ids[500] as number
    const outbound = (messagePerDay: number) =>
      update('/api/smartlead/update-outbound', {
        api_key: apiKey,
        accounts: ids.map((id) => ({ id })),
        settings: { messagePerDay, minTimeToWaitInMins: 60 },
      })

    test('continues without the one that fails, says why, and tries only that one again', async () => {
      sandbox.faults.add({
        kind: '500',
        vendor: 'smartlead',
        method: 'POST',
        path: `/email-accounts/${barred}?`,
        times: 50,
      })
      const job = await outbound(7)
      expect(job).toMatchObject({ status: 'done', finished: 1_000, failed: 1, confirmed: 999 })
      expect(job.failures).toEqual([{ account: String(barred), reason: expect.any(String) }])
      sandbox.faults.clear()
      const again = await update(`/api/jobs/${job.jobId}/retry`, { api_key: apiKey })
      expect(again).toMatchObject({ status: 'done', total: 1, finished: 1, failed: 0, confirmed: 1 })
    })

    test('waits when the vendor says 429 in the middle, and leaves nobody out', async () => {
      sandbox.faults.add({
        kind: '429',
        vendor: 'smartlead',
        method: 'POST',
        path: '/email-accounts/',
        skip: 500,
        times: 5,
        retryAfter: 1,
      })
      expect(await outbound(8)).toMatchObject({
        status: 'done',
        finished: 1_000,
        failed: 0,
        confirmed: 1_000,
      })
      expect(sandbox.faults.list()).toEqual([])
    })
  })
})
