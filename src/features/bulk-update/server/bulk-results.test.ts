import { setImmediate } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { bulkJobAccounts, bulkJobs, outbox, vendorLimits } from '#base/db/schema/index.ts'
import { addInstantlySenders } from '#tests/server/instantly-senders.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { demoSmartlead } from '#vendors/smartlead/simulator/demo.ts'
import { bulkJobMessages } from '../rules/bulk-job.ts'
import { createBulkJobRunner } from './run-bulk-job.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const runner = createBulkJobRunner(deps)
let customer = await world.customer()
const key = { api_key: 'results-test-key-0123456789abcdef' }
const emails = Array.from({ length: 30 }, (_, at) => `s${String(at).padStart(2, '0')}@results.com`)
const [first, second] = emails as [string, string]
await addInstantlySenders(sandbox, key.api_key, emails)
// One customer may start no more in a minute than all tests together do.
beforeEach(async () => {
  sandbox.faults.clear()
  customer = await world.customer()
})

async function start(path: string, body: object): Promise<string> {
  const started = await customer.post(path, body)
  expect(started).toMatchObject({ status: 200, body: { success: true } })
  return started.body.jobId
}
async function update(path: string, body: object) {
  const jobId = await start(path, body)
  await runner.run(jobId)
  return progress(jobId)
}
/** Something else happens right before its tenth change; the calls after it wait until that is noticed. */
async function runInterrupted(jobId: string, happen: () => Promise<unknown>): Promise<void> {
  let calls = 0
  let happening: Promise<unknown> | undefined
  const bulkTool: typeof deps.vendors.bulkTool = (access) => {
    const tool = deps.vendors.bulkTool(access)
    return {
      ...tool,
      updateSettings: (ids, values, ctx) =>
        tool.updateSettings(ids, values, {
          ...ctx,
          async beforeCall() {
            if (++calls < 10) return undefined
            happening ??= happen()
            await happening
            for (;;) {
              await ctx?.beforeCall?.()
              await setImmediate()
            }
          },
        }),
    }
  }
  await createBulkJobRunner({ ...deps, vendors: { ...deps.vendors, bulkTool } }).run(jobId)
}
const progress = async (jobId: string) => (await customer.get(`/api/jobs/${jobId}`)).body
const resultsOf = async (jobId: string) => (await customer.get(`/api/jobs/${jobId}/accounts`)).body
const planOf = (jobId: string) => customer.get(`/api/jobs/${jobId}/undo`)
const undo = (jobId: string, body: object = key) => update(`/api/jobs/${jobId}/undo`, body)
const setDaily = (daily_limit: number, more: object = {}) => ({
  operation: 'update-accounts',
  ...key,
  matched_emails: emails.map((email) => ({ email })),
  daily_limit,
  ...more,
})
const accountOf = async (email: string) => {
  const answer = await sandbox.fetch(`http://sandbox/instantly/api/v2/accounts/${email}`, {
    headers: { authorization: `Bearer ${key.api_key}` },
  })
  return (await answer.json()) as {
    daily_limit: number
    sending_gap: number
    warmup_status: number
    timestamp_updated: string
  }
}

describe('settings that are left out', () => {
  test('stay as they are at the tool, and what stood there is kept with the job', async () => {
    const before = await accountOf(first)
    const job = await update('/api/instantly', setDaily(41))
    expect(job).toMatchObject({ status: 'done', confirmed: 30, unchanged: 0, canUndo: true })
    expect(await accountOf(first)).toEqual({
      ...before,
      daily_limit: 41,
      timestamp_updated: expect.anything(),
    })
    const results = await resultsOf(job.jobId)
    expect(results).toMatchObject({ tool: 'instantly', wanted: [{ dailyLimit: 41 }] })
    expect(results.accounts).toHaveLength(30)
    expect(results.accounts[0]).toMatchObject({
      account: first,
      email: first,
      outcome: 'updated',
      confirmed: true,
    })
    expect(Object.keys(results.accounts[0].before)).not.toContain('sendingGapMinutes')
  })

  test('are refused when all are', async () => {
    const answer = await customer.post('/api/instantly', { ...setDaily(1), daily_limit: undefined })
    expect(answer).toMatchObject({ status: 400, body: { message: bulkJobMessages.nothingToSet } })
  })
})

describe('accounts that have the values already', () => {
  test('are unchanged, and no call is made for them', async () => {
    await update('/api/instantly', setDaily(42))
    await update('/api/instantly', { ...setDaily(43), matched_emails: [{ email: first }] })
    const stamps = () => Promise.all(emails.map(async (email) => (await accountOf(email)).timestamp_updated))
    const [, ...before] = await stamps()
    const job = await update('/api/instantly', setDaily(42))
    expect(job).toMatchObject({ status: 'done', finished: 30, unchanged: 29, failed: 0, confirmed: 1 })
    const [, ...after] = await stamps()
    expect(after).toEqual(before)
    const [updated, unchanged] = (await resultsOf(job.jobId)).accounts
    expect(updated).toMatchObject({ outcome: 'updated', before: { dailyLimit: 43 } })
    expect(unchanged).toMatchObject({ outcome: 'unchanged', before: { dailyLimit: 42 } })
    expect(unchanged).not.toHaveProperty('reason')
    expect(await customer.post(`/api/jobs/${job.jobId}/retry`, key)).toMatchObject({
      status: 422,
      body: { message: bulkJobMessages.nothingToRetry },
    })
  })

  test('are so for each kind of update whose values are shown', async () => {
    const warmup = { operation: 'enable-warmup', ...key, emails }
    const { jobId } = await update('/api/instantly', warmup)
    expect(await update('/api/instantly', warmup)).toMatchObject({ unchanged: 30, confirmed: 0 })
    await undo(jobId)
    const sign = (signature: string) =>
      update('/api/instantly', {
        operation: 'update-signatures',
        ...key,
        matched_emails: emails.map((email) => ({ email, signature })),
      })
    expect(await sign('<p>Jane Doe</p>')).toMatchObject({ unchanged: 0, confirmed: 30 })
    expect(await sign('<p>Jane Doe</p>')).toMatchObject({ unchanged: 30, confirmed: 0 })
    expect(await sign('<p>JaneDoe</p>')).toMatchObject({ unchanged: 0, confirmed: 30 })
  })

  test('are updated as ever where this way in does not show all of it', async () => {
    const jwt = { token: demoSmartlead.jwt }
    const found = await customer.post('/api/smartlead/accounts', { ...jwt, domains: ['northwindmail.com'] })
    const accounts = found.body.accounts.map(({ id }: { id: number }) => ({ id }))
    const outbound = () =>
      update('/api/smartlead/update-outbound', {
        ...jwt,
        accounts,
        settings: { messagePerDay: 6, minTimeToWaitInMins: 60 },
      })
    await outbound()
    expect(await outbound()).toMatchObject({ unchanged: 0, confirmed: 21 })
  })
})

/** As someone does at Instantly itself. */
const changeThere = async (email: string, daily_limit: number) => {
  const answer = await sandbox.fetch(`http://sandbox/instantly/api/v2/accounts/${email}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${key.api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ daily_limit }),
  })
  expect(answer.status).toBe(200)
}
const limitsOf = async (...those: string[]) =>
  Promise.all(those.map(async (email) => (await accountOf(email)).daily_limit))

describe('an undo', () => {
  test('puts back what still holds the value that was set, and leaves what was changed since', async () => {
    await update('/api/instantly', setDaily(20))
    const job = await update('/api/instantly', setDaily(21))
    await changeThere(first, 99)
    expect((await planOf(job.jobId)).body).toMatchObject({
      accounts: 30,
      restorable: [{ field: 'dailyLimit', accounts: 30, to: '20' }],
      never: [],
      hasCredentials: false,
    })
    const undone = await undo(job.jobId)
    expect(undone).toMatchObject({
      operation: 'undo',
      undoes: 'update-accounts',
      status: 'done',
      total: 30,
      confirmed: 29,
    })
    expect((await accountOf(first)).daily_limit).toBe(99)
    expect((await accountOf(second)).daily_limit).toBe(20)
    // Who has been changed since says so, with the value; trying that again would be no use.
    expect(undone).toMatchObject({ notRestored: 1, skippedForGood: 1, sets: 'Daily limit 21' })
    const [left, back] = (await resultsOf(undone.jobId)).accounts
    expect(left).toMatchObject({
      outcome: 'skipped',
      notRestored: ['dailyLimit'],
      before: { dailyLimit: 99 },
    })
    expect(back).not.toHaveProperty('notRestored')
    expect(await customer.post(`/api/jobs/${undone.jobId}/retry`, key)).toMatchObject({
      status: 422,
      body: { message: bulkJobMessages.nothingToRetry },
    })
  })

  test('says of an account what it put back and what it had to leave', async () => {
    await update('/api/instantly', setDaily(22, { sending_gap: 7 }))
    const job = await update('/api/instantly', setDaily(23, { sending_gap: 8 }))
    await changeThere(first, 98)
    const undone = await undo(job.jobId)
    expect(undone).toMatchObject({ confirmed: 30, notRestored: 1, skippedForGood: 0 })
    const results = await resultsOf(undone.jobId)
    const [part] = results.accounts
    expect(part).toMatchObject({
      outcome: 'updated',
      notRestored: ['dailyLimit'],
      before: { dailyLimit: 98 },
    })
    expect(results.wanted[part.wanted]).toEqual({ sendingGapMinutes: 7 })
    expect(await accountOf(first)).toMatchObject({ daily_limit: 98, sending_gap: 7 })
  })

  test('of an account that was tried again puts back what stood there before the first try', async () => {
    await update('/api/instantly', setDaily(31))
    sandbox.faults.add({ kind: '500', vendor: 'instantly', method: 'PATCH', path: 's00', times: 50 })
    const job = await update('/api/instantly', setDaily(32))
    expect(job).toMatchObject({ failed: 1, confirmed: 29 })
    sandbox.faults.clear()
    await update('/api/instantly', { ...setDaily(33), matched_emails: [{ email: first }] })
    const again = await update(`/api/jobs/${job.jobId}/retry`, key)
    expect(again).toMatchObject({ total: 1, confirmed: 1 })
    expect(await undo(again.jobId)).toMatchObject({ confirmed: 1 })
    expect((await accountOf(first)).daily_limit).toBe(31)
  })

  test('leaves alone who has got the earlier value back meanwhile, and says so', async () => {
    await update('/api/instantly', setDaily(24))
    const job = await update('/api/instantly', setDaily(25))
    await changeThere(first, 24)
    const undone = await undo(job.jobId)
    expect(undone).toMatchObject({ confirmed: 29, unchanged: 1, failed: 0, notRestored: 0 })
    expect((await resultsOf(undone.jobId)).accounts[0]).toMatchObject({ outcome: 'unchanged' })
  })

  test('of an update that was cancelled leaves alone what a later update has set, and says so before', async () => {
    await update('/api/instantly', setDaily(26))
    const jobId = await start('/api/instantly', setDaily(27))
    await runInterrupted(jobId, () => customer.post(`/api/jobs/${jobId}/cancel`))
    const cancelled = await progress(jobId)
    expect(cancelled).toMatchObject({ status: 'cancelled', total: 30, canUndo: true })
    const { finished } = cancelled
    expect(finished).toBeGreaterThan(0)
    expect(finished).toBeLessThan(29)
    const { jobId: later } = await update('/api/instantly', setDaily(27))
    expect((await planOf(jobId)).body).toMatchObject({
      accounts: finished,
      untouched: 30 - finished,
      later: 0,
      restorable: [{ field: 'dailyLimit', accounts: finished, to: '26' }],
    })
    expect(await undo(jobId)).toMatchObject({ total: finished, confirmed: finished })
    const limits = await limitsOf(...emails)
    expect(limits.filter((limit) => limit === 26)).toHaveLength(finished)
    expect(limits.filter((limit) => limit === 27)).toHaveLength(30 - finished)
    // The later one's own undo puts back the rest.
    expect((await planOf(later)).body).toMatchObject({ accounts: 30 - finished, untouched: finished })
  })

  test('leaves alone what a later update has set again, until that one is taken back itself', async () => {
    await update('/api/instantly', setDaily(33))
    const job = await update('/api/instantly', setDaily(34))
    await changeThere(first, 33)
    const later = await update('/api/instantly', setDaily(34))
    expect(later).toMatchObject({ unchanged: 29, confirmed: 1 })
    expect((await planOf(job.jobId)).body).toMatchObject({ accounts: 29, later: 1, untouched: 0 })
    expect(await undo(later.jobId)).toMatchObject({ total: 1, confirmed: 1 })
    await changeThere(first, 34)
    expect(await undo(job.jobId)).toMatchObject({ total: 30, confirmed: 30 })
    // What was put back once is not put back over what was set since.
    await changeThere(second, 34)
    expect((await planOf(job.jobId)).body).toMatchObject({ accounts: 0, later: 30 })
    expect((await customer.post(`/api/jobs/${job.jobId}/undo`, key)).status).toBe(422)
    expect(await limitsOf(first, second)).toEqual([33, 34])
  })

  test('is not offered of an update that changed nothing', async () => {
    await update('/api/instantly', setDaily(35))
    expect(await update('/api/instantly', setDaily(35))).toMatchObject({ unchanged: 30, canUndo: false })
    const jobId = await start('/api/instantly', setDaily(36))
    await customer.post(`/api/jobs/${jobId}/cancel`)
    expect(await progress(jobId)).toMatchObject({ status: 'cancelled', finished: 0, canUndo: false })
    expect(await customer.post(`/api/jobs/${jobId}/undo`, key)).toMatchObject({
      status: 422,
      body: { message: bulkJobMessages.nothingToUndo },
    })
  })

  test('switches warm-up off again where the update had switched it on', async () => {
    const off = (await accountOf(first)).warmup_status
    expect(off).toBe(0)
    const job = await update('/api/instantly', { operation: 'enable-warmup', ...key, emails })
    expect((await accountOf(first)).warmup_status).toBe(1)
    expect(await undo(job.jobId)).toMatchObject({ status: 'done', confirmed: 30, failed: 0 })
    expect((await accountOf(first)).warmup_status).toBe(0)
  })

  test('asks for credentials when none are kept, and is nobody else’s to ask for', async () => {
    const job = await update('/api/instantly', setDaily(31))
    expect(await customer.post(`/api/jobs/${job.jobId}/undo`, {})).toMatchObject({
      status: 422,
      body: { message: bulkJobMessages.credentialsNeeded },
    })
    const stranger = await world.customer()
    expect((await stranger.get(`/api/jobs/${job.jobId}/undo`)).status).toBe(404)
    expect((await stranger.get(`/api/jobs/${job.jobId}/accounts`)).status).toBe(404)
    expect((await stranger.post(`/api/jobs/${job.jobId}/undo`, key)).status).toBe(404)
  })

  test('waits for other updates of the tool, and names the one that runs', async () => {
    const job = await update('/api/instantly', setDaily(32))
    const running = await start('/api/instantly', { operation: 'enable-warmup', ...key, emails: [first] })
    expect(await customer.post(`/api/jobs/${job.jobId}/undo`, key)).toMatchObject({
      status: 409,
      body: { message: bulkJobMessages.undoWaits, details: { jobId: running } },
    })
    await customer.post(`/api/jobs/${running}/cancel`)
  })

  test('names what can never be read: by token Smartlead shows neither signature nor waiting time', async () => {
    const jwt = { token: demoSmartlead.jwt }
    const found = await customer.post('/api/smartlead/accounts', { ...jwt, domains: ['northwindmail.com'] })
    const accounts = found.body.accounts.map(({ id }: { id: number }) => ({ id }))
    const outbound = (messagePerDay: number) =>
      update('/api/smartlead/update-outbound', {
        ...jwt,
        accounts,
        settings: { messagePerDay, minTimeToWaitInMins: 60 },
      })
    await outbound(3)
    const job = await outbound(4)
    const plan = (await planOf(job.jobId)).body
    expect(plan).toMatchObject({ access: 'browser', hasCredentials: true, accounts: 21 })
    expect(plan.restorable).toEqual([{ field: 'dailyLimit', accounts: 21, to: '3' }])
    expect(plan.never).toEqual([
      { field: 'sendingGapMinutes', accounts: 21, reason: 'Smartlead does not show it with a JWT token.' },
    ])
    expect(await undo(job.jobId, {})).toMatchObject({ status: 'done', confirmed: 21 })
    const signed = await update('/api/smartlead/update-signature', { ...jwt, accounts, signature: 'Jane' })
    expect((await planOf(signed.jobId)).body).toMatchObject({ accounts: 0, never: [{ field: 'signature' }] })
    expect(await customer.post(`/api/jobs/${signed.jobId}/undo`, jwt)).toMatchObject({
      status: 422,
      body: { message: bulkJobMessages.nothingToUndo },
    })
  })
})

describe('accounts whose call failed', () => {
  const failFirst = (kind: '500' | '500_after') =>
    sandbox.faults.add({ kind, vendor: 'instantly', method: 'PATCH', path: '/s00', times: 50 })

  test('are updated where it had taken effect all the same, and are put back by an undo', {
    tags: ['fault-71'],
  }, async () => {
    await update('/api/instantly', setDaily(44))
    failFirst('500_after')
    const job = await update('/api/instantly', setDaily(45))
    expect(job).toMatchObject({ status: 'done', failed: 0, unknown: 0, confirmed: 30 })
    expect((await accountOf(first)).daily_limit).toBe(45)
    const [result] = (await resultsOf(job.jobId)).accounts
    expect(result).toMatchObject({ outcome: 'updated', confirmed: true })
    expect(result).not.toHaveProperty('reason')
    sandbox.faults.clear()
    await undo(job.jobId)
    expect((await accountOf(first)).daily_limit).toBe(44)
  })

  test('have failed where nothing came of it, in our words, with the tool’s own as details', async () => {
    failFirst('500')
    const job = await update('/api/instantly', setDaily(46))
    expect(job).toMatchObject({ status: 'done', failed: 1, unknown: 0, confirmed: 29 })
    expect((await resultsOf(job.jobId)).accounts[0]).toMatchObject({
      outcome: 'failed',
      reason: 'Instantly failed while saving, and the account did not change',
      details: expect.any(String),
    })
    expect((await planOf(job.jobId)).body).toMatchObject({ accounts: 29, untouched: 1 })
  })

  test('are not known while they cannot be read back, until they are checked again', {
    tags: ['fault-71'],
  }, async () => {
    failFirst('500_after')
    let reads = 0
    const bulkTool: typeof deps.vendors.bulkTool = (access) => {
      const tool = deps.vendors.bulkTool(access)
      return {
        ...tool,
        readBack(...call) {
          if (++reads > 1) sandbox.faults.add({ kind: '500', vendor: 'instantly', method: 'GET', times: 50 })
          return tool.readBack(...call)
        },
      }
    }
    const jobId = await start('/api/instantly', setDaily(47))
    await createBulkJobRunner({ ...deps, vendors: { ...deps.vendors, bulkTool } }).run(jobId)
    expect(await progress(jobId)).toMatchObject({ status: 'done', failed: 0, unknown: 1, confirmed: 0 })
    const [result] = (await resultsOf(jobId)).accounts
    expect(result).toMatchObject({
      outcome: 'unknown',
      reason: 'Instantly failed while saving; it may have been saved',
    })
    expect((await planOf(jobId)).body).toMatchObject({ accounts: 30, untouched: 0 })

    sandbox.faults.clear()
    const check = (by = customer) => by.post(`/api/jobs/${jobId}/check`, key)
    expect((await check(await world.customer())).status).toBe(404)
    expect(await check()).toMatchObject({ status: 200, body: { failed: 0, unknown: 0, confirmed: 30 } })
    expect((await resultsOf(jobId)).accounts[0]).toMatchObject({ outcome: 'updated', confirmed: true })
  })
})

describe('a tool that asks us to wait for half an hour', () => {
  /** After its tenth change. */
  const askToWait = () =>
    sandbox.faults.add({
      kind: '429',
      vendor: 'instantly',
      method: 'PATCH',
      skip: 10,
      times: 40,
      retryAfter: 1_800,
    })

  test('is obeyed: the time is told, the job is put aside and continues by itself', async () => {
    askToWait()
    const jobId = await start('/api/instantly', setDaily(55))
    await runner.run(jobId)
    const waiting = await progress(jobId)
    expect(waiting).toMatchObject({ status: 'running', phase: 'changing', failed: 0 })
    expect(waiting.secondsLeft).toBeUndefined()
    expect(Date.parse(waiting.waitUntil) - Date.now()).toBeGreaterThan(25 * 60_000)
    // A worker that is woken too early leaves it alone.
    await runner.run(jobId)
    expect(await progress(jobId)).toMatchObject({ status: 'running', finished: waiting.finished })

    sandbox.faults.clear()
    await db.delete(vendorLimits)
    await db.update(bulkJobs).set({ waitUntil: sql`now()` }).where(eq(bulkJobs.id, jobId))
    await runner.run(jobId)
    expect(await progress(jobId)).toMatchObject({ status: 'done', finished: 30, failed: 0, confirmed: 30 })
  })

  test('is not waited for by who cancels: what was changed is read back, and the rest is left', async () => {
    askToWait()
    const jobId = await start('/api/instantly', setDaily(56))
    await runner.run(jobId)
    const { finished } = await progress(jobId)
    await db.delete(vendorLimits)
    expect((await customer.post(`/api/jobs/${jobId}/cancel`)).body.status).toBe('cancelling')
    await runner.run(jobId)
    const ended = await progress(jobId)
    expect(ended).toMatchObject({ status: 'cancelled', finished, confirmed: finished })
  })
})

test('after a cancel the calls under way are waited for and counted by what they have changed', async () => {
  const jwt = { token: demoSmartlead.jwt }
  const domains = demoSmartlead.domains.map(({ name }) => name)
  const found = await customer.post('/api/smartlead/accounts', { ...jwt, domains })
  const accounts = found.body.accounts.map(({ id }: { id: number }) => ({ id }))
  const jobId = await start('/api/smartlead/update-outbound', {
    ...jwt,
    accounts,
    settings: { messagePerDay: 9, minTimeToWaitInMins: 60 },
  })
  // The one call that changes them all is under way when the customer cancels.
  const bulkTool: typeof deps.vendors.bulkTool = (access) => {
    const tool = deps.vendors.bulkTool(access)
    return {
      ...tool,
      async updateSettings(...call) {
        const outcomes = await tool.updateSettings(...call)
        expect((await customer.post(`/api/jobs/${jobId}/cancel`)).body.status).toBe('cancelling')
        return outcomes
      },
    }
  }
  await createBulkJobRunner({ ...deps, vendors: { ...deps.vendors, bulkTool } }).run(jobId)
  const ended = await progress(jobId)
  expect(ended.total).toBe(accounts.length)
  expect(ended).toMatchObject({ finished: ended.total, confirmed: ended.total })
})

describe('the time that is left', () => {
  const leftAt = async (jobId: string, ages: number[]) => {
    const now = Date.now()
    for (const [at, seconds] of ages.entries())
      await db
        .update(bulkJobAccounts)
        .set({ outcome: 'updated', at: new Date(now - seconds * 1_000) })
        .where(and(eq(bulkJobAccounts.jobId, jobId), eq(bulkJobAccounts.position, at)))
    await db
      .update(bulkJobs)
      .set({ status: 'running', startedAt: sql`now() - interval '1 hour'` })
      .where(eq(bulkJobs.id, jobId))
    return (await progress(jobId)).secondsLeft
  }

  test('is not told from one account, and does not climb while a call is stalled', async () => {
    const one = await start('/api/instantly', setDaily(61))
    expect(await leftAt(one, [1])).toBeUndefined()
    // One a second; the last one ten minutes ago.
    const secondsLeft = await leftAt(one, [604, 603, 602, 601, 600])
    expect(secondsLeft).toBeCloseTo(25, 0)
    await customer.post(`/api/jobs/${one}/cancel`)
    await runner.run(one)
  })
})

describe('the end of an update that took over a minute', () => {
  const mailOf = async (jobId: string) =>
    (
      await db
        .select()
        .from(outbox)
        .where(eq(outbox.dedupeKey, `bulk-job-ended:${jobId}`))
    )[0]
  const longAgo = { startedAt: sql`now() - interval '2 minutes'` }

  test('is written to its customer when nobody looks on', async () => {
    const jobId = await start('/api/instantly', setDaily(71))
    await db.update(bulkJobs).set(longAgo).where(eq(bulkJobs.id, jobId))
    await runner.run(jobId)
    expect(await mailOf(jobId)).toMatchObject({
      recipient: customer.email,
      subject: 'Instantly: Account settings has ended',
      body: expect.stringContaining('30 updated, 0 unchanged, 0 failed, 0 left as they are'),
    })
    expect((await mailOf(jobId))?.body).toContain(`/instantly-bulk-update?job=${jobId}`)
  })

  test('is not, when someone does, or when it was short', async () => {
    const watched = await start('/api/instantly', setDaily(72))
    await db.update(bulkJobs).set(longAgo).where(eq(bulkJobs.id, watched))
    await progress(watched)
    await runner.run(watched)
    expect(await mailOf(watched)).toBeUndefined()
    const short = await start('/api/instantly', setDaily(73))
    await runner.run(short)
    expect(await mailOf(short)).toBeUndefined()
  })
})

test('an update under way is listed however many have ended since', async () => {
  const running = await start('/api/instantly', { operation: 'enable-warmup', ...key, emails: [first] })
  for (const limit of [83, 84, 85, 86, 87])
    await update('/api/instantly', { ...setDaily(limit), matched_emails: [{ email: first }] })
  const { jobs } = (await customer.get('/api/jobs?tool=instantly')).body
  expect(jobs[0]).toMatchObject({ jobId: running, status: 'queued', sets: 'Warm-up on' })
  expect(jobs[1]).toMatchObject({ sets: 'Daily limit 87' })
  await customer.post(`/api/jobs/${running}/cancel`)
})

test('past updates are listed for a month, not only for a day', async () => {
  const job = await update('/api/instantly', setDaily(81))
  await db
    .update(bulkJobs)
    .set({ finishedAt: sql`now() - interval '20 days'` })
    .where(eq(bulkJobs.id, job.jobId))
  const ids = async (query: string) =>
    (await customer.get(`/api/jobs?tool=instantly${query}`)).body.jobs.map(
      ({ jobId }: { jobId: string }) => jobId,
    )
  expect(await ids('')).not.toContain(job.jobId)
  expect(await ids('&within=month')).toContain(job.jobId)
})
