import * as z from 'zod'
import { failedProbe } from '#vendors/client/probing.ts'
import type { WithToken } from '#vendors/client/token-cache.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { Probe } from '#vendors/ports/probe.ts'
import { consentPermissions } from './consent.ts'
import type { Exchange } from './exchange-invoke-command.ts'
import type { Graph } from './graph.ts'
import { freeLicence } from './licensed-mailboxes.ts'
import { graphScope, type MicrosoftTenant } from './tenant.ts'

/** Application permissions of Microsoft Graph that the adapter uses. */
const graphPermissions = [
  'Domain.ReadWrite.All',
  'User.ReadWrite.All',
  'User-PasswordProfile.ReadWrite.All',
  'Organization.Read.All',
  'LicenseAssignment.ReadWrite.All',
]

const organization = z.object({
  value: z.array(z.object({ verifiedDomains: z.array(z.object({ name: z.string() })) })),
})
const tokenClaims = z.object({ roles: z.array(z.string()).optional() })

/**
 * The permissions in a token, or undefined when it cannot be read: tokens are Microsoft's own affair, so what is
 * in them is a help, not a promise.
 */
function permissionsIn(token: string): string[] | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const parsed = tokenClaims.safeParse(claims)
    return parsed.success ? (parsed.data.roles ?? []) : undefined
  } catch {
    return undefined
  }
}

/** Whether the app has what one part of the work takes, beyond what all of it does. */
export async function probePermissions(
  withToken: WithToken,
  needed: readonly string[],
  ctx: CallContext = {},
): Promise<Probe> {
  try {
    const granted = await withToken(graphScope, ctx, async (token) => permissionsIn(token))
    const missing = granted ? needed.filter((permission) => !granted.includes(permission)) : []
    return missing.length === 0
      ? { ok: true }
      : { ok: false, reason: `the app registration lacks ${missing.join(', ')}`, isAway: false }
  } catch (error) {
    if (!isVendorError(error)) throw error
    return failedProbe(error)
  }
}

/** Whether the app may send as its tenant's mailboxes. */
export const probeSending = (withToken: WithToken, ctx?: CallContext): Promise<Probe> =>
  probePermissions(withToken, ['Mail.Send'], ctx)

/** Whether the app may let others in, as `ensureConsent` does. */
export const probeConsent = (withToken: WithToken, ctx?: CallContext): Promise<Probe> =>
  probePermissions(withToken, consentPermissions, ctx)

interface Probed {
  tenant: MicrosoftTenant
  graph: Graph
  exchange: Exchange | undefined
  withToken: WithToken
}

/** Signs in, reads, and says everything that an operator would have to mend. */
export async function probeTenant(
  { tenant, graph, exchange, withToken }: Probed,
  ctx: CallContext = {},
): Promise<Probe> {
  const problems: string[] = []
  let isAway = false
  try {
    const granted = await withToken(graphScope, ctx, async (token) => permissionsIn(token))
    const missing = granted ? graphPermissions.filter((permission) => !granted.includes(permission)) : []
    if (missing.length > 0) problems.push(`the app registration lacks ${missing.join(', ')}`)
    if (!missing.includes('Organization.Read.All')) {
      const { value } = await graph.call(
        { operation: 'readOrganization', path: '/organization', answer: organization },
        ctx,
      )
      const names = value.flatMap((entry) => entry.verifiedDomains.map((domain) => domain.name.toLowerCase()))
      if (!names.includes(tenant.initialDomain.toLowerCase()))
        problems.push(`${tenant.initialDomain} is not the name of this tenant`)
      if (!exchange && !(await freeLicence(graph, ctx)))
        problems.push('the tenant has no free licence with a mailbox')
    }
  } catch (error) {
    if (!isVendorError(error)) throw error
    isAway = error.kind === 'transient'
    problems.push(error.reason)
  }
  if (exchange && problems.length === 0) {
    try {
      if (!(await exchange.acceptsDomain(tenant.initialDomain, ctx)))
        problems.push(`Exchange does not know ${tenant.initialDomain}`)
      else await exchange.tryWriting(ctx)
    } catch (error) {
      if (!isVendorError(error)) throw error
      isAway = error.kind === 'transient'
      problems.push(`Exchange: ${error.reason}`)
    }
  }
  return problems.length === 0 ? { ok: true } : { ok: false, reason: problems.join('; '), isAway }
}
