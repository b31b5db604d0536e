import * as z from 'zod/mini'
import { fillMessage } from '#base/text/message.ts'
import { type Replacement, replaceDomainsMessages } from './replace-request.ts'

/** The call's answer. With `requiresPayment` nothing is replaced before `checkoutUrl` was paid. */
export const replaceDomainsResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  requiresPayment: z.boolean(),
  checkoutUrl: z.optional(z.string()),
  successCount: z.number(),
  errorCount: z.number(),
  errors: z.array(z.object({ originalDomain: z.string(), newDomain: z.string(), message: z.string() })),
  results: z.array(z.object({ originalDomain: z.string(), newDomain: z.string() })),
})
export type ReplaceDomainsResponse = z.output<typeof replaceDomainsResponse>

/** What the dialog does with an answer. */
export type ReplaceDomainsOutcome =
  | { kind: 'pay'; url: string }
  | { kind: 'replaced'; results: Replacement[]; warning: string | undefined }
  | { kind: 'failed'; message: string }

/** Reads an answer: pay first, show what was replaced, or say that nothing was. */
export function replaceDomainsOutcome(answer: ReplaceDomainsResponse): ReplaceDomainsOutcome {
  const { success, requiresPayment, checkoutUrl, errorCount, results } = answer
  const failed = { kind: 'failed', message: answer.message || replaceDomainsMessages.failed } as const
  if (!success) return failed
  if (requiresPayment) return checkoutUrl ? { kind: 'pay', url: checkoutUrl } : failed
  const warning =
    errorCount > 0 ? fillMessage(replaceDomainsMessages.failedCount, { n: errorCount }) : undefined
  if (results.length > 0) return { kind: 'replaced', results, warning }
  return warning ? { kind: 'failed', message: warning } : failed
}
