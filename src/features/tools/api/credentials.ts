import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'

/** One secret of a group's sending tool, or of saved credentials that no order uses yet. */
export const revealBody = z
  .strictObject({
    groupId: z.optional(boundedText(64).check(z.minLength(1))),
    connectionId: z.optional(boundedText(64)),
    field: boundedText(50),
  })
  .check(
    z.refine(
      (body) => (body.groupId === undefined) !== (body.connectionId === undefined),
      'Name either a group or a connection',
    ),
  )

export const revealCredential = endpoint({
  method: 'POST',
  path: '/api/orders/credentials/reveal',
  summary: 'Read one stored secret; every reading is written to the audit log',
  access: 'customer',
  asksAgain: true,
  limit: 'secret',
  body: revealBody,
  response: z.object({ field: z.string(), value: z.string() }),
})
