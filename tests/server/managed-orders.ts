import { and, eq, gt, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { domains, personas } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { reconcileUntilDone as reconcileName } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { vendorDifferences } from '#delivery/provisioning/testing/vendor-state.ts'
import type { OrderDraft } from '#features/ordering/rules/order-draft.ts'
import { keepOthers } from './others.ts'
import { checkoutFor, completeDraft, press, takeOrder } from './place-order.ts'
import type { TestWorld } from './test-world.ts'

type Person = Awaited<ReturnType<TestWorld['customer']>>

export interface ManagedOrder {
  person: Person
  draft: OrderDraft
  /** The first of its bundles. */
  groupId: string
  names: string[]
}

/** Of Entra mailboxes on each domain; Google's are as few. */
const fewPerPerson = 2

/** The id of the payment page's session. */
export const sessionOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)

/**
 * Orders that are paid and, unless a test wants them as they are then, delivered. What stands `beside` them has to stay as it
 * is: another customer's orders, and others of the same customer where the test is about one order.
 */
export function manageOrders(
  world: TestWorld,
  { beside }: { beside?: 'customer and order' | 'customer' } = {},
) {
  const { deps, sandbox } = world
  const { db } = deps
  const besides = beside && keepOthers(db)

  /** One that was given free needs nothing more either. */
  const reconcileUntilDone = (name: string) =>
    reconcileName(world, name, { rounds: 20, ends: ['done', 'nothing'] })

  /**
   * `deliver`: until all is done, with the catalogue's mailboxes or with a few. A hundred take five times the
   * processor time of ten, and what a test tells of payments, holds and pages is the same.
   */
  async function paidOrder(
    options: Parameters<typeof completeDraft>[0] = {},
    deliver: boolean | 'few mailboxes' = true,
    by?: Person,
  ): Promise<ManagedOrder> {
    const person = by ?? (await world.customer())
    const draft = completeDraft(options)
    const taken = await takeOrder(person, draft)
    const groups = taken.body.data.domainGroups as { groupId: string; domains: string[] }[]
    const groupIds = groups.map((group) => group.groupId)
    if (deliver === 'few mailboxes')
      await db
        .update(personas)
        .set({ azurePerDomain: fewPerPerson })
        .where(and(inArray(personas.bundleId, groupIds), gt(personas.azurePerDomain, fewPerPerson)))
    const answer = await person.post(
      '/api/payments/create-checkout-session',
      checkoutFor(person, draft, taken),
    )
    await press(world, answer.body.url, 'pay')
    await person.get(`/api/payments/confirmation?session_id=${sessionOf(answer.body.url)}`)
    const { groupId, domains: names } = required(groups[0], 'the first of its bundles')
    if (deliver) for (const name of names) await reconcileUntilDone(name)
    if (beside) await besides?.(person.id, beside)
    return { person, draft, groupId, names }
  }

  /** The unreleased holding of a name. */
  const domainRow = async (name: string) =>
    (
      await db
        .select()
        .from(domains)
        .where(and(eq(domains.name, name), isHeld))
    )[0]

  /** What stands at the vendors is what is wanted. */
  const agree = async (name: string) => expect(await vendorDifferences(deps, sandbox, name)).toEqual([])

  return { reconcileUntilDone, paidOrder, domainRow, agree }
}
