import { Hono } from 'hono'
import * as z from 'zod'
import { createBuckets } from '#vendors/sandbox/rate-limit.ts'
import type { InstantlyEnv } from './accounts-api.ts'
import type { InstantlyState } from './state.ts'
import { refuse } from './wire.ts'

const testMail = z.object({
  eaccount: z.string(),
  to_address_email_list: z.string().min(3),
  subject: z.string(),
  body: z.object({ html: z.string(), text: z.string() }).partial(),
})

/**
 * `POST /emails/test`: `{"status":"success"}`, or a failure, which comes with HTTP status 200 too. Inferred: that it is the accounts' own access that is tried,
 * and that an account still being set up fails with the error of no other name.
 * https://developer.instantly.ai/api-reference/email/send-a-test-email
 */
export function testEmail(state: InstantlyState) {
  const tests = createBuckets(state.world, 10 / 60, 10)
  return new Hono<InstantlyEnv>().post('/test', async (c) => {
    if (!tests(c.get('workspaceId')).take().ok) return refuse(c, 429, 'Rate limit exceeded')
    const parsed = testMail.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success)
      return refuse(c, 400, 'body must name eaccount, to_address_email_list, subject and body')
    const account = state.accounts.get(parsed.data.eaccount.toLowerCase())
    if (account?.workspaceId !== c.get('workspaceId')) return c.json({ error: 'ACC_NOT_FOUND' })
    const seen = state.lookAgain(account)
    if (seen.setupPending) return c.json({ error: 'ACC_UNKNOWN_ERROR' })
    if (state.cannotSend(seen)) return c.json({ error: 'ACC_AUTH_ERROR' })
    return c.json({ status: 'success' })
  })
}
