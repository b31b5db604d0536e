import { expect, test } from 'vitest'
import { createTestApp } from '#tests/server/test-app.ts'
import type { Endpoint } from '../api/endpoint.ts'

const { customer, endpoints } = await createTestApp()
const callOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Calls that change something, or tell something of others, without a limit of their own, and why. */
const withoutLimit: Record<string, string> = {
  'POST /api/auth/forgot-password': 'is counted by network and address',
  'POST /api/auth/forgot-password/check': 'is counted by network',
  'POST /api/auth/forgot-password/choose': 'is counted by network',
  'POST /api/auth/login': 'is counted by network, account and both together',
  'POST /api/auth/login/code': 'is counted by whose password was right, and by network',
  'POST /api/auth/login/passkey': 'is counted by whose password was right, and by network',
  'POST /api/auth/login/passkey/begin': 'is counted by whose password was right, and by network',
  'POST /api/auth/logout': 'must always be possible',
  'POST /api/auth/refresh-token': 'needs a token that cannot be guessed, and makes one session',
  'POST /api/auth/register': 'does nothing',
  'POST /api/connecting/open': 'is counted by network',
  'POST /api/operator/forgot-password': 'is counted by network and address',
  'POST /api/operator/forgot-password/check': 'is counted by network',
  'POST /api/operator/forgot-password/choose': 'is counted by network',
  'POST /api/operator/join': 'is counted by network',
  'POST /api/operator/join/check': 'is counted by network',
  'POST /api/operator/sign-in': 'is counted by network, account and both together',
  'POST /api/operator/sign-in/code': 'is counted by whose password was right',
  'POST /api/operator/sign-in/enroll': 'needs a step that cannot be guessed, and replaces one row',
  'POST /api/operator/sign-in/enrolled': 'is counted by whose password was right',
  'POST /api/operator/sign-in/enroll/passkey/begin':
    'needs a step that cannot be guessed, and replaces one row',
  'POST /api/operator/sign-in/enrolled/passkey': 'is counted by whose password was right',
  'POST /api/operator/sign-in/passkey': 'is counted by whose password was right',
  'POST /api/operator/sign-in/passkey/begin': 'is counted by whose password was right',
  'POST /api/operator/sign-out': 'must always be possible',
}
/** Reading one's own rows costs a statement of ours and tells nothing new. */
const ownRows = [
  'GET /api/account/health-mail',
  'GET /api/mailboxes',
  'GET /api/account/second-factor',
  'GET /api/account/second-factor/rule',
  'GET /api/account/sessions',
  'GET /api/auth/check',
  'GET /api/auth/profile',
  'GET /api/orders',
  'GET /api/orders/:orderId/overview',
  'GET /api/orders/groups/:groupId',
  'GET /api/connections',
  'GET /api/domain-health/overview',
  'GET /api/domain-health/strips',
  'GET /api/reserve',
  'GET /api/domain-health/:domainId',
  'GET /api/domains',
  'GET /api/account-lists',
  'GET /api/account-lists/:fetchId',
  'GET /api/jobs',
  'GET /api/jobs/:jobId',
  'GET /api/tasks',
  // Streams are counted while they are open.
  'GET /api/events',
  // For everybody, and kept in memory or answered by one small statement.
  'GET /api/config',
  'GET /api/health',
  'GET /api/payments/room',
  // Of the console, each a statement or two with an index.
  'GET /api/operator/account/health-mail',
  'GET /api/operator/accounts',
  'GET /api/operator/brand',
  'GET /api/operator/check',
  'GET /api/operator/checks',
  'GET /api/operator/health/overview',
  'GET /api/operator/health/refused-reports',
  'GET /api/operator/health/strips',
  'GET /api/operator/health/:domainId',
  'GET /api/operator/customers',
  'GET /api/operator/customers/:customerId',
  'GET /api/operator/customers/:customerId/history',
  'GET /api/operator/customers/:customerId/notes',
  'GET /api/operator/customers/:customerId/orders',
  'GET /api/operator/customers/:customerId/payments',
  'GET /api/operator/customers/:customerId/people',
  'GET /api/operator/customers/:customerId/prices',
  'GET /api/operator/customers/:customerId/sending',
  'GET /api/operator/customers/:customerId/subscriptions',
  'GET /api/operator/domains',
  'GET /api/operator/domains/:domainId',
  'GET /api/operator/mailboxes/:mailboxId',
  'GET /api/operator/orders',
  'GET /api/operator/orders/:orderId',
  'GET /api/operator/plans',
  'GET /api/operator/second-factor',
  'GET /api/operator/sessions',
  'GET /api/operator/staff',
  'GET /api/operator/work',
  'GET /api/operator/work/connect',
  'GET /api/operator/work/dkim',
  // Asked for again and again while somebody looks.
  'GET /api/operator/home',
  'GET /api/operator/mail',
  'GET /api/operator/capacity',
  'GET /api/operator/capacity/:accountId',
  'GET /api/operator/dns-accounts',
  'GET /api/operator/domain-moves/:moveId',
  'GET /api/operator/figures',
  'GET /api/operator/imports',
  'GET /api/operator/imports/:importId',
]

test('every call has a limit, or a reason to have none', () => {
  const free = endpoints.filter(({ limit }) => limit === undefined).map(callOf)
  expect(free.sort()).toEqual([...Object.keys(withoutLimit), ...ownRows].sort())
})

test('a limit needs someone to be counted', () => {
  expect(endpoints.filter(({ limit, access }) => limit && access === 'public').map(callOf)).toEqual([])
})

/** Cheap requests to calls whose limits were missing; what they are answered does not matter. */
const requests: [call: string, body: object | undefined][] = [
  ['GET /api/orders/validate-domain?domain=acme.com', undefined],
  ['POST /api/connections', { plan: 'azure', credentials: { tool: 'instantly', values: { username: 'a' } } }],
  ['POST /api/payments/create-customer-portal', {}],
  ['POST /api/orders/cancel', { groupId: 'none', reason: 'pricing' }],
  ['POST /api/orders/mailboxes-csv', { domains: ['acme.com'], password: 'Wrong.Horse.9' }],
]
test.each(requests)('%s cannot be called without end, by one customer alone', async (call, body) => {
  const [method = '', url = ''] = call.split(' ')
  const person = await customer()
  const ask = (browser: typeof person) => (method === 'GET' ? browser.get(url) : browser.post(url, body))
  let answer = await ask(person)
  expect(answer.status).not.toBe(429)
  for (let i = 0; i < 120 && answer.status !== 429; i++) answer = await ask(person)
  expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(answer.body.message).toMatch(/^[A-Z].+\.$/)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask(await customer())).status).not.toBe(429)
})
