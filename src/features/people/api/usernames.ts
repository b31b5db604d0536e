import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { usernameUpdateBody } from '../rules/username-update.ts'

export const updateUsernames = endpoint({
  method: 'POST',
  path: '/api/users/update-username',
  summary: 'Change the people behind the mailboxes of domains',
  access: 'customer',
  limit: 'change',
  body: usernameUpdateBody,
  response: z.object({
    success: z.boolean(),
    message: z.string(),
    /** Domains whose mailboxes will change. */
    domainCount: z.number(),
  }),
})
