import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog, domainNames, domains, providerAccounts, workItems } from '#base/db/schema/index.ts'
import type { Facts } from '#delivery/provisioning/facts.ts'
import { answerWorkItems } from '#delivery/provisioning/testing/operator-robot.ts'
import { vendorDifferences } from '#delivery/provisioning/testing/vendor-state.ts'
import { addProviderAccount } from '#features/capacity/server/hosts/add-account.ts'
import { createAccountsAtHosts } from '#tests/server/another-account.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { ConsoleDomainPage } from '../../api/console-domains.ts'

const world = await createTestWorld()
const { deps, customer, sandbox, reconcile } = world
const { db } = deps
const owner = await customer()
const tess = await joinedStaff(world, 'technician')

await addProviderAccount(deps, {
  vendor: 'microsoft',
  label: 'second',
  credentials: createAccountsAtHosts(sandbox).microsoft,
  capacity: { domains: 1_000, mailboxes: 50_000, dailyRecipients: 1_000_000 },
  state: 'open',
})
const [second] = await db.select().from(providerAccounts).where(eq(providerAccounts.label, 'second'))
const secondId = second?.id ?? ''

async function ordered(options: Partial<Parameters<typeof createPaidOrder>[1]> = {}) {
  const name = freshName()
  const order = await createPaidOrder(deps, {
    customerId: owner.id,
    tool: 'other',
    mailboxesPerDomain: 2,
    names: { azure: [name] },
    ...options,
  })
  return { name, id: order.domains[0]?.id ?? '', ...order }
}
const page = async (id: string) => (await tess.get(`/api/operator/domains/${id}`)).body as ConsoleDomainPage
const rowOf = async (name: string) => {
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  return { ...row, facts: row?.facts as Facts }
}
async function untilDelivered(name: string): Promise<void> {
  for (let run = 0; run < 8; run++) {
    await reconcile(name)
    await answerWorkItems(deps, sandbox)
  }
}

describe('the page of a domain', () => {
  test('says of one that is delivered that it is, with every fact as wanted', async () => {
    const { name, id } = await ordered()
    const before = await page(id)
    expect(before.facts.filter(({ agrees }) => agrees)).toEqual([])
    await untilDelivered(name)
    const after = await page(id)
    expect(after.sentence.what).toBe('It is delivered and sending.')
    // Nothing can be proven without the operator's probe mailboxes.
    const labelsOf = (agrees: boolean | null) =>
      after.facts.filter((fact) => fact.agrees === agrees).map(({ label }) => label)
    expect(labelsOf(false)).toEqual([])
    expect(labelsOf(null)).toEqual(['Proof of mail'])
    expect(after.facts.every(({ at }) => at !== null)).toBe(true)
    expect(after.timeline.length).toBeGreaterThan(5)
    expect(after.mailboxes).toHaveLength(2)
    expect(after.mailboxes.every(({ state }) => state === 'active')).toBe(true)
  })

  test('shows the last answer without what opens anything, the open work items and who looked', async () => {
    const { name, id } = await ordered()
    const secret = 'eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9abc'
    await db
      .update(domainNames)
      .set({
        step: 'verify',
        problem: {
          kind: 'waiting',
          waitsFor: 'operator',
          vendor: 'microsoft',
          operation: 'verifyDomain',
          reason: `token ${secret} is not valid`,
          at: new Date().toISOString(),
        },
      })
      .where(eq(domainNames.name, name))
    await db
      .insert(workItems)
      .values({ id: `wrk_${id}`, kind: 'dkim', subject: name, customerId: owner.id, instructions: '-' })
    await tess.post('/api/operator/domains/retry', { ids: [id], looksAnew: true })
    const shown = await page(id)
    expect(JSON.stringify(shown)).not.toContain(secret)
    expect(shown.answer).toMatchObject({
      who: 'microsoft',
      asked: 'verifyDomain',
      kind: 'waiting, waits for operator',
    })
    expect(shown.sentence).toMatchObject({
      what: 'It waits for our team at “Verifying at Microsoft”.',
      canDo: 'Answer its 1 open work item.',
    })
    expect(shown.workItems).toMatchObject([{ kind: 'dkim', isAnswered: false }])
    expect(shown.timeline[0]).toMatchObject({ who: 'Sam Staff', sentence: `Asked for a new look at ${name}` })
  })
})

describe('moving a domain', () => {
  const move = (id: string, account = secondId) => tess.post(`/api/operator/domains/${id}/move`, { account })

  test('places it elsewhere, takes it out of the former place and delivers it', async () => {
    const { name, id } = await ordered()
    // The first host has taken it in, and its answer never came.
    sandbox.faults.add({ vendor: 'microsoft', kind: 'lost_answer', method: 'POST', path: '/domains' })
    await reconcile(name)
    expect(sandbox.faults.list()).toEqual([])
    const before = await rowOf(name)
    expect((await page(id)).move).toMatchObject({ refusal: null, targets: [{ id: secondId }] })
    expect(await move(id)).toMatchObject({ status: 200, body: { message: 'Placed at second.' } })
    expect(await rowOf(name)).toMatchObject({
      providerAccountId: secondId,
      wantedRev: (before.wantedRev ?? 0) + 1,
    })
    await untilDelivered(name)
    const after = await rowOf(name)
    expect([after.facts.host?.accountId, after.facts.addedTo?.accountIds]).toEqual([secondId, [secondId]])
    expect(await vendorDifferences(deps, sandbox, name)).toEqual([])
    const [noted] = await db.select().from(auditLog).where(eq(auditLog.action, 'domain.moved'))
    expect(noted).toMatchObject({
      userId: tess.id,
      customerId: owner.id,
      data: { names: [name], to: secondId },
    })
  })

  test('is refused once something stands there, while a worker is at it, and to what is no place for it', async () => {
    const { name, id } = await ordered()
    await db
      .update(domainNames)
      .set({ leaseUntil: sql`now() + interval '1 minute'` })
      .where(eq(domainNames.name, name))
    expect(await move(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('worked on') },
    })
    await db.update(domainNames).set({ leaseUntil: null }).where(eq(domainNames.name, name))
    expect(await move(id, 'acc_none')).toMatchObject({ status: 404 })
    await db.update(providerAccounts).set({ state: 'draining' }).where(eq(providerAccounts.id, secondId))
    expect(await move(id)).toMatchObject({ status: 409, body: { message: 'second takes no new names.' } })
    await db
      .update(providerAccounts)
      .set({ state: 'open', capacityMailboxes: 1 })
      .where(eq(providerAccounts.id, secondId))
    expect(await move(id)).toMatchObject({ status: 409, body: { message: 'second has no room for it.' } })
    await db
      .update(providerAccounts)
      .set({ capacityMailboxes: 50_000 })
      .where(eq(providerAccounts.id, secondId))
    await untilDelivered(name)
    const { facts } = await rowOf(name)
    expect(await move(id, facts.host?.accountId === secondId ? 'acc_none' : secondId)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('stands at its host already') },
    })
    expect((await rowOf(name)).facts.host).toEqual(facts.host)
    expect((await page(id)).move).toMatchObject({ targets: [], refusal: expect.any(String) })
  })
})

describe('another name', () => {
  const rename = (id: string, name: string, isOwn = false) =>
    tess.post(`/api/operator/domains/${id}/rename`, { name, isOwn })

  test('is set up at no cost for one that could not be registered', async () => {
    const { name, id } = await ordered()
    expect((await page(id)).rename).toEqual({ price: null, refusal: expect.any(String) })
    expect(await rename(id, freshName())).toMatchObject({ status: 409 })
    await db.update(domains).set({ status: 'error' }).where(eq(domains.id, id))
    await db.update(domainNames).set({ registration: 'failed' }).where(eq(domainNames.name, name))
    expect((await page(id)).rename).toEqual({ price: 'free', refusal: null })
    const other = freshName()
    expect(await rename(id, other)).toMatchObject({ status: 200, body: { paymentUrl: null } })
    const [fresh] = await db.select().from(domains).where(eq(domains.name, other))
    expect(fresh).toMatchObject({ want: 'run', replacesId: id, customerId: owner.id })
    const [noted] = await db.select().from(auditLog).where(eq(auditLog.action, 'domain.replacement_ordered'))
    expect(noted).toMatchObject({ actor: 'operator', userId: tess.id, data: { from: name, to: other } })
  })

  test('is held until its customer has paid, where it costs something', async () => {
    const { id } = await ordered({ source: 'own' })
    expect((await page(id)).rename.price).toBe('priced')
    const other = freshName()
    const { status, body } = await rename(id, other)
    expect([status, body.paymentUrl]).toEqual([200, expect.stringMatching(/^http/)])
    const [held] = await db.select().from(domains).where(eq(domains.name, other))
    expect(held).toMatchObject({ want: 'hold', replacesId: id })
  })
})
