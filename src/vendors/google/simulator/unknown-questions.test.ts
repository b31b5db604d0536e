import { sign } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createSandbox } from '#vendors/sandbox/sandbox.ts'
import { demoGoogleAccount } from './demo.ts'
import { demoPostmaster } from './demo-postmaster.ts'

const sandbox = createSandbox({ storePath: ':memory:', delayScale: 0, limitsScale: 1_000 })
afterAll(() => sandbox.close())
const base = 'http://sandbox.invalid/google'

async function token(form: Record<string, string>): Promise<string> {
  const answer = await sandbox.fetch(`${base}/token`, { method: 'POST', body: new URLSearchParams(form) })
  return ((await answer.json()) as { access_token: string }).access_token
}

function assertion(): string {
  const iat = Math.floor(Date.now() / 1000)
  const claims = {
    iss: demoGoogleAccount.clientEmail,
    sub: demoGoogleAccount.adminEmail,
    scope: 'https://www.googleapis.com/auth/apps.alerts',
    aud: 'https://oauth2.googleapis.com/token',
    iat,
    exp: iat + 3_600,
  }
  const unsigned = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('RSA-SHA256', Buffer.from(unsigned), demoGoogleAccount.privateKey)
  return `${unsigned}.${signature.toString('base64url')}`
}

test('the Alert Center answers the one question whose answer is known, and refuses every other', async () => {
  const bearer = await token({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: assertion(),
  })
  const ask = async (query: Record<string, string>, authorization = `Bearer ${bearer}`) => {
    const path = `${base}/alertcenter/v1beta1/alerts?${new URLSearchParams(query)}`
    return (await sandbox.fetch(path, { headers: { authorization } })).status
  }
  const known = { filter: 'createTime >= "2026-11-01T00:00:00.000Z"', orderBy: 'createTime desc' }
  expect(await ask(known)).toBe(200)
  expect(await ask({ ...known, orderBy: 'updateTime desc' })).toBe(400)
  expect(await ask({ ...known, filter: 'type:"User suspended"' })).toBe(400)
  expect(await ask({ ...known, customerId: '03demo42' })).toBe(400)
  expect(await ask({})).toBe(400)
  expect(await ask(known, 'Bearer ya29.another')).toBe(401)
})

test('the Postmaster Tools answer rates by day, and refuse other figures, more than a batch and strangers', async () => {
  const { clientId, clientSecret, refreshToken } = demoPostmaster
  const signIn = { grant_type: 'refresh_token', client_id: clientId, client_secret: clientSecret }
  const bearer = await token({ ...signIn, refresh_token: refreshToken })
  const date = { year: 2026, month: 11, day: 20 }
  const query = (standardMetric: string) => ({
    parent: 'domains/acme.com',
    metricDefinitions: [{ name: 'x', baseMetric: { standardMetric } }],
    timeQuery: { dateRanges: { dateRanges: [{ start: date, end: date }] } },
    aggregationGranularity: 'DAILY',
    pageSize: 200,
  })
  const ask = async (requests: object[], authorization = `Bearer ${bearer}`) => {
    const answer = await sandbox.fetch(`${base}/postmaster/v2/domainStats:batchQuery`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ requests }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  expect(await ask([query('SPAM_RATE')])).toMatchObject({
    status: 403,
    body: { error: { status: 'PERMISSION_DENIED' } },
  })
  await sandbox.fetch('http://sandbox.invalid/_google/postmaster/domain', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domain: 'acme.com', isVerified: true }),
  })
  expect(await ask([query('SPAM_RATE')])).toMatchObject({
    status: 200,
    body: { results: [{ response: {} }] },
  })
  expect(await ask([query('DELIVERY_ERROR_RATE')])).toMatchObject({ status: 400 })
  expect(await ask(Array.from({ length: 101 }, () => query('SPAM_RATE')))).toMatchObject({ status: 400 })
  expect(await ask([query('SPAM_RATE')], 'Bearer ya29.another')).toMatchObject({ status: 401 })
  expect(await token({ ...signIn, refresh_token: 'another' })).toBeUndefined()
})
