import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  bundles,
  domainHealth,
  domainNames,
  domains,
  healthActs,
  personas,
  providerAccounts,
} from '#base/db/schema/index.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { addProviderAccount } from '#features/capacity/server/hosts/add-account.ts'
import { restOwnDomain } from '#features/health/api/health.ts'
import { buildUsernameUpdate } from '#features/people/rules/username-update.ts'
import { createAccountsAtHosts } from '#tests/server/another-account.ts'
import { detailsBasisOf, peopleBasis } from '#tests/server/based-on.ts'
import { sessionOf } from '#tests/server/managed-orders.ts'
import { before, meet } from '#tests/server/meet.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName, press } from '#tests/server/place-order.ts'
import { reinstateCheckoutOf, reinstatementAsShown } from '#tests/server/reinstatement.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import type { TestAnswer } from '#tests/server/test-app.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { type Act, acts, begun, type End, effects, refusedAfter } from './testing/pairs-of-acts.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const technician = await joinedStaff(world, 'technician')
const [main] = await db.select().from(providerAccounts).where(eq(providerAccounts.vendor, 'microsoft'))
const second = await addProviderAccount(deps, {
  vendor: 'microsoft',
  label: 'second',
  credentials: createAccountsAtHosts(world.sandbox).microsoft,
  capacity: { domains: 1_000, mailboxes: 50_000, dailyRecipients: 1_000_000 },
  state: 'open',
})

/** A placed domain that its health says should rest, and what is done to it from pages that are open by now. */
async function domain() {
  const person = await world.customer()
  const order = await createPaidOrder(deps, {
    customerId: person.id,
    names: { azure: [freshName()] },
    mailboxesPerDomain: 2,
  })
  const { bundleId } = order
  const [{ id = '', name = '' } = {}] = order.domains
  await db.update(domainNames).set({ providerAccountId: main?.id }).where(eq(domainNames.name, name))
  await db
    .insert(domainHealth)
    .values({ domainId: id, customerId: person.id, state: 'rest', score: 40, share: 0 })
  const [people, details] = [await peopleBasis(person, bundleId), await detailsBasisOf(person, bundleId)]
  const forwardingUrl = (act: Act) => effects[act](begun).leadsTo

  /** Its order is cancelled, and asked for again: what is paid has not arrived. */
  async function cancelled(): Promise<string> {
    await person.post('/api/orders/cancel', { groupId: bundleId, reason: 'pricing' })
    const wish = await person.post(
      '/api/orders/reinstate',
      await reinstatementAsShown(person, [name], bundleId),
    )
    const page = await person.post('/api/payments/create-checkout-session', reinstateCheckoutOf(person, wish))
    await press(world, page.body.url, 'pay')
    return sessionOf(page.body.url)
  }
  let session = ''

  const post: Record<Act, () => Promise<TestAnswer>> = {
    replace: () =>
      person.post('/api/domains/replace', [
        { originalDomain: name, newDomain: freshName(), isUserAdded: false },
      ]),
    forward: () =>
      person.post('/api/domains/update-forwarding', {
        domains: [name],
        forwardingDomain: forwardingUrl('forward'),
        basedOn: { [name]: begun.leadsTo },
      }),
    edit: () =>
      person.patch(`/api/orders/groups/${bundleId}`, {
        basedOn: details,
        forwardingDomain: forwardingUrl('edit'),
      }),
    rename: () =>
      person.post(
        '/api/users/update-username',
        buildUsernameUpdate(
          [{ firstName: 'Nora', lastName: 'New' }],
          [{ domain: name, domainType: 'Azure' }],
          people,
        ),
      ),
    cancel: () => person.post('/api/orders/cancel', { groupId: bundleId, reason: 'pricing' }),
    move: () => technician.post(`/api/operator/domains/${id}/move`, { account: second }),
    rest: () => person.post(restOwnDomain.path.replace(':domainId', id), {}),
    reinstate: () => person.get(`/api/payments/confirmation?session_id=${session}`),
  }

  async function end(): Promise<End> {
    const [row] = await db
      .select({
        order: bundles.status,
        leadsTo: domains.forwardingUrl,
        accountId: domainNames.providerAccountId,
      })
      .from(domains)
      .innerJoin(bundles, eq(bundles.id, domains.bundleId))
      .innerJoin(domainNames, eq(domainNames.name, domains.name))
      .where(eq(domains.id, id))
    const [replacement] = await db
      .select({ leadsTo: domains.forwardingUrl })
      .from(domains)
      .where(and(eq(domains.bundleId, bundleId), isNotNull(domains.replacesId), isHeld))
    const present = await db
      .select({ name: personas.firstName })
      .from(personas)
      .where(and(eq(personas.bundleId, bundleId), isNull(personas.removedAt)))
      .orderBy(asc(personas.position))
    const [act] = await db.select().from(healthActs).where(eq(healthActs.domainId, id))
    return {
      order: row?.order === 'live' ? 'live' : 'cancelled',
      leadsTo: row?.leadsTo ?? '',
      replacement: replacement?.leadsTo ?? null,
      people: present.map((each) => each.name),
      account: row?.accountId === second ? 'second' : 'main',
      rest: act?.state === 'resting' ? 'resting' : null,
    }
  }

  return {
    end,
    cancelled: async () => {
      session = await cancelled()
    },
    act: async (which: Act) => {
      const { status } = await post[which]()
      expect(status === 200 || (status >= 400 && status < 500), `${which}: ${status}`).toBe(true)
      return status === 200
    },
  }
}

/** The end of a domain to which these were done, in this order. */
const endOf = (done: readonly Act[], from = begun): End => done.reduce((end, act) => effects[act](end), from)
const moments = [
  ['locks', /^select .*"(bundles|domains|domain_names|customers)".* for (no key )?update/],
  ['writes', undefined],
] as const

describe.each(acts)('after %s', (first) => {
  test.each(acts)(
    '%s is done or refused as the table says, and both ends are in what comes out',
    async (then) => {
      const { act, end } = await domain()
      const isDone = !refusedAfter[first].includes(then)
      expect([await act(first), await act(then)]).toEqual([true, isDone])
      expect(await end()).toEqual(endOf(isDone ? [first, then] : [first]))
    },
  )
})

/** What may come out where two meet: they are done in one order or the other, or one of them alone. */
function endsOf(first: Act, then: Act, answers: readonly unknown[], from = begun): End[] {
  const done = [first, then].filter((_, at) => answers[at] === true)
  const orders = [done, done.toReversed()]
  return orders
    .filter(([one, two]) => !one || !two || !refusedAfter[one].includes(two))
    .map((order) => endOf(order, from))
}

describe.each(moments)('begun as the other one %s', (_, moment) => {
  test.each(acts.flatMap((first) => acts.map((then) => [then, first] as const)))(
    '%s and %s have an end that they have one after the other',
    { tags: ['fault-72'] },
    async (then, first) => {
      const { act, end } = await domain()
      const answers = await meet(
        db,
        before(() => act(first), moment),
        () => act(then),
      )
      expect(answers).toContain(true)
      expect(endsOf(first, then, answers)).toContainEqual(await end())
    },
  )
})

describe('of an order that comes back', () => {
  const cancelled = endOf(['cancel'])

  test.each(acts)('%s before it is paid is refused, and it comes back as it was asked for', async (first) => {
    const all = await domain()
    await all.cancelled()
    const isDone = !refusedAfter.cancel.includes(first)
    expect([await all.act(first), await all.act('reinstate')]).toEqual([isDone, true])
    expect(await all.end()).toEqual(endOf(['reinstate'], cancelled))
  })

  test.each(acts)('%s after it is paid is done or refused as the table says', async (then) => {
    const all = await domain()
    await all.cancelled()
    const isDone = !refusedAfter.reinstate.includes(then)
    expect([await all.act('reinstate'), await all.act(then)]).toEqual([true, isDone])
    expect(await all.end()).toEqual(endOf(isDone ? ['reinstate', then] : ['reinstate'], cancelled))
  })

  test.each(acts)(
    '%s as its payment arrives is done to what came back, or refused',
    { tags: ['fault-72'] },
    async (then) => {
      const all = await domain()
      await all.cancelled()
      const answers = await meet(
        db,
        before(() => all.act('reinstate'), moments[0][1]),
        () => all.act(then),
      )
      expect(answers[0]).toBe(true)
      expect(endsOf('reinstate', then, answers, cancelled)).toContainEqual(await all.end())
    },
  )
})
