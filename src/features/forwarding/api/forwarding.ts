import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { updateForwardingBody } from '../rules/update-forwarding.ts'

export const updateForwarding = endpoint({
  method: 'POST',
  path: '/api/domains/update-forwarding',
  summary: 'Send visitors of domains elsewhere',
  access: 'customer',
  limit: 'change',
  body: updateForwardingBody,
  response: z.object({
    success: z.boolean(),
    message: z.string(),
    /** All of them lead there already: nothing was changed. */
    unchanged: z.optional(z.boolean()),
    /** Set when the update runs in the background. */
    jobId: z.optional(z.string()),
  }),
})
