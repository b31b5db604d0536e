// Its types say that a route may be left out of the OpenAPI document.
import type {} from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/client.ts'
import { stripeEvents } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { PaymentEvent } from '../../providers/ports/payments.ts'

/**
 * Takes the payment provider's signed events. An event is stored before it is answered and acted on after, so a
 * redelivery does nothing and a crash in between loses nothing.
 */
export async function stripeWebhook(app: FastifyInstance, deps: Dependencies): Promise<void> {
  await app.register(async (scope) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1024 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/api/webhooks/stripe', { schema: { hide: true } }, async (request, reply) => {
      const signature = request.headers['stripe-signature']
      const parsed = deps.vendors.payments.parseWebhook(
        request.body as Buffer,
        typeof signature === 'string' ? signature : undefined,
      )
      if (!parsed.ok)
        return reply.status(400).send({ message: 'This is not a signed event.', code: 'invalid' })
      await deps.db.transaction((tx) => storeEvent(deps, tx, parsed.event))
      return reply.send({ received: true })
    })
  })
}

/** Notes an event and wakes whoever acts on it; one that is known already does nothing. */
export async function storeEvent({ queue }: Dependencies, tx: Db, event: PaymentEvent): Promise<boolean> {
  const [made] = await tx
    .insert(stripeEvents)
    .values({
      id: event.id,
      type: event.type,
      objectId: event.objects.sessionId ?? event.objects.subscriptionId ?? null,
      data: event.objects,
    })
    .onConflictDoNothing()
    .returning({ id: stripeEvents.id })
  if (made) await queue.add(tx, 'stripe-event', [{ eventId: event.id }])
  return made !== undefined
}
