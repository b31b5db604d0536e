import * as z from 'zod'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { Probe } from '#vendors/ports/probe.ts'
import { type GoogleAccount, gmailScope } from './account.ts'
import type { GoogleApi } from './google-api.ts'
import { workspaceUsers } from './google-wire.ts'

const domains = z.object({ domains: z.array(z.object({ domainName: z.string() })).optional() })

/** Signs in, reads, and says everything that an operator would have to mend. */
export async function probeAccount(
  api: GoogleApi,
  account: GoogleAccount,
  ctx: CallContext = {},
): Promise<Probe> {
  const problems = new Set<string>()
  let isAway = false
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      if (!isVendorError(error)) throw error
      isAway ||= error.kind === 'transient'
      problems.add(`${what}: ${error.reason}`)
    }
  }
  await attempt('domains', () =>
    api.directory(
      { operation: 'listDomains', path: `/customer/${account.customerId}/domains`, answer: domains },
      ctx,
    ),
  )
  await attempt('users', () =>
    api.directory(
      {
        operation: 'listUsers',
        path: `/users?customer=${account.customerId}&maxResults=1`,
        answer: workspaceUsers,
      },
      ctx,
    ),
  )
  await attempt('Gmail settings', () => api.asUser(account.adminEmail, gmailScope, ctx))
  return problems.size === 0 ? { ok: true } : { ok: false, reason: [...problems].join('; '), isAway }
}
