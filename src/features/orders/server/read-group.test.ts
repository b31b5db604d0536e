import { desc, eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog, bundles, domains, orders, subscriptions, toolConnections } from '#base/db/schema/index.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { secretMask } from '#features/tools/rules/tool-credentials.ts'
import { heldFor } from '#tests/server/held-for.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import type { TestBrowser } from '#tests/server/test-app.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { publishRecords } from '#vendors/testing/publish-records.ts'
import { getGroup } from '../api/groups.ts'
import { mailboxesCsvMessages } from '../rules/mailboxes-csv-messages.ts'
import type { GroupHold } from '../rules/order-holds.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { db } = deps

async function group(browser: TestBrowser, groupId: string) {
  const answer = await browser.get(`/api/orders/groups/${groupId}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return getGroup.response.parse(answer.body)
}
const auditOf = (customerId: string) =>
  db.select().from(auditLog).where(eq(auditLog.customerId, customerId)).orderBy(desc(auditLog.id))

async function deliveredOrder() {
  const person = await customer()
  const order = await createPaidOrder(deps, {
    customerId: person.id,
    people: [
      ['Jane', 'Doe'],
      ['=cmd', 'Roe'],
    ],
  })
  for (const { name } of order.domains) await reconcileUntilDone(world, name)
  return { person, order, names: order.domains.map(({ name }) => name) }
}

describe('a delivered group', async () => {
  const { person, order, names } = await deliveredOrder()

  test('tells what was sold, made and delivered, and how it came about', async () => {
    const details = await group(person, order.bundleId)
    expect(details).toMatchObject({
      orderId: order.orderId,
      orderIndex: 1,
      plan: 'azure',
      live: true,
      hold: null,
      forwardingDomain: 'https://example.com/welcome',
      companyName: 'Acme',
      userConfiguration: [
        { firstName: 'Jane', lastName: 'Doe', azureInboxes: 25, googleInboxes: 0 },
        { firstName: '=cmd', lastName: 'Roe', azureInboxes: 25, googleInboxes: 0 },
      ],
    })
    expect(details.domains.map(({ domain }) => domain)).toEqual(names)
    for (const domain of details.domains) {
      expect(domain).toMatchObject({
        status: 'done',
        inboxes: { sold: 50, wanted: 52, made: 52, delivered: 50, spare: 2 },
        wanted: [],
        nextCheckAt: null,
        expectedAt: null,
        toConnect: 0,
        canCheckNow: false,
        canTryAgain: false,
      })
      expect(domain.timeline[0]?.sentence).toBe('Set-up complete')
      expect(domain.timeline.at(-1)?.sentence).toBe('Domain registered')
      expect(domain.timeline.every(({ seconds }) => seconds !== undefined && seconds >= 0)).toBe(true)
      expect(domain.timeline.map(({ id }) => id)).toEqual(
        domain.timeline.map(({ id }) => id).sort((a, b) => b - a),
      )
    }
  })

  test('is not there for anybody else, nor before it is paid', async () => {
    const path = `/api/orders/groups/${order.bundleId}`
    expect((await (await customer()).get(path)).status).toBe(404)
    expect((await world.visitor().get(path)).status).toBe(401)
    const unpaid = await createPaidOrder(deps, { customerId: person.id })
    await db.update(orders).set({ status: 'awaiting_payment' }).where(eq(orders.id, unpaid.orderId))
    expect((await person.get(`/api/orders/groups/${unpaid.bundleId}`)).status).toBe(404)
  })

  test('shows its secrets masked; one is read on request, and who read it is noted', async () => {
    const reveal = (browser: TestBrowser, body: object) =>
      browser.post('/api/orders/credentials/reveal', body)
    const { sendingTool } = await group(person, order.bundleId)
    expect(sendingTool).toMatchObject({
      tool: 'instantly',
      state: 'working',
      values: { apiKey: secretMask },
      sharedWith: [],
    })
    const shown = await reveal(person, { groupId: order.bundleId, field: 'apiKey' })
    expect(shown.body).toEqual({ field: 'apiKey', value: `key-of-${person.id}` })
    expect((await reveal(person, { connectionId: order.connectionId, field: 'apiKey' })).status).toBe(200)
    expect((await auditOf(person.id))[1]).toMatchObject({
      action: 'credentials.revealed',
      subject: order.bundleId,
      data: { tool: 'instantly', field: 'apiKey' },
    })
    expect((await group(person, order.bundleId)).activity[0]).toMatchObject({
      actor: 'You',
      sentence: 'Read the Instantly API key',
    })
    const stranger = await customer()
    for (const [browser, body] of [
      [stranger, { groupId: order.bundleId, field: 'apiKey' }],
      [stranger, { connectionId: order.connectionId, field: 'apiKey' }],
      [person, { groupId: order.bundleId, field: 'workspaceToken' }],
      [person, { groupId: order.bundleId, field: '__proto__' }],
      [person, { groupId: order.bundleId, field: 'password' }],
    ] as const)
      expect((await reveal(browser, body)).status).toBe(404)
  })

  test('its mailboxes can be saved as a file by a person who knows the password', async () => {
    const ask = (browser: TestBrowser, domainNames: string[], password: string) =>
      browser.post('/api/orders/mailboxes-csv', { domains: domainNames, password })
    const refused = await ask(person, names, 'Wrong.Horse.1')
    expect(refused.status).toBe(422)
    expect(refused.body.fields.password).toBe(mailboxesCsvMessages.wrongPassword)
    const answer = await ask(person, names, person.password)
    expect(answer.body).toMatchObject({ mailboxes: 104, filename: 'mailboxes-2-domains.csv' })
    const lines = answer.body.csv.split('\r\n')
    expect(lines).toHaveLength(106)
    expect(lines[0]).toMatch(/^Email,First Name,Last Name,Password,/)
    expect(answer.body.csv).toContain(",'=cmd,")
    expect((await auditOf(person.id)).slice(0, 2).map(({ action }) => action)).toEqual([
      'mailboxes.exported',
      'mailboxes.export_refused',
    ])
    const stranger = await customer()
    expect((await ask(stranger, names, stranger.password)).status).toBe(404)
  })

  test('guessing the password that way ends soon', async () => {
    const stranger = await customer()
    const ask = () =>
      stranger.post('/api/orders/mailboxes-csv', { domains: names, password: 'Wrong.Horse.1' })
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) statuses.push((await ask()).status)
    expect(statuses.slice(0, 10).every((status) => status === 422)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('a group that waits', () => {
  test('for name servers says which ones to set, and can be looked at again', async () => {
    const person = await customer()
    const order = await createPaidOrder(deps, {
      customerId: person.id,
      source: 'own',
      names: { azure: ['ownwaitingone.com', 'ownwaitingtwo.com'] },
    })
    const [first] = order.domains.map(({ name }) => name) as [string]
    await world.reconcile(first)
    const [waiting, queued] = (await group(person, order.bundleId)).domains
    expect(waiting).toMatchObject({ status: 'pending', source: 'own', canCheckNow: true, expectedAt: null })
    expect(waiting?.wanted.map(({ value }) => value)).toEqual(deps.config.nameServers)
    expect(waiting?.note).toMatch(/^Please point the name servers of ownwaitingone\.com to/)
    expect(Date.parse(waiting?.nextCheckAt ?? '')).toBeGreaterThan(Date.now())
    expect(Date.parse(waiting?.since ?? '')).toBeLessThanOrEqual(Date.now())
    expect(queued).toMatchObject({ status: 'to do', canCheckNow: false, canTryAgain: false })
    expect((await person.post('/api/domains/check-now', { domain: first })).status).toBe(200)
    expect((await group(person, order.bundleId)).activity[0]?.sentence).toBe(
      `Asked for a new look at ${first}`,
    )
  })

  test('for a part of a name says whose DNS delegates it, and goes on once that does', async () => {
    const person = await customer()
    const part = 'mail.ownwaitingpart.com'
    const order = await createPaidOrder(deps, {
      customerId: person.id,
      source: 'own',
      names: { azure: [part, 'ownwaitingthree.com'] },
    })
    await world.reconcile(part)
    const shown = async () =>
      (await group(person, order.bundleId)).domains.find(({ domain }) => domain === part)
    const waiting = await shown()
    expect(waiting).toMatchObject({ status: 'pending', canCheckNow: true })
    expect(waiting?.note).toMatch(
      /^Please add NS records for mail\.ownwaitingpart\.com in the DNS of ownwaitingpart\.com, with these name servers: /,
    )
    publishRecords(
      world.sandbox,
      'ownwaitingpart.com',
      deps.config.nameServers.map((content) => ({ name: 'mail', type: 'NS', content })),
    )
    await person.post('/api/domains/check-now', { domain: part })
    await world.reconcile(part)
    const going = await shown()
    expect(going?.status).toBe('in progress')
    expect(going?.wanted).toEqual([])
    expect(going?.timeline.map(({ sentence }) => sentence)).toContain('Name servers point here')
  })

  test('after an error it can be tried again, unless it is not served', async () => {
    const person = await customer()
    const order = await createPaidOrder(deps, { customerId: person.id })
    await db.update(domains).set({ status: 'error' }).where(eq(domains.bundleId, order.bundleId))
    expect((await group(person, order.bundleId)).domains[0]).toMatchObject({
      canTryAgain: true,
      canCheckNow: false,
      anotherDomain: 'free',
    })
    await db.update(bundles).set(heldFor('past_due')).where(eq(bundles.id, order.bundleId))
    expect((await group(person, order.bundleId)).domains[0]).toMatchObject({
      canTryAgain: false,
      anotherDomain: null,
    })
  })

  test('what went back, or is disputed, is not said to be paid for', async () => {
    const person = await customer()
    const order = await createPaidOrder(deps, { customerId: person.id })
    const periodEnd = new Date(Date.now() + 20 * 24 * 3600_000)
    const stripeId = `sub_${order.bundleId}`
    await db.insert(subscriptions).values({ stripeId, customerId: person.id, status: 'active', periodEnd })
    await db.update(bundles).set({ subscriptionId: stripeId }).where(eq(bundles.id, order.bundleId))
    const paidUntil = async (hold: GroupHold | null) => {
      await db.update(bundles).set(heldFor(hold)).where(eq(bundles.id, order.bundleId))
      return (await group(person, order.bundleId)).paidUntil
    }
    for (const hold of [null, 'operator', 'past_due'] as const)
      expect(await paidUntil(hold), String(hold)).toBe(periodEnd.toISOString())
    for (const hold of ['refund', 'dispute'] as const) expect(await paidUntil(hold), hold).toBeNull()
  })

  test('groups that share their credentials are named', async () => {
    const person = await customer()
    const [one, two] = [
      await createPaidOrder(deps, { customerId: person.id }),
      await createPaidOrder(deps, { customerId: person.id, forwardingUrl: 'https://two.example' }),
    ]
    await db.update(bundles).set({ connectionId: one.connectionId }).where(eq(bundles.id, two.bundleId))
    await db.delete(toolConnections).where(eq(toolConnections.id, two.connectionId))
    expect((await group(person, one.bundleId)).sendingTool.sharedWith).toEqual([
      { groupId: two.bundleId, orderIndex: 1, forwardingDomain: 'https://two.example' },
    ])
  })

  test('of the groups that share them only the customer’s own live ones are', async () => {
    const [person, other] = [await customer(), await customer()]
    const [one, cancelled, theirs] = [
      await createPaidOrder(deps, { customerId: person.id }),
      await createPaidOrder(deps, { customerId: person.id }),
      await createPaidOrder(deps, { customerId: other.id }),
    ]
    await db
      .update(bundles)
      .set({ connectionId: one.connectionId })
      .where(inArray(bundles.id, [cancelled.bundleId, theirs.bundleId]))
    await db.update(bundles).set({ status: 'cancelled' }).where(eq(bundles.id, cancelled.bundleId))
    expect((await group(person, one.bundleId)).sendingTool.sharedWith).toEqual([])
  })
})

describe('when a domain is expected to be finished', () => {
  test('is not said before five runs were measured, and then is the 80th percentile of the latest', async () => {
    const person = await customer()
    const order = await createPaidOrder(deps, { customerId: person.id, plan: 'google' })
    await db.update(domains).set({ deliveredAt: null, setupStartedAt: null })
    const started = new Date(Date.now() - 60_000)
    const underWay = order.domains[0]?.id as string
    await db
      .update(domains)
      .set({ status: 'in progress', setupStartedAt: started })
      .where(eq(domains.id, underWay))
    const finish = async (minutes: number[]) => {
      const measured = await createPaidOrder(deps, { customerId: person.id, plan: 'google' })
      for (const [i, m] of minutes.entries()) {
        const deliveredAt = new Date(Date.now() - 1000)
        await db
          .update(domains)
          .set({ deliveredAt, setupStartedAt: new Date(deliveredAt.getTime() - m * 60_000) })
          .where(eq(domains.id, measured.domains[i]?.id as string))
      }
    }
    const expectedAt = async () =>
      (await group(person, order.bundleId)).domains.find(({ status }) => status === 'in progress')?.expectedAt
    await finish([10, 20, 30, 40])
    expect(await expectedAt()).toBeNull()
    await finish([50])
    // 10, 20, 30, 40, 50 minutes: four fifths of the way along is 42.
    expect(Date.parse((await expectedAt()) as string) - started.getTime()).toBeCloseTo(42 * 60_000, -2)
    // Of one that hangs on its owner nobody can say.
    await db.update(domains).set({ source: 'own' }).where(eq(domains.id, underWay))
    expect(await expectedAt()).toBeNull()
    await db.update(domains).set({ source: 'bought' }).where(eq(domains.id, underWay))
    await db
      .update(domains)
      .set({ setupStartedAt: new Date(Date.now() - 50 * 60_000) })
      .where(eq(domains.id, underWay))
    expect(await expectedAt()).toBeNull()
  })
})
