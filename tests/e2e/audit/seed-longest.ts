import { eq } from 'drizzle-orm'
import { customers, domainNames, domains, orders } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { forwardingUrlMaxLength } from '#features/forwarding/rules/forwarding-url.ts'
import { companyNameMaxLength } from '#features/ordering/rules/company-name.ts'
import type { OrderDraft } from '#features/ordering/rules/order-draft.ts'
import { personNameMaxLength } from '#features/people/rules/person-name.ts'
import { freshDraft } from '../ordering/stored-draft.ts'
import { type SeededOrder, seedOrder } from '../product/seed-order.ts'
import type { Customer } from '../product/test.ts'

/** The widest letter, as often as the rules allow. */
export const wide = (length: number, start = '') => start.padEnd(length, 'w')
export const longName = (start: string) => `${wide(31, start)}.com`
export const longUrl = wide(forwardingUrlMaxLength, `https://${longName('')}/`)
export const longPerson: [string, string] = [wide(personNameMaxLength, 'A'), wide(personNameMaxLength, 'B')]

/** A customer whose order, running and cancelled, has the longest values that the rules allow. */
export async function seedLongest({ db, secrets }: Dependencies, { id }: Customer): Promise<SeededOrder> {
  const seeded = await seedOrder({ db, secrets }, id, {
    forwardingUrl: longUrl,
    groups: [
      {
        plan: 'premium',
        tool: 'bison',
        statuses: ['error', 'in progress', 'done'],
        note: wide(200),
        people: [longPerson],
      },
      { statuses: ['cancelled'], cancelled: true, people: [longPerson] },
    ],
  })
  const companyName = wide(companyNameMaxLength)
  await db.update(orders).set({ companyName }).where(eq(orders.id, seeded.orderId))
  await db
    .update(customers)
    .set({ name: wide(100, 'Ada ') })
    .where(eq(customers.id, id))
  const groups = []
  for (const group of seeded.groups) {
    const renamed = group.domains.map((name) => longName(name.replace('.com', '')))
    for (const [index, name] of renamed.entries()) {
      await db
        .update(domains)
        .set({ name })
        .where(eq(domains.name, group.domains[index] ?? ''))
      await db.insert(domainNames).values({ name, registration: 'registered' })
    }
    groups.push({ ...group, domains: renamed })
  }
  return { ...seeded, groups }
}

/** A draft of an order with the longest values. */
export function longestDraft(): OrderDraft {
  const draft = freshDraft('premium')
  const { azure, google } = draft.domains.purchase
  const long = (names: readonly string[]) => names.map((name) => longName(name.replace('.com', '')))
  return {
    ...draft,
    domains: { ...draft.domains, purchase: { azure: long(azure), google: long(google) } },
    forwardUrl: longUrl,
    companyName: wide(companyNameMaxLength),
    people: [{ id: 'one', firstName: longPerson[0], lastName: longPerson[1] }],
  }
}
