import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  auditLog,
  bundles,
  customers,
  domainHealth,
  domainNames,
  domains,
  workItems,
} from '#base/db/schema/index.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { plan } from '#delivery/provisioning/plan.ts'
import { readDesired } from '#delivery/provisioning/read-desired.ts'
import { listOrders } from '#features/orders/api/orders.ts'
import { indexOrders } from '#features/orders/rules/order-index.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { connectByStaff } from './connect-by-staff.ts'
import { demoAccounts, demoPassword, ensureDemoAccounts } from './demo-accounts.ts'
import { burnSome } from './demo-health.ts'
import { demoOrders, halfUploaded } from './demo-orders.ts'
import { createSandboxControl } from './sandbox-control.ts'
import { demoRound } from './start-demo.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
// In-process the customer's Email Bison is known by its name instead of its port, and the pages' port is any free one.
const control = {
  ...createSandboxControl(deps.config, (url, init) => sandbox.fetch(url, init)),
  bisonUrl: 'https://bison.harborline.test',
  signInUrl: `http://127.0.0.1:${sandbox.ports.signIn}`,
}

const names = () =>
  db
    .select({ name: domains.name, status: domains.status })
    .from(domains)
    .where(isHeld)
    .orderBy(asc(domains.name))

/** The worker's part and the robot's, turn by turn, until nothing changes any more. */
async function workUntilAtRest(): Promise<void> {
  let before = ''
  for (let i = 0; i < 12; i++) {
    await demoRound(deps, control)
    await connectByStaff(deps, control.signInUrl)
    for (const { name } of await names()) await world.reconcile(name)
    const now = JSON.stringify(
      await db
        .select({ id: domains.id, rev: domains.status, inboxes: domains.inboxes, want: domains.want })
        .from(domains),
    )
    if (now === before) return
    before = now
  }
}

describe('the demo account', async () => {
  await ensureDemoAccounts(deps, true)
  await workUntilAtRest()

  test('has five orders that came to rest in different states', async () => {
    const browser = world.visitor()
    await browser.post('/api/auth/login', { email: demoAccounts[0].email, password: demoPassword })
    const answer = listOrders.response.parse((await browser.get('/api/orders')).body)
    const states = indexOrders(answer.orders).map(({ order, groups }) => [
      order.forwardingDomain,
      order.sendingTool,
      groups.map(({ badge }) => badge),
    ])
    expect(states.reverse()).toEqual([
      ['https://brightlark.com', 'instantly', ['done']],
      ['https://mosswickstudio.com', 'smartlead', ['done']],
      ['https://ferncastlepartners.com', 'bison', ['in progress']],
      ['https://tidewelladvisory.com', 'instantly', ['in progress']],
      ['https://hollowpine.com', 'other', ['cancelled', 'error']],
    ])
    const half = answer.orders
      .flatMap((order) => order.domains)
      .find(({ domain }) => domain === halfUploaded.name)
    expect(half).toMatchObject({ status: 'in progress', inboxes: halfUploaded.mailboxes })
    expect(answer.summary?.inboxCount).toBeGreaterThan(300)
  })

  test('makes up days of its own domains alone, whatever of others is due', async () => {
    const [own, other] = await Promise.all(
      demoAccounts.map(async ({ email }) => {
        const [found] = await db.select().from(customers).where(eq(customers.email, email))
        return found?.id ?? ''
      }),
    )
    const [lent] = await db
      .select()
      .from(domainHealth)
      .where(and(eq(domainHealth.customerId, own ?? ''), isNotNull(domainHealth.dueAt)))
    const where = eq(domainHealth.domainId, lent?.domainId ?? '')
    const due = new Date(Date.now() - 60_000)
    await db.update(domainHealth).set({ customerId: other, dueAt: due }).where(where)
    expect(await burnSome(deps, control, own ?? '')).toBe(true)
    expect(await db.select({ dueAt: domainHealth.dueAt }).from(domainHealth).where(where)).toEqual([
      { dueAt: due },
    ])
    await db.update(domainHealth).set({ customerId: own }).where(where)
  })

  test('agrees with the third parties: a sweep right after plans no step for what is finished', async () => {
    const finished = (await names()).filter(({ status }) => status === 'done' || status === 'cancelled')
    expect(finished.length).toBeGreaterThan(13)
    for (const { name } of finished) {
      const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
      const missing = plan(await readDesired(db, name), row?.facts ?? {}, {
        now: new Date(),
        recheckBefore: null,
      })
      expect([name, missing]).toEqual([name, []])
    }
    const before = sandbox.requests().length
    for (const { name } of finished) await world.reconcile(name)
    expect(
      sandbox
        .requests()
        .slice(before)
        .filter(({ method }) => method !== 'GET'),
    ).toEqual([])
  })

  test('was served by the robot through the operator’s own way of answering', async () => {
    const items = await db.select().from(workItems)
    expect(new Set(items.map(({ kind }) => kind))).toEqual(
      new Set(['dkim_key', 'dkim_start', 'tool_consent', 'tool_sign_in', 'tool_upload']),
    )
    const open = items.filter(({ closedAt }) => closedAt === null)
    expect(open.map(({ subject }) => subject)).toEqual([halfUploaded.name])
    const answered = await db.$count(auditLog, eq(auditLog.action, 'work_item.answered'))
    // Signing in is no answer: it closes when the tool says that all are connected.
    const signedIn = items.filter(({ kind }) => kind === 'tool_sign_in')
    expect(answered).toBe(items.length - open.length - signedIn.length)
  })

  test('is made once: what its owner changes stays changed', async () => {
    const [cancelled] = await db.select().from(bundles).where(eq(bundles.status, 'cancelled'))
    await db
      .update(bundles)
      .set({ status: 'live' })
      .where(eq(bundles.id, cancelled?.id as string))
    await demoRound(deps, control)
    expect(await db.$count(bundles, and(eq(bundles.status, 'live')))).toBe(
      demoOrders.reduce((sum, order) => sum + order.bundles, 0),
    )
  })
})
