import { randomUUID } from 'node:crypto'
import type { World } from '#vendors/sandbox/world.ts'
import { domainOf, type MicrosoftState } from './state.ts'
import { eventsOfRefusal, type TracedMail } from './trace.ts'

interface RefusedMail {
  from: string
  /** One message to each of them. */
  to: readonly string[]
  words: string
  server?: string
  status?: string
  agoMs?: number
  /** Times that it was put off before it was refused. */
  deferrals?: number
  /** Without its events. */
  isUnfinished?: boolean
  raw?: unknown
}

/** Puts into a tenant's trace what a server refused of it; returns the message's id. */
export function traceRefused(
  world: World,
  state: MicrosoftState,
  tenantId: string,
  mail: RefusedMail,
): string {
  const {
    from,
    to,
    words,
    server = '',
    status = 'failed',
    agoMs = 0,
    deferrals = 0,
    isUnfinished,
    raw,
  } = mail
  const id = randomUUID()
  const receivedAt = world.now() - agoMs
  const traced: Omit<TracedMail, 'recipientAddress'> = {
    id,
    senderAddress: from,
    messageId: `<${id}@${domainOf(from)}>`,
    subject: 'A question',
    size: 4_200,
    fromIP: '',
    toIP: '',
    status,
    receivedAt,
    events: isUnfinished ? [] : eventsOfRefusal(receivedAt, { words, server, deferrals }),
    ...(raw !== undefined && { raw }),
  }
  for (const recipientAddress of to) state.traces.put(randomUUID(), { ...traced, recipientAddress }, tenantId)
  return id
}
