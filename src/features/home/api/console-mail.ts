import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'

/** So many are shown, the latest first. */
export const unsentShown = 50

const unsentMail = z.object({
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  /** When it was given up. */
  since: z.string(),
  /** The mail relay's answer. */
  problem: z.nullable(z.string()),
})

export const consoleMail = endpoint({
  method: 'GET',
  path: '/api/operator/mail',
  summary: 'Staff: whether the mail relay takes mail, what waits for it, and what was given up in 30 days',
  access: 'staff:customers.read',
  response: z.object({
    /** Null while it takes mail. */
    stopped: z.nullable(
      z.object({ since: z.string(), nextTryAt: z.string(), problem: z.nullable(z.string()) }),
    ),
    waiting: z.number(),
    givenUp: z.object({ count: z.number(), latest: z.array(unsentMail) }),
  }),
})

export const sendMailAgain = endpoint({
  method: 'POST',
  path: '/api/operator/mail/send-again',
  summary: 'Staff: send a mail that was given up again, or all of them, and try the mail relay now',
  access: 'staff:work.do',
  limit: 'staff',
  body: z.strictObject({
    /** All of them when absent. */
    id: z.optional(boundedText(64)),
  }),
  response: z.object({ message: z.string() }),
})
