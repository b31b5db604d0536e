import { and, eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newId } from '#base/db/ids.ts'
import { auditLog, domainNames, workItems } from '#base/db/schema/index.ts'
import type { Facts } from '#delivery/provisioning/facts.ts'
import { proofSubject } from '#delivery/provisioning/proof-facts.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { testDkimKey } from '#tests/server/test-dkim-key.ts'
import { dkimKeyMessages } from '../../rules/dkim-key.ts'

const product = await createTestApp()
const { deps, customer } = product
const { db } = deps
const staff = await joinedStaff(product, 'technician')
const [ada, bob] = [await customer(), await customer()]

/** Something to do, made so many days ago. */
async function item(kind: string, values: Partial<typeof workItems.$inferInsert> = {}, days = 0) {
  const id = newId('workItem')
  await db.insert(workItems).values({
    id,
    kind,
    subject: freshName(),
    instructions: `Do ${kind}.`,
    createdAt: new Date(Date.now() - days * 86_400_000),
    ...values,
  })
  return id
}
const list = async (query: string) => (await staff.get(`/api/operator/work?${query}`)).body
const idsOf = async (query: string): Promise<string[]> =>
  (await list(query)).items.map(({ id }: { id: string }) => id)
const answers = (given: Record<string, Record<string, string>>) =>
  staff.post('/api/operator/work/answers', {
    answers: Object.entries(given).map(([id, answer]) => ({ id, answer })),
  })
const rowOf = async (id: string) => (await db.select().from(workItems).where(eq(workItems.id, id)))[0]
const txt = testDkimKey('a')

describe('the list', () => {
  test('is filtered by state, kind, customer and age, the oldest first', async () => {
    const old = await item('dkim_start', { customerId: ada.id }, 8)
    const fresh = await item('tool_consent', { customerId: bob.id })
    const answered = await item('dkim_start', { customerId: bob.id, answeredAt: new Date() })
    const [early, late] = [
      await item('dkim_start', { customerId: ada.id, closedAt: new Date(Date.now() - 60_000) }),
      await item('dkim_start', { customerId: ada.id, closedAt: new Date() }),
    ]
    expect(await idsOf('state=open')).toEqual([old, fresh])
    expect(await idsOf('state=open&kind=tool_consent')).toEqual([fresh])
    expect(await idsOf(`state=open&customer=${ada.id}`)).toEqual([old])
    expect(await idsOf(`state=open&customer=${encodeURIComponent(bob.email.toUpperCase())}`)).toEqual([fresh])
    expect(await idsOf('state=open&age=7')).toEqual([old])
    expect(await idsOf('state=open&age=30')).toEqual([])
    expect(await idsOf('state=answered')).toEqual([answered])
    expect(await idsOf('state=closed')).toEqual([late, early])
    expect((await list(`state=open&kind=tool_consent`)).items[0]).toMatchObject({
      customer: { id: bob.id, email: bob.email },
      instructions: 'Do tool_consent.',
      answeredAt: null,
    })
    expect((await staff.get('/api/operator/work?state=nothing')).status).toBe(400)
  })

  test('shows one item alone where another page leads to it, in whatever state it is by now', async () => {
    const waiting = await item('tool_consent', { customerId: bob.id })
    const [answered, closed] = [
      await item('dkim_start', { answeredAt: new Date() }),
      await item('dkim_start', { closedAt: new Date() }),
    ]
    for (const id of [waiting, answered, closed]) expect(await idsOf(`state=open&item=${id}`)).toEqual([id])
    expect(await idsOf('state=open&item=none')).toEqual([])
  })

  test('comes in pages that together hold every row once, also of the same moment', async () => {
    await db.delete(workItems)
    const createdAt = new Date()
    const made: string[] = []
    for (let n = 0; n < 205; n++)
      made.push(await item('tool_upload', { createdAt, ...(n % 2 === 0 && { closedAt: createdAt }) }))
    await db.update(workItems).set({ closedAt: createdAt })
    const seen: string[] = []
    for (let hasMore = true; hasMore; ) {
      const page = await list(`state=closed${seen.length ? `&after=${seen.at(-1)}` : ''}`)
      seen.push(...page.items.map(({ id }: { id: string }) => id))
      hasMore = page.hasMore
    }
    expect(seen).toHaveLength(205)
    expect(new Set(seen)).toEqual(new Set(made))
  })
})

describe('answers', () => {
  test('are taken one by one: what is refused is as it was, and the others are noted with who gave them', async () => {
    const [start, key, closed] = [
      await item('dkim_start', { customerId: ada.id }),
      await item('dkim_key', { customerId: ada.id }),
      await item('tool_consent', { closedAt: new Date() }),
    ]
    const { status, body } = await answers({
      [start]: { done: 'yes' },
      [key]: { txt: txt.slice(0, -8) },
      [closed]: { done: 'yes' },
      wrk_none: { done: 'yes' },
    })
    expect(status).toBe(200)
    expect(body.results).toEqual([
      { id: start, problem: null },
      { id: key, problem: expect.stringContaining(dkimKeyMessages.cut) },
      { id: closed, problem: `There is no open work item ${closed}.` },
      { id: 'wrk_none', problem: 'There is no open work item wrk_none.' },
    ])
    expect(await rowOf(start)).toMatchObject({ answer: { done: 'yes' }, answeredAt: expect.any(Date) })
    expect(await rowOf(key)).toMatchObject({ answer: null, answeredAt: null })
    const noted = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'work_item.answered'), inArray(auditLog.subject, [start, key, closed])))
    expect(noted).toMatchObject([{ subject: start, userId: staff.id, actor: 'operator', customerId: ada.id }])
  })

  test('are fifty at most, and at least one', async () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`wrk_${n}`, { done: 'yes' }]))
    expect((await answers(many)).status).toBe(400)
    expect((await answers({})).status).toBe(400)
  })

  test('wake the names that waited', async () => {
    const order = await createPaidOrder(deps, { customerId: bob.id })
    const subject = order.domains[0]?.name ?? ''
    await db
      .update(domainNames)
      .set({ nextRunAt: sql`now() + interval '1 hour'`, attempts: 3 })
      .where(eq(domainNames.name, subject))
    await answers({ [await item('dkim_enable', { subject, customerId: bob.id })]: { done: 'yes' } })
    const [name] = await db.select().from(domainNames).where(eq(domainNames.name, subject))
    expect(name?.attempts).toBe(0)
    expect(name?.nextRunAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1_000)
  })
})

describe('DKIM at Google', () => {
  test('shows how far each domain is, and only what is asked for is found', async () => {
    await db.delete(workItems)
    const order = await createPaidOrder(deps, {
      customerId: ada.id,
      plan: 'google',
      names: { google: [freshName()] },
    })
    const subject = order.domains[0]?.name ?? ''
    const id = await item('dkim_key', { subject, customerId: ada.id })
    const row = async () => (await staff.get('/api/operator/work/dkim')).body.domains[0]
    expect(await row()).toMatchObject({
      id,
      domain: subject,
      domainId: order.domains[0]?.id,
      customer: { id: ada.id, email: ada.email },
      state: 'needed',
      startId: null,
    })
    const find = async (...domains: string[]) =>
      (await staff.post('/api/operator/work/dkim/find', { domains })).body.found
    expect(await find(`${subject.toUpperCase()}.`, 'elsewhere.com')).toEqual([{ domain: subject, id }])

    await answers({ [id]: { txt, selector: 'mail' } })
    expect(await row()).toMatchObject({ state: 'answered' })
    expect((await rowOf(id))?.answer).toEqual({ txt, selector: 'mail' })
    const startId = await item('dkim_start', { subject, customerId: ada.id })
    expect(await row()).toMatchObject({ state: 'published', startId })
    await answers({ [startId]: { done: 'yes' } })
    expect(await row()).toMatchObject({ state: 'started', startId: null })

    await db.update(workItems).set({ closedAt: new Date() })
    expect(await find(subject)).toEqual([])
    expect(await row()).toMatchObject({ state: 'on' })
    const proven = { proof: { of: proofSubject({}), state: 'proven' } } as unknown as Facts
    await db.update(domainNames).set({ facts: proven }).where(eq(domainNames.name, subject))
    expect(await row()).toMatchObject({ state: 'seen' })
    const ofAnotherKey = { proof: { of: 'another', state: 'proven' } } as unknown as Facts
    await db.update(domainNames).set({ facts: ofAnotherKey }).where(eq(domainNames.name, subject))
    expect(await row()).toMatchObject({ state: 'on' })
    await db.update(workItems).set({ closedAt: new Date(Date.now() - 2 * 86_400_000) })
    expect((await staff.get('/api/operator/work/dkim')).body.domains).toEqual([])
  })
})

describe('the file to upload', () => {
  test('has the mailboxes with their passwords, is noted with who took it, and is of uploads alone', async () => {
    const name = freshName()
    await createPaidOrder(deps, {
      customerId: ada.id,
      tool: 'bison',
      names: { azure: [name] },
      mailboxesPerDomain: 2,
    })
    const id = await item('tool_upload', { subject: name, customerId: ada.id })
    const { status, body } = await staff.post('/api/operator/work/csv', { id })
    expect(status).toBe(200)
    expect(body.filename).toBe(`mailboxes-${name}.csv`)
    expect(body.csv.match(new RegExp(`@${name}`, 'g'))?.length).toBeGreaterThanOrEqual(2)
    const [noted] = await db.select().from(auditLog).where(eq(auditLog.subject, id))
    expect(noted).toMatchObject({ action: 'work_item.exported', userId: staff.id })
    const other = await item('dkim_start')
    expect((await staff.post('/api/operator/work/csv', { id: other })).status).toBe(422)
    expect((await staff.post('/api/operator/work/csv', { id: 'none' })).status).toBe(404)
  })
})
