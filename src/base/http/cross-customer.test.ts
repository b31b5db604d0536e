import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { keepCredentials } from '#features/bulk-update/server/kept-credentials.ts'
import { resetPassword } from '#features/customers/server/customer-access.ts'
import { actOnDecisions } from '#features/health/server/acts/act-on-decisions.ts'
import { buildUsernameUpdate } from '#features/people/rules/username-update.ts'
import { detailsBasisOf, forwardingBasis, peopleBasis } from '#tests/server/based-on.ts'
import { heldFor } from '#tests/server/held-for.ts'
import { type ManagedOrder, manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { addPasskey, setUpFactor } from '#tests/server/own-factor.ts'
import { checkoutFor, completeDraft, freshName, takeOrder } from '#tests/server/place-order.ts'
import { reinstatementOf } from '#tests/server/reinstatement.ts'
import { rowsOfCustomer } from '#tests/server/rows-of-customer.ts'
import type { TestBrowser } from '#tests/server/test-app.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { workspaceOf } from '#vendors/instantly/simulator/workspace-of.ts'
import { demoCredentials } from '#vendors/sandbox/demo-credentials.ts'
import { demoSmartlead } from '#vendors/smartlead/simulator/demo.ts'
import { publishRecords } from '#vendors/testing/publish-records.ts'
import { allActions } from '../audit/audit.ts'
import { newId } from '../db/ids.ts'
import {
  auditLog,
  bulkFetches,
  bulkJobAccounts,
  bulkJobs,
  bundles,
  checkouts,
  domainHealth,
  domainNames,
  domains,
  refreshFamilies,
} from '../db/schema/index.ts'

const world = await createTestWorld()
const { deps, customer, endpoints, sandbox } = world
const { db } = deps
const { paidOrder } = manageOrders(world)

type Person = ManagedOrder['person']
interface Attempt {
  owner: Person
  /** What the owner may send. The same from someone else names nothing of theirs. */
  path: string
  body?: unknown
  /** What someone else is answered, where it is not that there is no such thing. */
  refusal?: { status: number; body?: object }
}

type Asked = Omit<Attempt, 'owner'>
const ofOrder = (request: (order: ManagedOrder) => Asked | Promise<Asked>) => async (): Promise<Attempt> => {
  const order = await paidOrder({}, false)
  return { owner: order.person, ...(await request(order)) }
}
async function delivered(order: ManagedOrder): Promise<ManagedOrder> {
  await db.update(domains).set({ status: 'done' }).where(eq(domains.customerId, order.person.id))
  return order
}
async function cancelled(): Promise<ManagedOrder> {
  const order = await paidOrder({}, false)
  await order.person.post('/api/orders/cancel', { groupId: order.groupId, reason: 'pricing' })
  return order
}
/** Someone with credentials of a tool that no order uses yet. */
async function savedFor(tool: string, values: object) {
  const owner = await customer()
  const credentials = { tool, values: { ...values, password: 'canary' } }
  const { body } = await owner.post('/api/connections', { plan: 'azure', credentials })
  return { owner, basedOn: body.connection.id }
}

/** An order that is connected to a tool with credentials. */
async function connected() {
  const order = await paidOrder({}, false)
  const { body } = await order.person.post('/api/connections', {
    plan: 'azure',
    credentials: {
      tool: 'instantly',
      values: {
        username: 'ops@acme.test',
        password: 'Secret-1',
        workspace: workspaceOf('plausible-key-1').name,
        workspaceId: '',
        apiKey: 'plausible-key-1',
      },
    },
  })
  const connectionId = body.connection.id as string
  const former = await db
    .select({ id: bundles.connectionId })
    .from(bundles)
    .where(eq(bundles.id, order.groupId))
  await db.update(bundles).set({ connectionId }).where(eq(bundles.id, order.groupId))
  return { order, connectionId, formerId: former[0]?.id as string }
}
async function job(status: 'running' | 'done'): Promise<{ owner: Person; jobId: string }> {
  const owner = await customer()
  const jobId = newId('bulkJob')
  await db.insert(bulkJobs).values({
    id: jobId,
    customerId: owner.id,
    tool: 'smartlead',
    operation: 'update-tags',
    settings: { kind: 'warmup' },
    status,
  })
  await db.insert(bulkJobAccounts).values({
    jobId,
    account: '1',
    position: 0,
    data: {},
    before: { email: 'a@b.test', warmupOn: false },
    outcome: status === 'done' ? 'failed' : null,
  })
  return { owner, jobId }
}
async function list(status: 'loading' | 'loaded'): Promise<{ owner: Person; fetchId: string }> {
  const owner = await customer()
  const fetchId = newId('bulkFetch')
  await db
    .insert(bulkFetches)
    .values({ id: fetchId, customerId: owner.id, tool: 'smartlead', proof: '', status, askedAt: new Date() })
  return { owner, fetchId }
}
const azure = (names: readonly string[]) => names.map((domain) => ({ domain, domainType: 'Azure' as const }))

/** For every call that names something: a request that its owner may send. */
/** A domain of somebody's that should rest. */
async function asksForRest() {
  const { person: owner } = (await connected()).order
  const [domain] = await db.select().from(domains).where(eq(domains.customerId, owner.id)).limit(1)
  const domainId = domain?.id ?? ''
  await db.insert(domainHealth).values({ domainId, customerId: owner.id, state: 'rest' })
  return { owner, path: `/api/domain-health/${domainId}` }
}

const attempts: Record<string, () => Promise<Attempt>> = {
  'GET /api/orders/:orderId/overview': ofOrder(async ({ person }) => {
    const { orders } = (await person.get('/api/orders')).body
    return { path: `/api/orders/${orders[0].orderId}/overview` }
  }),
  'GET /api/domain-health/:domainId': ofOrder(async ({ person }) => {
    const [domain] = await db.select().from(domains).where(eq(domains.customerId, person.id)).limit(1)
    const domainId = domain?.id ?? ''
    await db.insert(domainHealth).values({ domainId, customerId: person.id })
    return { path: `/api/domain-health/${domainId}` }
  }),
  'GET /api/domain-health/strips': ofOrder(async ({ person }) => {
    const [domain] = await db.select().from(domains).where(eq(domains.customerId, person.id)).limit(1)
    const domainId = domain?.id ?? ''
    await db.insert(domainHealth).values({ domainId, customerId: person.id })
    // What is somebody else's is left out.
    const strips = expect.not.objectContaining({ [domainId]: expect.anything() })
    return { path: `/api/domain-health/strips?ids=${domainId}`, refusal: { status: 200, body: { strips } } }
  }),
  'POST /api/domain-health/:domainId/rest': async () => {
    const { owner, path } = await asksForRest()
    return { owner, path: `${path}/rest`, body: {} }
  },
  'POST /api/domain-health/:domainId/dismiss': async () => {
    const { owner, path } = await asksForRest()
    await actOnDecisions(deps)
    return { owner, path: `${path}/dismiss`, body: {} }
  },
  'POST /api/domain-health/:domainId/return': async () => {
    const { owner, path } = await asksForRest()
    await owner.post(`${path}/rest`, {})
    return { owner, path: `${path}/return`, body: {} }
  },
  'GET /api/orders/groups/:groupId': ofOrder(({ groupId }) => ({ path: `/api/orders/groups/${groupId}` })),
  'PATCH /api/orders/groups/:groupId': ofOrder(async ({ person, groupId }) => ({
    path: `/api/orders/groups/${groupId}`,
    body: { companyName: 'Someone Else', basedOn: await detailsBasisOf(person, groupId) },
  })),
  'POST /api/orders/credentials/reveal': async () => {
    const { order } = await connected()
    return {
      owner: order.person,
      path: '/api/orders/credentials/reveal',
      body: { groupId: order.groupId, field: 'password' },
    }
  },
  'POST /api/orders/credentials/reveal (saved)': async () => {
    const { order, connectionId } = await connected()
    return {
      owner: order.person,
      path: '/api/orders/credentials/reveal',
      body: { connectionId, field: 'password' },
    }
  },
  'POST /api/connections': async () => {
    const { order, connectionId } = await connected()
    const values = {
      username: 'ops@acme.test',
      password: '',
      workspace: workspaceOf('plausible-key-1').name,
      workspaceId: '',
      apiKey: '',
    }
    return {
      owner: order.person,
      path: '/api/connections',
      body: { plan: 'azure', basedOn: connectionId, credentials: { tool: 'instantly', values } },
      // As if there were nothing to base them on: the secrets are missing.
      refusal: { status: 422 },
    }
  },
  'POST /api/instantly/workspaces/proxy': async () => {
    const { owner, basedOn } = await savedFor('instantly', demoCredentials.instantly)
    const path = '/api/instantly/workspaces/proxy'
    return { owner, path, body: { token: '', basedOn }, refusal: { status: 422 } }
  },
  'POST /api/bison/workspaces': async () => {
    const url = 'https://bison.agency.test'
    const { owner, basedOn } = await savedFor('bison', { ...demoCredentials.bison, url, appId: '' })
    const path = '/api/bison/workspaces'
    return { owner, path, body: { url, apiKey: '', basedOn }, refusal: { status: 422 } }
  },
  'POST /api/connections/try': async () => {
    const { order, connectionId } = await connected()
    const values = {
      username: 'ops@acme.test',
      password: '',
      workspace: workspaceOf('plausible-key-1').name,
      workspaceId: '',
      apiKey: '',
    }
    return {
      owner: order.person,
      path: '/api/connections/try',
      body: { basedOn: connectionId, credentials: { tool: 'instantly', values } },
      // As if there were nothing to base them on: the tool is asked without a key.
      refusal: { status: 200, body: { outcome: 'refused' } },
    }
  },
  'POST /api/connections/remove': async () => {
    const { order, connectionId, formerId } = await connected()
    await db.update(bundles).set({ connectionId: formerId }).where(eq(bundles.id, order.groupId))
    return { owner: order.person, path: '/api/connections/remove', body: { connectionId } }
  },
  'GET /api/mailboxes': ofOrder(({ names }) => ({ path: `/api/mailboxes?domain=${names[0]}` })),
  'POST /api/mailboxes/swap': ofOrder(async ({ person, names }) => {
    const { mailboxes: listed } = (await person.get(`/api/mailboxes?domain=${names[0]}`)).body
    const { address, personId } = listed[0]
    return { path: '/api/mailboxes/swap', body: { address, personId } }
  }),
  'POST /api/domains/end-overlap': ofOrder(async ({ person, names }) => {
    // What serves nobody yet has nothing to go on with.
    await db
      .update(domains)
      .set({ status: 'done', deliveredAt: new Date() })
      .where(eq(domains.customerId, person.id))
    await person.post('/api/domains/replace', [
      { originalDomain: names[0], newDomain: freshName('dev'), isUserAdded: true, overlap: true },
    ])
    return { path: '/api/domains/end-overlap', body: { domain: names[0] } }
  }),
  'POST /api/domains/use-spares': ofOrder(async ({ person, names }) => {
    const spare = await paidOrder({}, false, person)
    await db
      .update(domains)
      .set({ status: 'done', deliveredAt: sql`now()` })
      .where(eq(domains.customerId, person.id))
    await db.execute(sql`
      update orders set is_reserve = true where id = (select order_id from bundles where id = ${spare.groupId})`)
    return { path: '/api/domains/use-spares', body: { domains: names.slice(0, 1) } }
  }),
  'POST /api/domains/take-back-replacement': ofOrder(async ({ person, names }) => {
    const replacement = freshName('dev')
    await person.post('/api/domains/replace', [
      { originalDomain: names[0], newDomain: replacement, isUserAdded: true },
    ])
    return { path: '/api/domains/take-back-replacement', body: { domain: replacement } }
  }),
  'POST /api/orders/mailboxes-csv': async () => {
    const { names, person } = await paidOrder()
    const body = { domains: names, password: person.password }
    return { owner: person, path: '/api/orders/mailboxes-csv', body }
  },
  'POST /api/connecting/unlock': async () => {
    const { names, person } = await paidOrder({}, false)
    const body = { domain: names[0], password: person.password }
    return { owner: person, path: '/api/connecting/unlock', body }
  },
  'POST /api/payments/create-checkout-session': async () => {
    const owner = await customer()
    const draft = completeDraft()
    const body = checkoutFor(owner, draft, await takeOrder(owner, draft))
    // Without the address, which alone would give the stranger away.
    return { owner, path: '/api/payments/create-checkout-session', body: { ...body, email: undefined } }
  },
  'POST /api/payments/release': ofOrder(async ({ groupId }) => {
    await db.update(bundles).set(heldFor('refund')).where(eq(bundles.id, groupId))
    return { path: '/api/payments/release', body: { groupId, totalCents: 50_00 } }
  }),
  'POST /api/payments/discard': async () => {
    const { person, names } = await paidOrder()
    const { body } = await person.post('/api/domains/replace', [
      { originalDomain: names[0], newDomain: freshName(), isUserAdded: false },
    ])
    const session = sessionOf(body.checkoutUrl)
    const [row] = await db.select().from(checkouts).where(eq(checkouts.sessionId, session))
    return { owner: person, path: '/api/payments/discard', body: { checkoutId: row?.id } }
  },
  'POST /api/payments/dismiss-dropped': async () => {
    const { person, names } = await paidOrder()
    const { body } = await person.post('/api/domains/replace', [
      { originalDomain: names[0], newDomain: freshName(), isUserAdded: false },
    ])
    const [row] = await db
      .update(checkouts)
      .set({ lost: [names[0] as string] })
      .where(eq(checkouts.sessionId, sessionOf(body.checkoutUrl)))
      .returning()
    return { owner: person, path: '/api/payments/dismiss-dropped', body: { checkoutId: row?.id } }
  },
  'GET /api/payments/confirmation': async () => {
    const owner = await customer()
    const draft = completeDraft()
    const body = checkoutFor(owner, draft, await takeOrder(owner, draft))
    const { body: answer } = await owner.post('/api/payments/create-checkout-session', body)
    return { owner, path: `/api/payments/confirmation?session_id=${sessionOf(answer.url)}` }
  },
  'POST /api/domains/update-forwarding': ofOrder(async ({ person, names }) => ({
    path: '/api/domains/update-forwarding',
    body: { domains: names, forwardingDomain: 'elsewhere.test', basedOn: await forwardingBasis(person) },
  })),
  'POST /api/domains/replace': async () => {
    const { person, names } = await delivered(await paidOrder({}, false))
    return {
      owner: person,
      path: '/api/domains/replace',
      body: [{ originalDomain: names[0], newDomain: freshName(), isUserAdded: false }],
    }
  },
  'POST /api/domains/check-now': ofOrder(({ names }) => ({
    path: '/api/domains/check-now',
    body: { domain: names[0] },
  })),
  'POST /api/domains/check-all-now': ofOrder(({ groupId }) => ({
    path: '/api/domains/check-all-now',
    body: { groupId },
  })),
  'POST /api/domains/try-again': async () => {
    const { person, names } = await paidOrder({}, false)
    await db.update(domains).set({ status: 'error' }).where(eq(domains.customerId, person.id))
    return { owner: person, path: '/api/domains/try-again', body: { domain: names[0] } }
  },
  'POST /api/domains/replace-records': async () => {
    const { person, names } = await paidOrder({}, false)
    const [name = ''] = names
    const record = { name: 'www', type: 'CNAME', content: 'shops.example.net' }
    const facts = { inTheWay: { at: new Date().toISOString(), records: [record] } }
    await db.update(domainNames).set({ facts }).where(eq(domainNames.name, name))
    return {
      owner: person,
      path: '/api/domains/replace-records',
      body: { domain: name, records: 'www CNAME shops.example.net' },
      refusal: { status: 409 },
    }
  },
  'POST /api/domains/refund-unregistered': async () => {
    const { person, names } = await paidOrder({}, false)
    const [name = ''] = names
    publishRecords(sandbox, name, [])
    await world.reconcile(name)
    return {
      owner: person,
      path: '/api/domains/refund-unregistered',
      body: { domain: name },
      refusal: { status: 409 },
    }
  },
  'POST /api/users/update-username': ofOrder(async ({ person, groupId, names }) => ({
    path: '/api/users/update-username',
    body: buildUsernameUpdate(
      [{ firstName: 'Sly', lastName: 'Stranger' }],
      azure(names),
      await peopleBasis(person, groupId),
    ),
  })),
  'POST /api/orders/cancel': ofOrder(({ groupId }) => ({
    path: '/api/orders/cancel',
    body: { groupId, reason: 'pricing' },
  })),
  'POST /api/orders/reinstate-prefill': async () => {
    const { person, names } = await cancelled()
    const refusal = { status: 200, body: { totalRecords: 0, ordersByDomain: {} } }
    return { owner: person, path: '/api/orders/reinstate-prefill', body: { domains: names }, refusal }
  },
  'POST /api/orders/reinstate': async () => {
    const { person, names, groupId } = await cancelled()
    return { owner: person, path: '/api/orders/reinstate', body: reinstatementOf(names, groupId) }
  },
  'GET /api/account-lists/:fetchId': async () => {
    const { owner, fetchId } = await list('loading')
    return { owner, path: `/api/account-lists/${fetchId}` }
  },
  'POST /api/account-lists/:fetchId/cancel': async () => {
    const { owner, fetchId } = await list('loading')
    return { owner, path: `/api/account-lists/${fetchId}/cancel`, body: {} }
  },
  'GET /api/account-lists/:fetchId/accounts': async () => {
    const { owner, fetchId } = await list('loaded')
    return { owner, path: `/api/account-lists/${fetchId}/accounts?from=0` }
  },
  'GET /api/jobs/:jobId': async () => {
    const { owner, jobId } = await job('running')
    return { owner, path: `/api/jobs/${jobId}` }
  },
  'POST /api/jobs/:jobId/cancel': async () => {
    const { owner, jobId } = await job('running')
    return { owner, path: `/api/jobs/${jobId}/cancel`, body: {} }
  },
  'POST /api/jobs/:jobId/retry': async () => {
    const { owner, jobId } = await job('done')
    return { owner, path: `/api/jobs/${jobId}/retry`, body: { api_key: 'bulk-test-key-0123456789abcdef' } }
  },
  'POST /api/jobs/:jobId/check': async () => {
    const { owner, jobId } = await job('done')
    return { owner, path: `/api/jobs/${jobId}/check`, body: { api_key: demoSmartlead.apiKey } }
  },
  'GET /api/jobs/:jobId/accounts': async () => {
    const { owner, jobId } = await job('done')
    return { owner, path: `/api/jobs/${jobId}/accounts` }
  },
  'PATCH /api/account/passkeys/:id': async () => {
    const owner = await customer()
    const { id } = await addPasskey(world, owner)
    return { owner, path: `/api/account/passkeys/${id}`, body: { name: 'Phone' } }
  },
  'DELETE /api/account/passkeys/:id': async () => {
    const owner = await customer()
    const { id } = await addPasskey(world, owner)
    return { owner, path: `/api/account/passkeys/${id}` }
  },
  'DELETE /api/account/sessions/:id': async () => {
    const owner = await customer()
    const { sessions } = (await owner.get('/api/account/sessions')).body
    return { owner, path: `/api/account/sessions/${sessions[0].id}` }
  },
  'GET /api/jobs/:jobId/undo': async () => {
    const { owner, jobId } = await job('done')
    return { owner, path: `/api/jobs/${jobId}/undo` }
  },
  'POST /api/jobs/:jobId/undo': async () => {
    const { owner, jobId } = await job('done')
    return { owner, path: `/api/jobs/${jobId}/undo`, body: { api_key: 'bulk-test-key-0123456789abcdef' } }
  },
}

/** Calls in which nothing can be named that is someone's. */
const namesNothing = [
  'GET /api/account/sessions',
  'POST /api/account/sessions/end-others',
  'GET /api/account/second-factor',
  'GET /api/account/second-factor/rule',
  'POST /api/account/second-factor/rule',
  'POST /api/account/second-factor/begin',
  'POST /api/account/second-factor/confirm',
  'POST /api/account/second-factor/remove',
  'POST /api/account/recovery-codes',
  'POST /api/account/confirm',
  'POST /api/account/confirm/passkey',
  'POST /api/account/confirm/passkey/begin',
  'POST /api/account/passkeys',
  'POST /api/account/passkeys/begin',
  'GET /api/auth/profile',
  'POST /api/auth/change-password',
  'GET /api/orders',
  'POST /api/orders',
  // Whether a name is taken is for everybody to know.
  'GET /api/orders/validate-domain',
  'POST /api/domains/ownership-record',
  'POST /api/domains/claim',
  'POST /api/payments/quote',
  'POST /api/payments/create-customer-portal',
  // How much room there is, is the same for everybody.
  'GET /api/payments/room',
  // Searches one's own.
  'GET /api/search/mailboxes',
  'GET /api/connections',
  'POST /api/domains/search-domain',
  'POST /api/domains/preview-names',
  'POST /api/domains/verify-availability',
  'POST /api/domains/prepare-own',
  'POST /api/domains/standing-records',
  'POST /api/domains/kept-records',
  'GET /api/domain-health/overview',
  'GET /api/reserve',
  'POST /api/domain-health/mode',
  'GET /api/account/health-mail',
  'POST /api/account/health-mail',
  'GET /api/domains',
  'POST /api/domains',
  'POST /api/instantly',
  'GET /api/instantly/credentials',
  'DELETE /api/instantly/credentials',
  'GET /api/smartlead/token',
  'DELETE /api/smartlead/token',
  'POST /api/smartlead/accounts',
  'POST /api/smartlead/update-warmup',
  'POST /api/smartlead/update-outbound',
  'POST /api/smartlead/update-tags',
  'POST /api/smartlead/update-signature',
  'POST /api/signatures/preview',
  'GET /api/account-lists',
  'POST /api/account-lists',
  'POST /api/account-lists/tags',
  'GET /api/jobs',
  'GET /api/tasks',
  'GET /api/events',
]

test('every call for customers is tried here, or names nothing that is someone’s', () => {
  const calls = endpoints
    .filter(({ access }) => access === 'customer')
    .map(({ method, path }) => `${method} ${path}`)
  const tried = Object.keys(attempts).map((title) => title.replace(/ \(.*/, ''))
  expect([...new Set([...tried, ...namesNothing])].sort()).toEqual(calls.sort())
})

const send = (browser: TestBrowser, method: string, { path, body }: Asked) =>
  method === 'DELETE'
    ? browser.raw({
        method,
        url: path,
        headers: { origin: world.deps.config.publicUrl, 'x-requested-with': 'XMLHttpRequest' },
      })
    : method === 'GET'
      ? browser.get(path)
      : method === 'PATCH'
        ? browser.patch(path, body)
        : browser.post(path, body)

test.each(Object.entries(attempts))(
  '%s is refused to someone else, changes nothing, and is taken from the owner',
  async (title, prepare) => {
    const [method = ''] = title.split(' ')
    const attempt = await prepare()
    const stranger = await customer()
    const before = await rowsOfCustomer(db, attempt.owner.id)
    const refused = await send(stranger, method, attempt)
    const { refusal = { status: 404, body: { code: 'not_found' } } } = attempt
    expect(refused).toMatchObject(refusal)
    expect(await rowsOfCustomer(db, attempt.owner.id)).toBe(before)
    expect(await send(attempt.owner, method, attempt)).toMatchObject({ status: 200 })
  },
)

test('what names nothing shows nothing of anybody else', async () => {
  const stranger = await customer()
  const queries: Record<string, string> = {
    'GET /api/account-lists': '?tool=smartlead',
    'GET /api/jobs': '?tool=smartlead',
    'GET /api/search/mailboxes': '?text=jane',
    'GET /api/orders/validate-domain': '?domain=acme.com',
  }
  // A stream tells that something has changed, and never what.
  const reads = namesNothing.filter((call) => call.startsWith('GET ') && call !== 'GET /api/events')
  const readAll = () =>
    Promise.all(
      reads.map(async (call) => {
        const { status, body } = await stranger.get(`${call.slice('GET '.length)}${queries[call] ?? ''}`)
        return { call, status, body }
      }),
    )
  const before = await readAll()
  for (const { call, status } of before) expect([200, 404], call).toContain(status)
  await connected()
  await job('running')
  await list('loading')
  const other = await customer()
  for (const tool of ['instantly', 'smartlead'] as const)
    await keepCredentials(db, deps.secrets, other.id, {
      tool,
      access: { kind: 'apiKey', apiKey: 'key-of-other' },
    })
  expect(await readAll()).toEqual(before)
})

/** What Stripe told of, and what made us ask: a webhook, a sweep, or the page to which a payment returns. */
const isToldByStripe = (action: string) => /^payment\.(?!discarded)/.test(action)
/** Done at the console; its own tests look at those. */
const isByStaff = (action: string) =>
  /^(staff|brand|prices|cost|import|move|vendor)\./.test(action) || action === 'domain.moved'
/** Done by the holder of a link, who has no session: `features/tools` tries it. */
const isByLink = (action: string) => /^(connect_link|mailbox)\./.test(action) && action !== 'mailbox.swapped'
/** Done on the command line or by jobs, with no request to name. */
const notByRequest = (action: string) =>
  /^(customer|refund|provider_account|dns_account|probe_mailbox|postmaster|retiring|work_item|doctor|mail)\./.test(
    action,
  ) ||
  // Taken by another customer, whom it does not name.
  [
    'password.reset',
    'password.link_sent',
    'order.adopted',
    'order.retried',
    'order.held',
    'order.released',
    'domain.taken',
  ].includes(action)

test('whatever a customer does is noted with the address and the session that it came from', async () => {
  const person = await customer()
  const refreshed = new Map(person.cookies)
  await person.post('/api/auth/refresh-token')
  await person.post('/api/auth/change-password', {
    currentPassword: person.password,
    newPassword: 'Another.Horse.2',
  })
  const careful = await customer()
  await setUpFactor(world, careful)
  await careful.post('/api/account/recovery-codes')
  for (const isOn of [true, false]) await careful.post('/api/account/second-factor/rule', { isOn })
  await careful.post('/api/account/second-factor/remove')
  const { device, id } = await addPasskey(world, careful)
  await careful.patch(`/api/account/passkeys/${id}`, { name: 'Phone' })
  for (const counter of [1, 1]) {
    const { body } = await careful.post('/api/account/confirm/passkey/begin')
    device.counter = counter
    await careful.post('/api/account/confirm/passkey', { passkey: device.show(body) })
  }
  await send(careful, 'DELETE', { path: `/api/account/passkeys/${id}` })
  const search = { api_key: demoSmartlead.apiKey, domains: [demoSmartlead.domains[0].name] }
  await person.post('/api/smartlead/accounts', search)
  const { api_key } = (await person.get('/api/smartlead/token')).body
  await person.post('/api/smartlead/accounts', { ...search, api_key })
  await person.post('/api/orders/mailboxes-csv', { domains: ['acme.test'], password: 'Wrong.Horse.9' })
  await person.post('/api/domains/kept-records', {
    domain: 'acme.dev',
    records: 'shop A 192.0.2.1',
    before: '',
  })
  await person.post('/api/connecting/unlock', { domain: 'acme.test', password: 'Wrong.Horse.9' })
  await world.visitor().post('/api/auth/login', { email: person.email, password: 'Wrong.Horse.9' })
  await person.post('/api/auth/logout')
  const robbed = await customer()
  await db.update(refreshFamilies).set({ rotatedAt: new Date(0), previousHash: null })
  const stale = world.visitor()
  stale.cookies.set(
    'inboxyard_refresh',
    `${robbed.cookies.get('inboxyard_refresh')?.split('.')[0]}.${refreshed.get('inboxyard_refresh')}`,
  )
  expect((await stale.post('/api/auth/refresh-token')).status).toBe(401)

  const rows = (await db.select().from(auditLog)).filter(
    ({ action }) =>
      !notByRequest(action) && !isToldByStripe(action) && !isByLink(action) && !isByStaff(action),
  )
  const incomplete = rows.filter(({ action, address, sessionId }) => {
    // A sign-in that is refused has no session yet.
    const isWhole = address && (sessionId || action === 'session.refused')
    return !isWhole
  })
  expect(incomplete.map(({ action, address, sessionId }) => ({ action, address, sessionId }))).toEqual([])
  const byRequest = allActions.filter(
    (action) => !notByRequest(action) && !isToldByStripe(action) && !isByLink(action) && !isByStaff(action),
  )
  expect([...new Set(rows.map(({ action }) => action))].sort()).toEqual(byRequest.sort())
})

test('what jobs and the command line do is noted without an address', async () => {
  await resetPassword(db, (await customer()).email)
  const rows = (await db.select().from(auditLog)).filter(({ action }) => notByRequest(action))
  expect(rows.length).toBeGreaterThan(0)
  for (const { address, sessionId } of rows)
    expect({ address, sessionId }).toEqual({ address: null, sessionId: null })
})
