import type { IncomingMessage } from 'node:http'
// Its types say that a route may be left out of the OpenAPI document.
import type {} from '@fastify/swagger'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '#base/db/client.ts'
import { stripeEvents } from '#base/db/schema/index.ts'
import { createBodyRoom } from '#base/http/body-room.ts'
import { networkOf } from '#base/http/network-of.ts'
import { invalid } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { PaymentEvent } from '#vendors/ports/payments.ts'

/** An event has some KB, one of a large invoice a hundred; a burst of them is here within a moment. */
const eventsRoom = { body: 1024 * 1024, place: 4 * 1024 * 1024, all: 16 * 1024 * 1024 }

/**
 * Takes the payment provider's signed events. An event is stored before it is answered and acted on after, so a
 * redelivery does nothing and a crash in between loses nothing. Anybody can send here: without what looks like a
 * signature nothing is read, and of the rest no more than there is room for; the provider sends again what is refused.
 */
export async function stripeWebhook(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { payments } = deps.vendors
  const readBody = createBodyRoom(eventsRoom)
  await app.register(async (scope) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', ({ ip, headers }: FastifyRequest, payload: IncomingMessage) =>
      readBody(networkOf(ip), payload, Number(headers['content-length'] ?? 0)),
    )
    scope.addHook('onRequest', async ({ headers }) => {
      if (!payments.looksSigned(signatureOf(headers))) throw notSigned()
    })
    // What is refused need not have come in as a whole, and nobody waits for the rest of it.
    scope.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode >= 400) void reply.header('connection', 'close')
    })
    scope.post('/api/webhooks/stripe', { schema: { hide: true } }, async (request, reply) => {
      const parsed = payments.parseWebhook(request.body as Buffer, signatureOf(request.headers))
      if (!parsed.ok) throw notSigned()
      await deps.db.transaction((tx) => storeEvent(deps, tx, parsed.event))
      return reply.send({ received: true })
    })
  })
}

const notSigned = () => invalid('This is not a signed event.')

function signatureOf({ 'stripe-signature': signature }: FastifyRequest['headers']): string | undefined {
  return typeof signature === 'string' ? signature : undefined
}

/** Notes an event and wakes the job that acts on it; one that is known already does nothing. */
export async function storeEvent(
  { queue }: Pick<Dependencies, 'queue'>,
  tx: Db,
  event: Pick<PaymentEvent, 'id' | 'type' | 'objects'>,
): Promise<boolean> {
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
