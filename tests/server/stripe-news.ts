import { eq, inArray, isNull } from 'drizzle-orm'
import { keepEventsCursor } from '#base/db/books-read.ts'
import { checkouts, stripeEvents as storedEvents } from '#base/db/schema/index.ts'
import { bookEvents } from '#features/money/server/books/book-events.ts'
import { processStripeEvent } from '#features/payments/server/process-stripe-event.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { stripeActs } from './stripe-acts.ts'
import type { StripeEvent } from './stripe-events.ts'
import type { TestWorld } from './test-world.ts'

/** How the product learns of what happened at Stripe: by events as they come, and by its sweep. */
export function stripeNews(world: TestWorld) {
  const { deps, sandbox } = world
  const { db } = deps
  const { news, act, bill } = stripeActs(world)

  /** Acts on what is told, and on what that leads to. */
  async function untilQuiet(first: readonly StripeEvent[]): Promise<void> {
    await act(first)
    await bill()
    const more = await news()
    if (more.length > 0) await untilQuiet(more)
  }

  return {
    news,
    act,
    bill,

    /** Nothing of what was told before is told again, on either side: whoever comes after has all of it to themselves. */
    async forget(): Promise<void> {
      const events = sandbox.store.collection('stripe.events')
      sandbox.store.transaction(() => {
        for (const { id } of events.entries()) events.delete(id)
      })
      await db.delete(storedEvents)
    },

    asTold: async () => untilQuiet(await news()),
    backwards: async () => untilQuiet((await news()).toReversed()),

    /** Only events of this type, of what our own calls lead to there as well. */
    async only(type: string): Promise<void> {
      await bill()
      await act((await news()).filter((event) => event.type === type))
      await bill()
    },

    /** No event comes: the round that looks for itself, of this customer's checkouts and of whatever Stripe lists. */
    async sweep(customerId: string): Promise<void> {
      await db.update(checkouts).set({ syncedAt: null }).where(eq(checkouts.customerId, customerId))
      await keepEventsCursor(db, Date.now() - 60_000)
      await sweepPayments(deps)
      for (const { id } of await db.select().from(storedEvents).where(isNull(storedEvents.processedAt)))
        await processStripeEvent(deps, id)
      await bill()
    },

    /** All that is known is acted on once more, the last first. */
    async again(): Promise<void> {
      const known = (await db.select({ id: storedEvents.id }).from(storedEvents)).map(({ id }) => id)
      await db.update(storedEvents).set({ processedAt: null }).where(inArray(storedEvents.id, known))
      for (const id of known.toReversed()) await processStripeEvent(deps, id)
      await bill()
    },

    book: () => bookEvents(deps),
  }
}
