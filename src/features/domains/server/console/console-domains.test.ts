import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, domainNames, domains } from '#base/db/schema/index.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { ConsoleDomain } from '../../api/console-domains.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { db } = deps
const [owner, other] = [await customer(), await customer()]
const tess = await joinedStaff(world, 'technician')
const names = Array.from({ length: 120 }, (_, n) => `list-${String(n).padStart(3, '0')}.com`)
const many = await createPaidOrder(deps, {
  customerId: owner.id,
  mailboxesPerDomain: 1,
  names: { azure: names },
})
const google = await createPaidOrder(deps, {
  customerId: other.id,
  plan: 'google',
  tool: 'smartlead',
  names: { google: ['other.com'] },
})

interface Page {
  domains: ConsoleDomain[]
  next: string | null
}
const list = async (query = '') => (await tess.get(`/api/operator/domains?${query}`)).body as Page
const namesOf = ({ domains: rows }: Page) => rows.map(({ name }) => name)
const idOf = (name: string) =>
  [...many.domains, ...google.domains].find((domain) => domain.name === name)?.id ?? ''

type Problem = NonNullable<(typeof domainNames.$inferSelect)['problem']>
const note = (name: string, problem: Partial<Problem> | null) =>
  db
    .update(domainNames)
    .set({
      problem: problem && { kind: 'waiting', reason: 'not yet', at: new Date().toISOString(), ...problem },
    })
    .where(eq(domainNames.name, name))

const noRenewals = { count: 0, first: [] }

test('every domain stands on exactly one page, by name', async () => {
  const first = await list()
  expect(first.domains).toHaveLength(100)
  const second = await list(`after=${first.next}`)
  expect(second.next).toBeNull()
  expect([...namesOf(first), ...namesOf(second)]).toEqual([...names, 'other.com'])
})

test('a domain whose place a spare took is marked until another one is ordered for it', async () => {
  const id = idOf('other.com')
  const marked = async () => {
    const shown = (await tess.get(`/api/operator/domains/${id}`)).body
    const [listed] = (await list('text=other.com')).domains
    expect(shown.domain.isSpent).toBe(listed?.isSpent)
    return listed?.isSpent
  }
  const set = (values: Partial<typeof domains.$inferInsert>) =>
    db.update(domains).set(values).where(eq(domains.id, id))
  expect(await marked()).toBe(false)
  await set({ spentAt: new Date() })
  expect(await marked()).toBe(true)
  await set({ replacedAt: new Date() })
  expect(await marked()).toBe(false)
  await set({ spentAt: null, replacedAt: null })
})

test('filters narrow it: customer, order, host, tool, what the name begins with', async () => {
  expect(namesOf(await list(`customer=${other.id}`))).toEqual(['other.com'])
  expect(namesOf(await list(`order=${google.orderId}`))).toEqual(['other.com'])
  expect(namesOf(await list('host=google'))).toEqual(['other.com'])
  expect(namesOf(await list('tool=smartlead'))).toEqual(['other.com'])
  expect(namesOf(await list('text=LIST-00'))).toEqual(names.slice(0, 10))
  // Neither is a pattern.
  expect(namesOf(await list('text=%25'))).toEqual([])
})

test.each<[string, Partial<Problem>, string]>([
  ['stopped', { kind: 'rejected' }, 'rejected for good'],
  ['team', { waitsFor: 'operator' }, 'no account has room for it'],
  ['team', { kind: 'unauthorised' }, 'wrong key'],
  ['customer', { kind: 'unauthorised', waitsFor: 'customer' }, 'wrong key'],
  ['vendor', { kind: 'transient' }, 'answered 503'],
  ['limit', { kind: 'transient', isOverLimit: true }, 'too many requests'],
])('what stands still is found by whom it waits for: %s', async (cause, problem, reason) => {
  await note('list-050.com', { ...problem, reason, vendor: 'microsoft', operation: 'verifyDomain' })
  const [found, ...others] = (await list(`cause=${cause}`)).domains
  expect([found, others]).toMatchObject([
    { name: 'list-050.com', standstill: cause, why: `microsoft verifyDomain: ${reason}` },
    [],
  ])
  expect(namesOf(await list('state=stuck'))).toEqual(['list-050.com'])
  await note('list-050.com', null)
  expect((await list('state=stuck')).domains).toEqual([])
})

test('what a third party answered is shown without what opens anything', async () => {
  await note('list-051.com', { reason: 'refused eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9, password=Horse.1' })
  const [found] = (await list('state=stuck')).domains
  expect(found?.why).toBe('refused •••, password=•••')
  await note('list-051.com', null)
})

test('a name that was let go of stands under released alone, without what its next holder waits for', async () => {
  await db.update(domains).set({ releasedAt: new Date() }).where(eq(domains.name, 'list-119.com'))
  await note('list-119.com', { waitsFor: 'operator' })
  expect(await list('state=released')).toMatchObject({
    domains: [{ name: 'list-119.com', standstill: null }],
  })
  expect(namesOf(await list('text=list-119'))).toEqual([])
  const retried = await tess.post('/api/operator/domains/retry', {
    ids: [idOf('list-119.com')],
    looksAnew: true,
  })
  expect(retried.body).toEqual({ done: 0, skipped: 1, renewalsLeft: noRenewals })
})

test('one press tries several again, or looks anew; the log has it by name, once for each customer', async () => {
  const chosen = ['list-001.com', 'list-002.com', 'other.com']
  const row = async (name: string) =>
    (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]
  await db.update(domainNames).set({ attempts: 7, nextRunAt: null }).where(inArray(domainNames.name, chosen))
  const ids = chosen.map(idOf)
  expect((await tess.post('/api/operator/domains/retry', { ids, looksAnew: false })).body).toEqual({
    done: 3,
    skipped: 0,
    renewalsLeft: noRenewals,
  })
  expect(await row('other.com')).toMatchObject({ attempts: 0, recheckBefore: null })
  expect((await row('other.com'))?.nextRunAt).not.toBeNull()
  await tess.post('/api/operator/domains/retry', { ids, looksAnew: true })
  expect((await row('other.com'))?.recheckBefore).not.toBeNull()
  const noted = await db.select().from(auditLog).where(eq(auditLog.userId, tess.id))
  const acts = noted.filter(({ customerId }) => customerId !== null)
  expect(acts.map(({ customerId, action }) => [customerId, action]).sort()).toEqual(
    [owner.id, other.id]
      .flatMap((id) => [
        [id, 'domain.checked'],
        [id, 'order.retried'],
      ])
      .sort(),
  )
})

const renewal = { at: '2026-01-01T00:00:00.000Z', of: null, externalId: null }
const waitAt = async (waiting: string[], operation: string) => {
  await db.update(domainNames).set({ facts: { renewal } }).where(inArray(domainNames.name, waiting))
  for (const name of waiting) await note(name, { vendor: 'dnsimple', operation, waitsFor: 'operator' })
}

test('a renewal that may have been paid is asked for again only by a press that was warned of it, for one domain that waits for it', async () => {
  const name = 'list-004.com'
  const noted = async () => (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]?.facts
  const press = async (more: object) =>
    (await tess.post('/api/operator/domains/retry', { ids: [idOf(name)], looksAnew: false, ...more })).body
  const waits = async () => (await tess.get(`/api/operator/domains/${idOf(name)}`)).body.waitsForRenewal
  await waitAt([name], 'delegation')
  expect(await waits()).toBe(false)
  await press({ renewsAgain: true })
  expect(await noted()).toEqual({ renewal })
  await waitAt([name], 'renew')
  expect(await waits()).toBe(true)
  await press({ looksAnew: true, renewsAgain: true })
  expect(await noted()).toEqual({ renewal })
  await press({ ids: [idOf(name), idOf('other.com')], renewsAgain: true })
  expect(await noted()).toEqual({ renewal })
  // A page that was read before it waited for that has not warned.
  const left = { count: 1, first: [name] }
  expect(await press({})).toEqual({ done: 1, skipped: 0, renewalsLeft: left })
  expect(await noted()).toEqual({ renewal })
  expect(await press({ renewsAgain: true })).toEqual({ done: 1, skipped: 0, renewalsLeft: noRenewals })
  expect(await noted()).toEqual({ renewal: { ...renewal, againAt: expect.any(String) } })
  expect(await waits()).toBe(false)
})

test('a press for many says which renewals it left: the first by name, and how many', async () => {
  const waiting = names.slice(60, 67)
  await waitAt(waiting, 'renew')
  const ids = [...waiting, 'other.com'].map(idOf)
  const { body } = await tess.post('/api/operator/domains/retry', { ids, looksAnew: false })
  expect(body).toEqual({
    done: 8,
    skipped: 0,
    renewalsLeft: { count: 7, first: waiting.slice(0, 5) },
  })
})

test('more than fifty want their number typed', async () => {
  const ids = names.slice(0, 51).map(idOf)
  const press = (word?: string) => tess.post('/api/operator/domains/retry', { ids, looksAnew: false, word })
  expect(await press()).toMatchObject({ status: 400, body: { message: expect.stringContaining('Type 51') } })
  expect((await press('50')).status).toBe(400)
  expect((await press('51')).body).toEqual({ done: 51, skipped: 0, renewalsLeft: noRenewals })
})
