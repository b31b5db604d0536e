import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bundles, checkoutItems, checkouts, customers, domains } from '#base/db/schema/index.ts'
import { agreeing, paymentPages } from '#tests/server/payment-pages.ts'
import { checkoutFor, completeDraft, freshName, takeOrder } from '#tests/server/place-order.ts'
import { reinstateCheckoutOf, reinstatementOfGroups } from '#tests/server/reinstatement.ts'
import type { TestAnswer } from '#tests/server/test-app.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { db } = deps
const pages = paymentPages(world)

/** Which of two groups, or of their four places, something is about. */
const some = (n: number) =>
  fc.subarray(
    Array.from({ length: n }, (_, at) => at),
    { minLength: 1 },
  )
const step = fc.oneof(
  fc.record({ kind: fc.constant('order' as const), isCoded: fc.boolean() }),
  fc.record({ kind: fc.constant('reinstate' as const), groups: some(2) }),
  fc.record({
    kind: fc.constant('replace' as const),
    places: some(4),
    names: fc.integer({ min: 0, max: 1 }),
  }),
  fc.record({ kind: fc.constant('cancel' as const), group: fc.integer({ min: 0, max: 1 }) }),
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pay' as const), last: fc.integer({ min: 1, max: 3 }) }),
  },
  // A page that the product believes over: what comes of it has slipped through.
  fc.record({ kind: fc.constant('forget' as const), last: fc.integer({ min: 1, max: 2 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** One customer with an order of two groups, and everything that can be done about its payments. */
async function shopper() {
  const person = await customer()
  const draft = completeDraft({ orderCount: 2 })
  const taken = await takeOrder(person, draft)
  const groups = taken.body.data.domainGroups as { groupId: string; domains: string[] }[]
  const places = groups.flatMap((group) => group.domains)
  const others = places.map(() => [freshName(), freshName()] as const)
  const urls: string[] = []
  /** Each time a group ran, and the subscription that paid for it. */
  const ran = new Set<string>()

  const opened = ({ status, body }: TestAnswer) => {
    expect(status, JSON.stringify(body)).toBeLessThan(500)
    const url = body.url ?? body.checkoutUrl
    if (status === 200 && url) urls.push(url)
  }
  const open = (body: unknown) =>
    agreeing((query) => person.post(`/api/payments/create-checkout-session${query}`, body))
  const does = {
    async order({ isCoded }: Extract<Step, { kind: 'order' }>) {
      const promotionCode = isCoded ? 'LAUNCH60' : undefined
      const answer = await open(checkoutFor(person, draft, taken, { promotionCode }))
      const quote = answer.status === 409 ? answer.body.details : undefined
      opened(quote?.lines ? await open(checkoutFor(person, draft, taken, { promotionCode, quote })) : answer)
    },
    async reinstate(wanted: Extract<Step, { kind: 'reinstate' }>) {
      const asked = await person.post(
        '/api/orders/reinstate',
        reinstatementOfGroups(wanted.groups.flatMap((at) => groups[at] ?? [])),
      )
      opened(asked.status === 200 ? await open(reinstateCheckoutOf(person, asked)) : asked)
    },
    async replace({ places: wanted, names }: Extract<Step, { kind: 'replace' }>) {
      const pairs = wanted.map((at) => ({
        originalDomain: places[at],
        newDomain: others[at]?.[names],
        isUserAdded: false,
      }))
      opened(await agreeing((query) => person.post(`/api/domains/replace${query}`, pairs)))
    },
    async cancel({ group }: Extract<Step, { kind: 'cancel' }>) {
      await person.post('/api/orders/cancel', { groupId: groups[group]?.groupId, reason: 'pricing' })
    },
    async pay({ last }: Extract<Step, { kind: 'pay' }>) {
      const answers = await pages.payAtOnce(person, [...new Set(urls.slice(-last))])
      for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBe(200)
    },
    async forget({ last }: Extract<Step, { kind: 'forget' }>) {
      for (const url of urls.slice(-last)) if (await pages.isOpen(url)) await pages.forget(url)
    },
  }
  return {
    person,
    ran,
    async take(step: Step) {
      await (does[step.kind] as (each: Step) => Promise<void>)(step)
      await pages.work()
      const live = await db.select().from(bundles).where(eq(bundles.customerId, person.id))
      for (const { id, status, subscriptionId } of live)
        if (status === 'live') ran.add(`${id} ${subscriptionId}`)
    },
  }
}

/** What everything that runs, or ran, was sold for. */
async function priceOfWhatRan(customerId: string, ran: ReadonlySet<string>): Promise<number> {
  const rows = await db
    .select({ checkout: checkouts, item: checkoutItems, domain: domains })
    .from(checkouts)
    .innerJoin(checkoutItems, eq(checkoutItems.checkoutId, checkouts.id))
    .leftJoin(domains, eq(domains.id, checkoutItems.domainId))
    .where(eq(checkouts.customerId, customerId))
  const started = new Map<string, number>()
  let cents = 0
  for (const { checkout, item, domain } of rows) {
    if (checkout.kind !== 'replace')
      cents += ran.has(`${item.bundleId ?? domain?.bundleId} ${checkout.subscriptionId}`) ? item.netCents : 0
    else if (domain && domain.want !== 'hold') started.set(domain.id, item.netCents)
  }
  return [...started.values()].reduce((sum, each) => sum + each, cents)
}

test('whatever is opened, paid and cancelled in whatever order, what was kept pays for exactly what ran', {
  tags: ['fault-56'],
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const { person, ran, take } = await shopper()
      await take({ kind: 'order', isCoded: false })
      for (const each of steps) await take(each)

      const [payer] = await db.select().from(customers).where(eq(customers.id, person.id))
      const externalId = payer?.stripeCustomerId as string
      expect(await pages.kept(externalId)).toBe(await priceOfWhatRan(person.id, ran))
      const running = await pages.running(externalId)
      const live = await db.select().from(bundles).where(eq(bundles.customerId, person.id))
      const served = Map.groupBy(
        live.filter(({ status }) => status === 'live'),
        ({ subscriptionId }) => subscriptionId,
      )
      expect(new Map(running.map(({ id, quantity }) => [id, quantity]))).toEqual(
        new Map([...served].map(([id, some]) => [id, some.length])),
      )
    }),
    { numRuns: 25 },
  )
})
