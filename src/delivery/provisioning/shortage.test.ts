import { eq, like, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { domainEvents, domainNames, domains, outbox, providerAccounts } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { changePeople } from '#features/people/server/change-people.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { waits } from '#vendors/client/waits.ts'
import { demoGoogleAccount } from '#vendors/google/simulator/demo.ts'
import { googleState } from '#vendors/google/simulator/state.ts'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import { microsoftState } from '#vendors/microsoft/simulator/state.ts'
import { checkNow } from './check-now.ts'
import type { Facts } from './facts.ts'
import { answerWorkItems } from './testing/operator-robot.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const google = googleState(sandbox.store)
const account = google.accounts.get(demoGoogleAccount.customerId)
if (!account) throw new Error('The sandbox has no Google account.')

const sell = (userLimit: number) => google.accounts.put(account.customerId, { ...account, userLimit })
afterEach(() => sell(account.userLimit))

/** What only the operator may read of it. */
const theirs = /licen[cs]e|buy|account/i

const short = 'the account has no free user licence: buy more'
async function runUntil(
  name: string,
  isSoFar: (row: typeof domainNames.$inferSelect) => boolean,
): Promise<void> {
  for (let round = 0; round < 12; round++) {
    await world.reconcile(name)
    const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
    if (row && isSoFar(row)) return
    await answerWorkItems(deps, sandbox)
  }
  throw new Error(`${name} never came so far.`)
}
async function orderOfJanes() {
  const person = await world.customer()
  const people: [string, string][] = [['Jane', 'Doe']]
  return { person, order: await createPaidOrder(deps, { customerId: person.id, plan: 'google', people }) }
}
/** The first user is waited for: at first on Google, later on the operator. */
const isWaitingFor = (who: string) => (row: typeof domainNames.$inferSelect) =>
  (row.problem as { operation?: string; waitsFor?: string } | null)?.operation === 'createUser' &&
  row.problem?.waitsFor === who
const isShort = ({ problem }: typeof domainNames.$inferSelect) => problem?.reason === short
const isDone = ({ doneRev, wantedRev }: typeof domainNames.$inferSelect) => doneRev === wantedRev
const detailsOf = async (person: Awaited<ReturnType<typeof world.customer>>, groupId: string) =>
  (await person.get(`/api/orders/groups/${groupId}`)).body
const alerts = () =>
  db
    .select({ key: outbox.dedupeKey, subject: outbox.subject, body: outbox.body })
    .from(outbox)
    .where(like(outbox.dedupeKey, 'alert:short:%'))

test('where licences run out customers read that our team is on it, and the operator hears what to buy, once', async () => {
  const { person, order } = await orderOfJanes()
  const names = order.domains.map(({ name }) => name)
  sell(1)
  for (const name of names) await runUntil(name, isShort)

  const details = await detailsOf(person, order.bundleId)
  for (const domain of details.domains)
    expect(domain).toMatchObject({
      status: 'in progress',
      note: 'Creating mailboxes at Google: our team is on it. There is nothing you need to do.',
      wanted: [],
    })
  expect(JSON.stringify(details.domains)).not.toMatch(theirs)

  const [row] = await db.select().from(providerAccounts).where(eq(providerAccounts.vendor, 'google'))
  const told = await alerts()
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({
    subject: expect.stringContaining(`Domains wait at Google (${row?.label})`),
    body: expect.stringContaining(short),
  })

  sell(account.userLimit)
  for (const name of names) await runUntil(name, isDone)
  const rows = await db.select().from(domains).where(eq(domains.customerId, person.id))
  expect(rows.map(({ status, statusNote }) => [status, statusNote])).toEqual(names.map(() => ['done', null]))
})

test('a new tenant whose settings cannot be changed yet is the operator’s matter, and its domains go on by themselves', async () => {
  const tenants = microsoftState(sandbox.store).tenants
  const tenant = required(tenants.get(demoMicrosoftTenant.tenantId), 'the tenant')
  tenants.put(tenant.tenantId, { ...tenant, isDehydrated: true })
  const person = await world.customer()
  const people: [string, string][] = [['Jane', 'Doe']]
  const order = await createPaidOrder(deps, { customerId: person.id, plan: 'azure', people })
  const [{ name }] = order.domains as [(typeof order.domains)[number]]
  const command = 'Enable-OrganizationCustomization'
  await runUntil(name, ({ problem }) => problem?.reason.includes(command) ?? false)
  const [domain] = (await detailsOf(person, order.bundleId)).domains
  expect(domain).toMatchObject({ status: 'in progress', note: expect.stringContaining('our team is on it') })
  expect(JSON.stringify(domain)).not.toContain(command)
  const told = (await alerts()).filter(({ key }) => key.includes('New-Mailbox'))
  expect(told).toMatchObject([{ body: expect.stringContaining(command) }])
  tenants.put(tenant.tenantId, tenant)
  await runUntil(name, isDone)
})

const longAgo = sql`to_jsonb(now() - interval '7 hours')`
test.each([
  ['first seen', sql`jsonb_set(facts, '{verified,since}', ${longAgo})`],
  // As facts were before that was noted.
  ['last seen', sql`jsonb_set(facts #- '{verified,since}', '{verified,at}', ${longAgo})`],
])(
  'where the administrator at Google may only read, the operator hears of it once the domain was %s verified hours ago, and no new look begins those anew',
  async (_, aged) => {
    const { person, order } = await orderOfJanes()
    const [{ name }] = order.domains as [(typeof order.domains)[number]]
    google.accounts.put(account.customerId, { ...account, readingAdmins: account.admins })
    await runUntil(name, isWaitingFor('vendor'))
    await db.delete(outbox).where(like(outbox.dedupeKey, 'alert:short:%'))
    await db.execute(sql`update domain_names set facts = ${aged} where name = ${name}`)
    for (let look = 0; look < 2; look++) {
      const asked = new Date()
      await checkNow(deps, person.id, name)
      await runUntil(name, (row) => Date.parse((row.facts as Facts).verified?.at ?? '') >= asked.getTime())
      await runUntil(name, isWaitingFor('operator'))
    }
    expect(await alerts()).toMatchObject([
      { body: expect.stringContaining('is still a super administrator') },
    ])
    const events = await db.select().from(domainEvents).where(eq(domainEvents.name, name))
    expect(events.filter(({ sentence }) => sentence === 'Verified at Google')).toHaveLength(1)
    sell(account.userLimit)
    await runUntil(name, isDone)
  },
)

test('what a host has not done for longer than that ever takes is the operator’s, once, and customers read that our team is on it', async () => {
  const { person, order } = await orderOfJanes()
  google.accounts.put(account.customerId, { ...account, readingAdmins: account.admins })
  const names = order.domains.map(({ name }) => name)
  for (const name of names) await runUntil(name, isWaitingFor('vendor'))
  await db.delete(outbox).where(like(outbox.dedupeKey, 'alert:short:%'))
  const longestMs = waits.google.longestMs
  const waitedFor = (ms: number) =>
    db.execute(sql`update domain_names set step_since = now() - make_interval(secs => ${ms / 1000})`)
  await waitedFor(longestMs - 60_000)
  for (const name of names) await runUntil(name, isWaitingFor('vendor'))
  expect(await alerts()).toEqual([])

  await waitedFor(longestMs + 60_000)
  for (const name of names) await runUntil(name, isWaitingFor('operator'))
  expect(await alerts()).toMatchObject([{ body: expect.stringContaining('for 24 hours now') }])
  const details = await detailsOf(person, order.bundleId)
  for (const domain of details.domains)
    expect(domain).toMatchObject({
      status: 'in progress',
      note: 'Creating mailboxes at Google: our team is on it. There is nothing you need to do.',
    })
  sell(account.userLimit)
  for (const name of names) await runUntil(name, isDone)
})

test.each(['is heard', 'is lost'])(
  'the hours begin anew where the domain was removed at Google and is added again, and the answer to that %s',
  async (answer) => {
    const { person, order } = await orderOfJanes()
    const [{ name }] = order.domains as [(typeof order.domains)[number]]
    google.accounts.put(account.customerId, { ...account, readingAdmins: account.admins })
    await runUntil(name, isWaitingFor('vendor'))
    await db.execute(
      sql`update domain_names set facts = jsonb_set(facts, '{verified,since}', ${longAgo}) where name = ${name}`,
    )
    await checkNow(deps, person.id, name)
    await runUntil(name, isWaitingFor('operator'))
    google.domains.delete(name)
    if (answer === 'is lost')
      sandbox.faults.add({
        kind: 'lost_answer',
        vendor: 'google',
        method: 'POST',
        path: '/domains',
        times: 1,
      })
    await checkNow(deps, person.id, name)
    await runUntil(name, isWaitingFor('vendor'))
    sell(account.userLimit)
    await runUntil(name, isDone)
  },
)

test('nor does a delivered domain tell of it whose people are being changed', async () => {
  const { person, order } = await orderOfJanes()
  const [{ name }] = order.domains as [(typeof order.domains)[number]]
  for (const domain of order.domains) await runUntil(domain.name, isDone)
  sell(1)
  await db.transaction((tx) =>
    changePeople(deps, tx, order.bundleId, [{ firstName: 'Grace', lastName: 'Hopper' }], 'orders'),
  )
  await runUntil(name, isShort)
  const details = await detailsOf(person, order.bundleId)
  expect(details.domains.find(({ domain }: { domain: string }) => domain === name)).toMatchObject({
    status: 'done',
    note: 'Mailboxes are being changed: our team is on it. There is nothing you need to do.',
  })
  expect(JSON.stringify(details.domains)).not.toMatch(theirs)
  const events = await db.select().from(domainEvents).where(eq(domainEvents.name, name))
  for (const { sentence } of events) expect(sentence).not.toMatch(theirs)
})
