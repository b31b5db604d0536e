import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { demoBison } from '#vendors/bison/simulator/demo.ts'
import { demoInstantly } from '#vendors/instantly/simulator/demo.ts'
import { demoSmartlead } from '#vendors/smartlead/simulator/demo.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts'

const open: Sandbox[] = []
const folders: string[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const sandbox of open.splice(0)) await sandbox.close()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})
function start(options: Partial<SandboxOptions> = {}): Sandbox {
  const sandbox = createSandbox({ storePath: ':memory:', limitsScale: 100, ...options })
  open.push(sandbox)
  return sandbox
}

/** Speaks JSON to one base address with fixed headers. */
const speaker =
  (sandbox: Sandbox, base: string, headers: Record<string, string>) =>
  async (method: string, path: string, body?: unknown) => {
    const answer = await sandbox.fetch(`${base}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    // biome-ignore lint/suspicious/noExplicitAny: the tests below say what they expect.
    const json: any = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text
    return { status: answer.status, body: json, headers: answer.headers }
  }
const instantly = (sandbox: Sandbox, key: string = demoInstantly.apiKey) =>
  speaker(sandbox, `${sandbox.origin}/instantly/api/v2`, { authorization: `Bearer ${key}` })
const instantlyBrowser = (sandbox: Sandbox) =>
  speaker(sandbox, `${sandbox.origin}/instantly/app/backend/api/v1`, {
    cookie: `__session=${demoInstantly.session}`,
    'x-org-auth': demoInstantly.orgAuth,
  })
const smartlead = (sandbox: Sandbox) =>
  speaker(sandbox, `${sandbox.origin}/smartlead`, { authorization: `Bearer ${demoSmartlead.jwt}` })
const bison = (sandbox: Sandbox, key: string = demoBison.superAdminKey) =>
  speaker(sandbox, 'https://bison.harborline.test/api', {
    authorization: `Bearer ${key}`,
    accept: 'application/json',
  })
const withKey = (path: string) =>
  `/api/v1${path}${path.includes('?') ? '&' : '?'}api_key=${demoSmartlead.apiKey}`

describe('Instantly in the sandbox', () => {
  it('keeps its accounts over a restart, and a warm-up job continues where it was', async () => {
    // Time passes as the test says, however busy the machine is.
    vi.useFakeTimers({ toFake: ['Date'] })
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
    folders.push(folder)
    const storePath = join(folder, 'sandbox.sqlite')
    const first = start({ storePath })
    const { body: page } = await instantly(first)('GET', '/accounts?limit=5&search=getlumenhq.com')
    const emails = page.items.map(({ email }: { email: string }) => email)
    const { body: job } = await instantly(first)('POST', '/accounts/warmup/disable', { emails })
    expect(job).toMatchObject({ status: 'pending', type: 'update-warmup-accounts', progress: 0 })
    open.pop()
    await first.close()

    const second = start({ storePath })
    expect((await instantly(second)('GET', `/accounts/${emails[0]}`)).body.organization).toBe(
      demoInstantly.workspaceId,
    )
    await second.advance(120)
    expect((await instantly(second)('GET', `/background-jobs/${job.id}`)).body).toMatchObject({
      status: 'in-progress',
    })
    await second.advance(5_000)
    const ended = await instantly(second)(
      'GET',
      `/background-jobs/${job.id}?data_fields=success_count,failed_count`,
    )
    expect(ended.body).toMatchObject({
      status: 'success',
      progress: 100,
      data: { success_count: 5, failed_count: 0 },
    })
    expect((await instantly(second)('GET', `/accounts/${emails[0]}`)).body.warmup_status).toBe(0)
  })

  it('refuses what the documented validator refuses', async () => {
    const ask = instantly(start())
    const email = `amelia@${demoInstantly.domains[0].name}`
    for (const [method, path, body, message] of [
      ['PATCH', `/accounts/${email}`, { colour: 'red' }, /additional properties/],
      ['PATCH', `/accounts/${email}`, { warmup: { increment: 1 } }, /body\/warmup\/increment/],
      ['PATCH', `/accounts/${email}`, { sending_gap: 2_000 }, /body\/sending_gap/],
      ['POST', '/accounts', { email: 'new@x.com' }, /body\/first_name/],
      ['POST', '/accounts/warmup/enable', { emails: Array(101).fill(email) }, /between 1 and 100/],
      ['GET', '/accounts?limit=101', undefined, /between 1 and 100/],
    ] as const) {
      const answer = await ask(method, path, body)
      expect(answer.body).toMatchObject({ statusCode: 400, error: 'Bad Request' })
      expect(answer.body.message).toMatch(message)
    }
    expect((await ask('GET', '/accounts/nobody@x.com')).body).toEqual({
      statusCode: 404,
      error: 'Not Found',
      message: 'Account not found',
    })
  })

  it('gives every unknown key a workspace of its own, and none to a bad one', async () => {
    const sandbox = start()
    const own = async (key: string) => (await instantly(sandbox, key)('GET', '/workspaces/current')).body
    const [one, again, other] = [await own('some-key-1'), await own('some-key-1'), await own('some-key-2')]
    expect(one.id).toBe(again.id)
    expect(one.id).not.toBe(other.id)
    expect((await own('bad-key-123')).statusCode).toBe(401)
    expect((await own('short')).statusCode).toBe(401)
    expect((await own('noplan-key-1')).statusCode).toBe(402)
  })

  it('ignores a signature in the older calls of its web app, and answers errors of warm-up with 200', async () => {
    const sandbox = start()
    const ask = instantlyBrowser(sandbox)
    const email = `amelia@${demoInstantly.domains[0].name}`
    expect((await ask('POST', '/account/update', { email, signature: 'x', daily_limit: '12' })).body).toEqual(
      {
        status: 'success',
      },
    )
    const { body } = await ask('POST', '/account/list', { search: email, limit: 1, skip: 0 })
    expect(body.accounts[0].payload).toMatchObject({ daily_limit: 12, signature: null })
    const failed = await ask('POST', '/account/warmup/enable', { email: 'nobody@x.com' })
    expect([failed.status, failed.body]).toEqual([200, { error: 'Account not found' }])
  })
})

describe('Smartlead in the sandbox', () => {
  it('sets max_email_per_day and shows message_per_day', async () => {
    const ask = smartlead(start())
    const update = { max_email_per_day: 9, time_to_wait_in_mins: 33 }
    expect((await ask('POST', withKey('/email-accounts/700001'), update)).body.ok).toBe(true)
    const { body: list } = await ask('GET', withKey('/email-accounts/?offset=0&limit=1'))
    expect(list[0]).toMatchObject({ message_per_day: 9, minTimeToWaitInMins: 33 })
    const { body: one } = await ask('GET', withKey('/email-accounts/700001/'))
    expect(one.minTimeToWaitInMins).toBeUndefined()
  })

  it('takes a ramp-up from 5 to 20 only, and 25 accounts with a tag at most', async () => {
    const ask = smartlead(start())
    const warmup = { warmup_enabled: true, total_warmup_per_day: 5 }
    for (const [daily_rampup, status] of [
      [1, 422],
      [5, 200],
      [20, 200],
      [21, 422],
    ])
      expect(
        (await ask('POST', withKey('/email-accounts/700001/warmup'), { ...warmup, daily_rampup })).status,
      ).toBe(status)
    const { body: tags } = await ask('GET', withKey('/email-accounts/tags'))
    const ids = Array.from({ length: 26 }, (_, at) => 700_001 + at)
    const map = (count: number) =>
      ask('POST', withKey('/email-accounts/tag-mapping'), {
        email_account_ids: ids.slice(0, count),
        tag_ids: [tags[0].id],
      })
    expect([(await map(26)).status, (await map(25)).status]).toEqual([422, 200])
  })

  it('resets the outbound value that is left out of a bulk change, and refuses status mixed with warm-up', async () => {
    const ask = smartlead(start())
    const bulk = (updateData: object) =>
      ask('POST', '/api/email-account/bulk-update-email-account-config', {
        emailAccountIds: [700_001],
        updateData,
        excludeEmailAccountIds: [],
      })
    expect((await bulk({ dailyReplyLimit: null, messagePerDay: 4 })).body).toEqual({ ok: true })
    const { body: list } = await ask('GET', withKey('/email-accounts/?limit=1'))
    expect(list[0]).toMatchObject({ message_per_day: 4, minTimeToWaitInMins: 0 })
    expect((await bulk({ status: 'ACTIVE', replyRate: 40 })).status).toBe(400)
    expect((await bulk({ status: 'ACTIVE', dailyReplyLimit: null })).status).toBe(200)
    expect((await bulk({ tags: [301] })).body).toBe('Email accounts updated successfully')
  })

  it('answers what is wrong with GraphQL with status 200', async () => {
    const sandbox = start()
    const ask = speaker(sandbox, `${sandbox.origin}/smartlead/graphql`, {
      authorization: 'Bearer expired-jwt-1',
    })
    const query = 'query q { tags(limit: 1) { id } }'
    const refused = await ask('POST', '', { query })
    expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([200, 'invalid-jwt'])
    const answered = await smartlead(sandbox)('POST', '/graphql', { query, variables: {} })
    expect(answered.body.data.tags[0]).toMatchObject({ name: 'northwind' })
  })

  it('wants its key in the address', async () => {
    const ask = smartlead(start())
    const refused = await ask('GET', '/api/v1/email-accounts/?limit=1')
    expect([refused.status, refused.body]).toEqual([401, { message: 'Invalid API Key' }])
  })
})

describe('Email Bison in the sandbox', () => {
  it('pages by 15 whatever is asked for, in the workspace that was selected last', async () => {
    const ask = bison(start())
    expect((await ask('GET', '/sender-emails')).body.meta.total).toBe(0)
    await ask('POST', '/workspaces/v1.1/switch-workspace', { team_id: 54 })
    expect((await ask('GET', '/users')).body.data.team).toEqual({ id: 54, name: 'Client: Ferrous Labs' })
    const { body } = await ask('GET', '/sender-emails?per_page=100&page=3')
    expect(body.data).toHaveLength(12)
    expect(body.meta).toMatchObject({ current_page: 3, last_page: 3, per_page: 15, total: 42 })
  })

  it('lets a key of one workspace see and change nothing else', async () => {
    const ask = bison(start(), demoBison.apiUserKey)
    expect((await ask('GET', '/workspaces')).body.data).toHaveLength(1)
    expect((await ask('POST', '/workspaces/v1.1', { name: 'More' })).status).toBe(403)
    expect((await ask('POST', '/workspaces/v1.1/54/api-tokens', { name: 'x' })).status).toBe(403)
  })

  it('fails a whole list for one dead id, and names the field in Laravel’s words', async () => {
    const sandbox = start()
    const ask = bison(sandbox)
    await ask('POST', '/workspaces/v1.1/switch-workspace', { team_id: 54 })
    const [first, second] = (await ask('GET', '/sender-emails')).body.data
    const bulk = (ids: number[]) =>
      ask('PATCH', '/sender-emails/daily-limits/bulk', { sender_email_ids: ids, daily_limit: 9 })
    const refused = await bulk([first.id, 1])
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['sender_email_ids']])
    expect((await bulk([first.id, second.id])).status).toBe(200)
    expect((await ask('GET', `/sender-emails/${first.id}`)).body.data.daily_limit).toBe(9)
    expect((await ask('GET', `/sender-emails/${second.email}`)).body.data.daily_limit).toBe(9)
  })

  it('keeps an address in one workspace only', async () => {
    const sandbox = start()
    const row = {
      name: 'Jo',
      email: 'jo@x.com',
      password: 'p',
      imap_server: 'i.x.com',
      imap_port: 993,
      smtp_server: 's.x.com',
      smtp_port: 587,
    }
    expect((await bison(sandbox)('POST', '/sender-emails/imap-smtp', row)).status).toBe(201)
    const refused = await bison(sandbox, '5|some-other-key')('POST', '/sender-emails/imap-smtp', row)
    expect(refused.body).toEqual({
      message: 'The email has already been taken.',
      errors: { email: ['The email has already been taken.'] },
    })
  })

  it('answers on a port of its own and below its prefix', async () => {
    const sandbox = start()
    await sandbox.listen(0)
    for (const base of [`http://127.0.0.1:${sandbox.ports.bison}`, `${sandbox.origin}/bison`]) {
      const answer = await fetch(`${base}/api/workspaces`, {
        headers: { authorization: `Bearer ${demoBison.superAdminKey}`, accept: 'application/json' },
      })
      expect(((await answer.json()) as { data: unknown[] }).data).toHaveLength(3)
    }
  })
})

it('shows the sending tools’ state on the console, secrets left out', () => {
  const sandbox = start()
  const sections = sandbox.vendors
    .filter(({ name }) => ['instantly', 'smartlead', 'bison'].includes(name))
    .flatMap((vendor) => vendor.sections?.() ?? [])
  expect(sections.map(({ title }) => title)).toEqual([
    'Instantly workspaces',
    'Instantly accounts',
    'Smartlead users',
    'Smartlead OAuth links',
    'Smartlead accounts',
    'Email Bison workspaces',
    'Email Bison senders',
  ])
  for (const { columns, rows } of sections)
    for (const row of rows) expect(row.cells).toHaveLength(columns.length)
  const shown = JSON.stringify(sections)
  for (const secret of [demoInstantly.apiKey, demoSmartlead.jwt, demoBison.superAdminKey])
    expect(shown).not.toContain(secret)
})
