import { afterEach, expect, test } from 'vitest'
import type { FailedDelivery } from '#vendors/ports/mailbox-hosts.ts'
import type { SandboxOptions } from '#vendors/sandbox/sandbox.ts'
import { type ContractBench, openBench, requestsTo } from '#vendors/testing/contract.ts'
import { verifyName } from '#vendors/testing/mailboxes.ts'
import { openHost } from '#vendors/testing/microsoft-host.ts'
import { demoMicrosoftTenant } from '../simulator/demo.ts'

const name = 'contoso-outreach.com'
const { tenantId } = demoMicrosoftTenant
const hour = 3_600_000

let bench: ContractBench | undefined
afterEach(async () => {
  await bench?.sandbox.close()
  bench = undefined
})

async function open(options: Partial<SandboxOptions> = {}) {
  const opened = await openBench('http', options)
  bench = opened
  const host = openHost(opened)
  await verifyName(opened, host, name)
  const control = async (path: string, body: object) => {
    const answer = await fetch(`${opened.origin}/_microsoft${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
  }
  // Times are asked for in whole seconds, so what was sent in this one is not listed yet.
  const refuse = (to: string[], more: object = {}) =>
    control('/trace', { from: `jo@${name}`, to, agoMs: 1_000, ...more })
  const list = (to = new Date(), from = new Date(to.getTime() - 48 * hour), by = host) => {
    if (!by.trace) throw new Error('Microsoft has a trace.')
    return by.trace.failed({ from, to }, opened.ctx)
  }
  const why = (delivery: Pick<FailedDelivery, 'id' | 'recipient'>) =>
    host.trace?.whyFailed(delivery, opened.ctx)
  const calls = () =>
    requestsTo(opened, 'microsoft').filter(({ path }) => path.includes('/messageTraces')).length
  return { opened, control, refuse, list, why, calls }
}

test('what failed is listed newest first, of one time, and why is read of each by its recipient', async () => {
  const { refuse, list, why } = await open()
  await refuse(["o'hara@fabrikam.com"], {
    words: '550 5.7.515 Access denied',
    server: 'fabrikam-com.mail.protection.outlook.com',
    agoMs: hour,
  })
  await refuse(['ada@gmail.com'], {
    words: '550-5.7.26 Unauthenticated',
    server: 'gmail-smtp-in.l.google.com',
  })
  await refuse(['old@gmail.com'], { agoMs: 60 * hour })
  await refuse(['well@gmail.com'], { status: 'delivered' })
  const listed = await list()
  if (listed === 'forbidden') throw new Error('It may be read.')
  expect(listed).toMatchObject({
    isWhole: true,
    failed: [{ recipient: 'ada@gmail.com', sender: `jo@${name}` }, { recipient: "o'hara@fabrikam.com" }],
  })
  const [second, first] = listed.failed
  if (!first || !second) throw new Error('There are two.')
  expect(await why(first)).toMatchObject({ code: '5.7.515', at: expect.any(Date) })
  expect(await why(second)).toMatchObject({ code: '5.7.26' })
  expect(await why({ ...first, recipient: 'nobody@fabrikam.com' })).toBeNull()
})

test('pages are followed, and a list that does not end is not whole', async () => {
  const { refuse, list, calls } = await open()
  await refuse(Array.from({ length: 1_500 }, (_, n) => `n${n}@fabrikam.com`))
  expect(await list()).toMatchObject({ isWhole: true, failed: { length: 1_500 } })
  expect(calls()).toBe(2)
  await refuse(Array.from({ length: 4_000 }, (_, n) => `m${n}@fabrikam.com`))
  expect(await list()).toMatchObject({ isWhole: false, failed: { length: 5_000 } })
})

test('why it failed is read over all pages, and of more than a few nothing is said', async () => {
  const { opened, refuse, list, why, calls } = await open()
  const reasonAfter = async (deferrals: number) => {
    const to = `put.off.${deferrals}@gmail.com`
    const refusal = { words: '550-5.7.26 Unauthenticated', server: 'gmail-smtp-in.l.google.com', deferrals }
    await refuse([to], refusal)
    const listed = await list()
    const found = listed !== 'forbidden' && listed.failed.find(({ recipient }) => recipient === to)
    if (!found) throw new Error('It is listed.')
    const [before, taken] = [calls(), opened.dependencies.limits.reservations.length]
    const reason = await why(found)
    const booked = opened.dependencies.limits.reservations.slice(taken).map(({ key }) => key)
    expect(booked.filter((key) => key.endsWith(':trace'))).toHaveLength(calls() - before)
    return { code: reason?.code, calls: calls() - before }
  }
  expect(await reasonAfter(0)).toEqual({ code: '5.7.26', calls: 1 })
  expect(await reasonAfter(20)).toEqual({ code: '5.7.26', calls: 3 })
  expect(await reasonAfter(60)).toEqual({ code: undefined, calls: 5 })
})

test('a row that cannot be read leaves the others, and the list is not whole', async () => {
  const { refuse, list } = await open()
  await refuse(['ada@gmail.com'])
  for (const raw of [7, {}, { id: 'x', status: 'failed' }, ['failed']]) {
    await refuse(['bob@gmail.com'], { raw })
    expect(await list()).toMatchObject({ isWhole: false, failed: [{ recipient: 'ada@gmail.com' }] })
  }
})

test('without the permission, or the tenant’s entry for the service, nobody has allowed it', async () => {
  const { opened, control, list } = await open()
  await control('/trace/access', { tenantId, service: 'off' })
  expect(await list()).toBe('forbidden')
  await control('/trace/access', { tenantId, service: 'on' })
  expect(await list()).toMatchObject({ isWhole: true })
  await control('/trace/access', { tenantId, permission: 'off' })
  // A token holds the permissions of the hour in which it was made.
  const fresh = openHost(opened)
  expect(await list(undefined, undefined, fresh)).toBe('forbidden')
  expect(await fresh.trace?.probe()).toMatchObject({
    ok: false,
    reason: 'the app registration lacks ExchangeMessageTrace.Read.All',
  })
  await control('/trace/access', { tenantId, permission: 'on' })
  expect(await openHost(opened).trace?.probe()).toEqual({ ok: true })
})

test('a refusal for too many requests is told with the time to wait, and is not taken for a missing permission', async () => {
  const { opened, list } = await open()
  opened.sandbox.faults.add({
    vendor: 'microsoft',
    kind: '429',
    path: 'messageTraces',
    retryAfter: 7,
    times: 1,
  })
  await expect(list()).rejects.toMatchObject({ kind: 'transient', isOverLimit: true, retryAfterMs: 7_000 })
})

test('a sandbox with its true limit refuses the hundred and first request of five minutes', async () => {
  const { list } = await open({ limitsScale: 1 })
  for (let n = 0; n < 100; n++) await list()
  await expect(list()).rejects.toMatchObject({ status: 429 })
})

test('what is taken of the tenant’s hundred requests in five minutes is a tenth of a day’s', async () => {
  const { opened, list } = await open()
  await list()
  const taken = opened.dependencies.limits.reservations.find(({ key }) => key.endsWith(':trace'))
  if (!taken) throw new Error('It has a limit of its own.')
  const { perSecond, burst } = taken.rate
  expect(perSecond * 86_400).toBeCloseTo((100 * 288) / 10)
  expect(perSecond * 300 + burst).toBeLessThanOrEqual(40)
  expect(taken).toMatchObject({ purpose: 'looks', among: ['looks'] })
})

test('times beyond what is described are refused, and so are filters', async () => {
  const { opened, list } = await open()
  const now = Date.now()
  const refused = { kind: 'rejected', status: 400 }
  await expect(list(new Date(now), new Date(now - 11 * 24 * hour))).rejects.toMatchObject(refused)
  await expect(list(new Date(now - 85 * 24 * hour), new Date(now - 91 * 24 * hour))).rejects.toMatchObject(
    refused,
  )
  await expect(list(new Date(now + hour))).rejects.toMatchObject(refused)

  const login = await fetch(`${opened.origin}/microsoft/login/${tenantId}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: demoMicrosoftTenant.clientId,
      client_secret: demoMicrosoftTenant.clientSecret,
      scope: 'https://graph.microsoft.com/.default',
      grant_type: 'client_credentials',
    }),
  })
  const { access_token: token } = (await login.json()) as { access_token: string }
  const status = async (query: string) =>
    (
      await fetch(`${opened.origin}/microsoft/graph/v1.0/admin/exchange/tracing/messageTraces?${query}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status
  const filter = (text: string) => status(`$filter=${encodeURIComponent(text)}`)
  expect(await filter(`senderAddress eq 'jo@${name}' and status eq 'failed'`)).toBe(200)
  for (const undescribed of [
    `endswith(senderAddress, '@${name}')`,
    "status ne 'delivered'",
    "status eq 'failed' or status eq 'pending'",
    "status eq 'failed' and status eq 'pending'",
    'size eq 7',
    'receivedDateTime ge 2026-11-26T00:00:00Z',
  ])
    expect([undescribed, await filter(undescribed)]).toEqual([undescribed, 400])
  for (const query of ['$top=0', '$top=5001', '$select=id', '$orderby=receivedDateTime'])
    expect([query, await status(query)]).toEqual([query, 400])
})
