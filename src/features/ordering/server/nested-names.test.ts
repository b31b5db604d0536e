import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domains } from '#base/db/schema/index.ts'
import { lockNestedNames, notNested } from '#delivery/domains/nested-names.ts'
import { refuseBroken } from '#delivery/domains/refuse-broken.ts'
import { sessionOf } from '#tests/server/managed-orders.ts'
import { beforeCommit, meet, untilSomethingWaits } from '#tests/server/meet.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { checkoutFor, completeDraft, freshName, press, takeOrder } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { setNameServers } from '#vendors/sandbox/names/registered-names.ts'

const world = await createTestWorld()
const { customer, sandbox, deps } = world
const { db } = deps
const isPart = 'An order here has a part of it, so it cannot be set up as a whole.'

/** Someone's order that serves a part of the name only. */
async function partIsHeld(name: string) {
  await createPaidOrder(deps, {
    customerId: (await customer()).id,
    names: { azure: [`mail.${name}`] },
    mailboxesPerDomain: 1,
  })
}
const verify = async (name: string, isOwn: 'yes' | 'no') =>
  (await (await customer()).post('/api/domains/verify-availability', { domains: [name], is_user_own: isOwn }))
    .body.results

test.each(['yes', 'no'] as const)(
  'the whole of a name of which an order has a part is not available, and which part is not told (own: %s)',
  async (isOwn) => {
    const name = freshName()
    if (isOwn === 'yes') setNameServers(sandbox.world, name, ['ns1.elsewhere.net', 'ns2.elsewhere.net'])
    expect(await verify(name, isOwn)).toMatchObject([{ available: true }])
    await partIsHeld(name)
    // A name that only ends alike is another one.
    await partIsHeld(`x${name}`)
    expect(await verify(name, isOwn)).toMatchObject([
      { available: false, exists_in_airtable: false, message: isPart },
    ])
  },
)

test('names that only look alike are not in each other’s way', async () => {
  const name = freshName()
  await createPaidOrder(deps, {
    customerId: (await customer()).id,
    names: { azure: [`un${name}`, `${name.replace('.', '-')}.com`] },
    mailboxesPerDomain: 1,
  })
  expect(await verify(name, 'no')).toMatchObject([{ available: true }])
})

test('an order that is taken before a part of its name was held cannot be paid for after that', async () => {
  const person = await customer()
  const draft = completeDraft({ domainOption: 'own' })
  const name = draft.domains.own.azure[0] ?? ''
  const taken = await takeOrder(person, draft)
  expect(taken.status).toBe(200)
  await partIsHeld(name)
  const page = await person.post('/api/payments/create-checkout-session', checkoutFor(person, draft, taken))
  expect([page.status, page.body.message]).toEqual([409, expect.stringContaining(`${name}: ${isPart}`)])
})

test.each(['whole', 'part'] as const)(
  'a name that is paid for after it was released is not set up beside another order’s %s of it',
  async (which) => {
    const person = await customer()
    const draft = completeDraft({ domainOption: 'own' })
    const [whole = '', other = ''] = draft.domains.own.azure
    const name = which === 'part' ? whole : `mail.${whole}`
    draft.domains.own.azure = [name, other]
    const taken = await takeOrder(person, draft)
    const page = await person.post('/api/payments/create-checkout-session', checkoutFor(person, draft, taken))
    await db
      .update(domains)
      .set({ releasedAt: new Date() })
      .where(inArray(domains.name, [name, other]))
    if (which === 'part') await partIsHeld(whole)
    else
      await createPaidOrder(deps, {
        customerId: (await customer()).id,
        names: { azure: [whole] },
        mailboxesPerDomain: 1,
      })
    await press(world, page.body.url, 'pay')
    await person.get(`/api/payments/confirmation?session_id=${sessionOf(page.body.url)}`)
    const rowOf = async (each: string) => (await db.select().from(domains).where(eq(domains.name, each)))[0]
    expect(await rowOf(name)).toMatchObject({
      want: 'hold',
      status: 'cancelled',
      releasedAt: expect.any(Date),
    })
    expect(await rowOf(other)).toMatchObject({ want: 'run', releasedAt: null })
  },
)

test('of a name and a part of it that are paid for late and in the same moment, one is set up', async () => {
  const whole = freshName('dev')
  const names = [whole, `mail.${whole}`]
  const pages: { person: Awaited<ReturnType<typeof customer>>; session: string }[] = []
  for (const name of names) {
    const person = await customer()
    const draft = completeDraft({ domainOption: 'own' })
    draft.domains.own.azure = [name, freshName('dev')]
    const taken = await takeOrder(person, draft)
    const page = await person.post('/api/payments/create-checkout-session', checkoutFor(person, draft, taken))
    expect(page.status).toBe(200)
    await db.update(domains).set({ releasedAt: new Date() }).where(eq(domains.name, name))
    await press(world, page.body.url, 'pay')
    pages.push({ person, session: sessionOf(page.body.url) })
  }
  let paid!: Promise<unknown>
  await db.transaction(async (tx) => {
    await lockNestedNames(tx, sql`array[${whole}]`)
    paid = Promise.all(
      pages.map(({ person, session }) => person.get(`/api/payments/confirmation?session_id=${session}`)),
    )
    await untilSomethingWaits(db, pages.length)
  })
  await paid
  const rows = await db.select().from(domains).where(inArray(domains.name, names))
  expect(rows.map(({ want }) => want).toSorted()).toEqual(['hold', 'run'])
})

test('a payment page waits for who holds a part of its order’s name, and is refused after that', async () => {
  const person = await customer()
  const draft = completeDraft({ domainOption: 'own' })
  const name = draft.domains.own.azure[0] ?? ''
  const part = `mail.${name}`
  const taken = await takeOrder(person, draft)
  const customerId = (await customer()).id
  const met = await meet(
    db,
    beforeCommit(db, async (tx) => {
      const names = { azure: [part] }
      await createPaidOrder({ ...deps, db: tx }, { customerId, names, mailboxesPerDomain: 1 })
      await refuseBroken(tx, [notNested([part])])
    }),
    () => person.post('/api/payments/create-checkout-session', checkoutFor(person, draft, taken)),
  )
  const message = expect.stringContaining(`${name}: ${isPart}`)
  expect(met).toMatchObject([undefined, { status: 409, body: { message } }])
})

test('of a name and a part of it that are held in the same moment, one is refused', async () => {
  const name = freshName()
  const hold = async (one: string) =>
    db.transaction(async (tx) => {
      await createPaidOrder(
        { ...deps, db: tx },
        { customerId: (await customer()).id, names: { azure: [one] }, mailboxesPerDomain: 1 },
      )
      await refuseBroken(tx, [notNested([one])])
    })
  const outcomes = await Promise.allSettled([hold(name), hold(`mail.${name}`)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
