import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domains, mailboxes } from '#base/db/schema/index.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { mailboxSearchAtMost } from '../rules/mailbox-search.ts'
import { findMailboxes } from './find-mailboxes.ts'

const { deps, customer } = await createTestWorld()
const { db } = deps

const account = async (options: { domain: string; people?: [first: string, last: string][] }) => {
  const person = await customer()
  const order = await createPaidOrder(deps, {
    customerId: person.id,
    plan: 'azure',
    names: { azure: [options.domain, `second${options.domain}`] },
    people: options.people ?? [['Jane', 'Doe']],
    mailboxesPerDomain: 12,
  })
  return { person, order }
}
type Found = { address: string; fullName: string; orderId: string; groupId: string }
const search = async (person: { get(path: string): Promise<{ body: unknown }> }, text: string) =>
  (
    (await person.get(`/api/search/mailboxes?text=${encodeURIComponent(text)}`)).body as {
      mailboxes: Found[]
    }
  ).mailboxes

test('a mailbox is found by the beginning of its address, with the order and the group it belongs to', async () => {
  const { person, order } = await account({ domain: 'findable.com' })
  const [one] = await db.select().from(mailboxes).where(eq(mailboxes.name, 'findable.com')).limit(1)
  const address = `${one?.localPart}@findable.com`
  const bundle = { orderId: order.orderId, groupId: order.bundleId }
  expect(await search(person, address)).toEqual([{ address, fullName: 'Jane Doe', ...bundle }])
  expect(await search(person, `  ${address.toUpperCase().slice(0, -3)} `)).toMatchObject([{ address }])
  const begins = await search(person, 'ja')
  expect(begins).toHaveLength(mailboxSearchAtMost)
  for (const found of begins) expect(found.address).toMatch(/^ja/)
  expect(begins[0]?.address).toBe('jane@findable.com')
})

test('what stands for anything in a pattern stands for itself', async () => {
  const { person } = await account({ domain: 'patterns.com' })
  for (const text of ['%%', '__', 'j%', 'j_', '\\\\', "'; --", '@@', '%@patterns.com'])
    expect(await search(person, text)).toEqual([])
  expect(await search(person, 'j')).toEqual([])
})

test('nobody finds the mailboxes of someone else', async () => {
  await account({ domain: 'theirs.com', people: [['Zora', 'Zulu']] })
  const { person } = await account({ domain: 'mine.com' })
  expect(await search(person, 'zora')).toEqual([])
})

test('mailboxes that are not wanted any more are not found', async () => {
  const { person, order } = await account({ domain: 'leaving.com', people: [['Quinn', 'Quick']] })
  expect(await search(person, 'quinn')).not.toEqual([])
  await db.update(mailboxes).set({ want: 'disabled' }).where(eq(mailboxes.name, 'leaving.com'))
  const left = await search(person, 'quinn')
  expect(left.length).toBeGreaterThan(0)
  expect(left.filter(({ address }) => address.endsWith('@leaving.com'))).toEqual([])
  await db.update(domains).set({ want: 'retire' }).where(eq(domains.bundleId, order.bundleId))
  expect(await search(person, 'quinn')).toEqual([])
})

test('a text longer than any address is refused', async () => {
  const { person } = await account({ domain: 'lengthy.com' })
  expect((await person.get(`/api/search/mailboxes?text=${'a'.repeat(255)}`)).status).toBe(400)
})

test('the index answers it, however many mailboxes the customer has', async () => {
  const { person } = await account({ domain: 'manymany.com' })
  const [base] = await db.select().from(mailboxes).where(eq(mailboxes.name, 'manymany.com')).limit(1)
  expect(base).toBeDefined()
  await db.execute(sql`
    insert into mailboxes (id, customer_id, domain_id, name, persona_id, local_part, want)
    select 'mbx_filler' || n, customer_id, domain_id, name, persona_id, 'filler' || n, 'active'
    from mailboxes cross join generate_series(1, 20000) n where id = ${base?.id}`)
  await db.execute(sql`analyze mailboxes`)
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(
    `explain select from mailboxes where customer_id = '${person.id}' and want = 'active' and local_part like 'filler1999%'`,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/mailboxes_(local_part|beginning)/)
  expect((await findMailboxes(db, person.id, 'filler1999')).length).toBe(mailboxSearchAtMost)
})
