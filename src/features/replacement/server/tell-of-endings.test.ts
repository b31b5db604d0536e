import { eq, like, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bundles, customers, domains, outbox } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { digestMomentOf } from '#features/health/rules/next-mail.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { endToldDays, receiveDays } from '../rules/overlap.ts'
import { tellOfEndings } from './tell-of-endings.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const hour = 3_600_000
const day = 24 * hour
/** When the next mail of the day is due. */
const morning = digestMomentOf(Date.now()) + day

/** Whoever was told of before has nothing left that ends. */
async function owner(count: number) {
  await db.update(domains).set({ fallingSince: null, spentAt: null })
  const person = await world.customer()
  const names = Array.from({ length: count }, freshName)
  await createPaidOrder(deps, { customerId: person.id, names: { azure: names } })
  return { person, names: names as [string, ...string[]] }
}
const set = (name: string, of: Partial<typeof domains.$inferInsert>) =>
  db.update(domains).set(of).where(eq(domains.name, name))
/** As if it fell, or were spent, so that its time for replies ends so many days after the next mail of the day. */
const beganFor = (endsIn: number) => new Date(morning + endsIn * day - receiveDays * day)
const mails = async (to: string) =>
  (
    await db.select().from(outbox).where(like(outbox.dedupeKey, 'domains-end:%')).orderBy(outbox.createdAt)
  ).filter(({ recipient }) => recipient === to)
const tell = (at: number) => tellOfEndings(deps, { clock: () => at })

test('a week before domains stop receiving their customer is told once, by one mail with the date and what to do', async () => {
  const { person, names } = await owner(3)
  const [falls, spent, later] = names
  await set(falls, { replacedAt: new Date(), fallingSince: beganFor(endToldDays + 0.2) })
  await set(required(spent, 'spent'), { spentAt: beganFor(endToldDays + 0.9) })
  await set(required(later, 'later'), { spentAt: beganFor(endToldDays + 1.1) })

  expect(await tell(morning - 1)).toBe(0)
  expect(await tell(morning)).toBe(1)
  const [mail, ...others] = await mails(person.email)
  expect(others).toEqual([])
  const until = new Date(beganFor(endToldDays + 0.2).getTime() + receiveDays * day).toISOString()
  expect(mail?.subject).toBe(`2 domains soon receive no mail, the first on ${until.slice(0, 10)}`)
  expect(mail?.body).toContain(`  ${falls}: ${until.slice(0, 16).replace('T', ' ')} UTC\n  ${spent}: `)
  expect(mail?.body).toContain(`${falls} may also go on as before`)
  expect(mail?.body).toContain(`${spent} keeps its place in your reserve`)
  expect(mail?.body).not.toContain(later)

  expect(await tell(morning + hour)).toBe(0)
  expect(await tell(morning + day)).toBe(1)
  expect((await mails(person.email)).at(-1)?.subject).toMatch(`${later} receives mail until `)
  expect(await tell(morning + 2 * day)).toBe(0)
})

test('one that is kept after all and falls again is told of again, and of one that has ended nothing is told', async () => {
  const { person, names } = await owner(2)
  const [name, ended] = names
  await set(name, { replacedAt: new Date(), fallingSince: beganFor(endToldDays + 0.5) })
  await set(required(ended, 'ended'), { spentAt: beganFor(endToldDays + 0.5), endedAt: new Date() })
  expect(await tell(morning)).toBe(1)
  expect((await mails(person.email)).map(({ body }) => body.includes(required(ended, 'ended')))).toEqual([
    false,
  ])
  await set(name, { replacedAt: null, fallingSince: null })
  expect(await tell(morning + day)).toBe(0)
  await set(name, { replacedAt: new Date(), fallingSince: beganFor(endToldDays + 3.5) })
  expect(await tell(morning + 3 * day)).toBe(1)
})

test('who is suspended can do nothing about it, and is told of what is left once that is over', async () => {
  const { person, names } = await owner(1)
  await set(names[0], { spentAt: beganFor(endToldDays + 0.5) })
  const suspend = (suspendedAt: Date | null) =>
    db.update(customers).set({ suspendedAt }).where(eq(customers.id, person.id))
  await suspend(new Date())
  expect(await tell(morning)).toBe(0)
  await suspend(null)
  expect(await tell(morning + 4 * day)).toBe(1)
  expect(await mails(person.email)).toHaveLength(1)
})

test('whoever has ordered another domain for a spent one is told nothing more of it', async () => {
  const { person, names } = await owner(1)
  await set(names[0], { spentAt: beganFor(endToldDays + 0.5), replacedAt: new Date() })
  expect(await tell(morning)).toBe(0)
  await set(names[0], { replacedAt: null })
  expect(await tell(morning)).toBe(1)
  expect(await mails(person.email)).toHaveLength(1)
})

test('of an order on hold nothing is told, and what is left once it goes on is', async () => {
  const { person, names } = await owner(2)
  const [falls, spent] = names
  await set(falls, { replacedAt: new Date(), fallingSince: beganFor(endToldDays + 0.5) })
  await set(required(spent, 'spent'), { spentAt: beganFor(endToldDays + 0.5) })
  const hold = (operatorHeldSince: Date | null) =>
    db.update(bundles).set({ operatorHeldSince }).where(eq(bundles.customerId, person.id))
  await hold(new Date())
  expect(await tell(morning)).toBe(0)
  await hold(null)
  expect(await tell(morning + 4 * day)).toBe(1)
  expect((await mails(person.email)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^2 domains /),
  ])
})

test('what fails for one customer keeps nobody else’s mail back, and is made good', async () => {
  const others = await owner(1)
  const more = await world.customer()
  const name = freshName()
  await createPaidOrder(deps, { customerId: more.id, names: { azure: [name] } })
  for (const each of [others.names[0], name]) await set(each, { spentAt: beganFor(endToldDays + 0.5) })
  const asked: string[] = []
  // The first who is written to, whoever that is.
  const put: typeof deps.outbox.put = (tx, mail) =>
    asked.push(mail.to) === 1 ? Promise.reject(new Error('the disk is full')) : deps.outbox.put(tx, mail)
  const failing = { ...deps, outbox: { ...deps.outbox, put } }
  await expect(tellOfEndings(failing, { clock: () => morning })).rejects.toThrow('the disk is full')
  const told = async () => [await mails(others.person.email), await mails(more.email)].map((of) => of.length)
  expect(asked.toSorted()).toEqual([others.person.email, more.email].toSorted())
  expect((await told()).toSorted()).toEqual([0, 1])
  expect(await tell(morning + hour)).toBe(1)
  expect(await told()).toEqual([1, 1])
})

test('two workers tell it once, and who wants no mails about health is told all the same', async () => {
  const { person, names } = await owner(1)
  await db.update(customers).set({ healthMail: 'none' }).where(eq(customers.id, person.id))
  await set(names[0], { spentAt: beganFor(endToldDays + 0.5) })
  const told = await Promise.all([tell(morning), tell(morning)])
  expect(told.toSorted()).toEqual([0, 1])
  expect(await mails(person.email)).toHaveLength(1)
  const [row] = await db
    .select({ isNoted: sql<boolean>`${domains.endToldFor} = ${domains.spentAt}` })
    .from(domains)
    .where(eq(domains.name, names[0]))
  expect(row?.isNoted).toBe(true)
})
