import type { StripeCall } from './client.ts'
import { toEvent } from './translate.ts'
import { eventListWire, pageSize } from './wire.ts'

export const readEvents: StripeCall<'events'> = async ({ ask }, { since, after }, ctx) => {
  const page = await ask(
    'listEvents',
    eventListWire,
    (stripe) =>
      stripe.events.list({
        created: { gte: Math.floor(since.getTime() / 1_000) },
        starting_after: after,
        limit: pageSize,
      }),
    ctx,
  )
  return { events: page.data.map(toEvent), next: page.has_more ? page.data.at(-1)?.id : undefined }
}
