import * as z from 'zod'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { SignInInterrupts } from '#vendors/ports/sign-in-readiness.ts'
import type { Graph } from './graph.ts'

/** https://learn.microsoft.com/graph/api/identitysecuritydefaultsenforcementpolicy-get */
export const securityDefaultsPolicy = z.object({ isEnabled: z.boolean() })
/** https://learn.microsoft.com/graph/api/authenticationmethodspolicy-get */
export const authenticationMethodsPolicy = z.object({
  id: z.string(),
  registrationEnforcement: z
    .object({
      authenticationMethodsRegistrationCampaign: z.object({ state: z.string().nullish() }).nullish(),
    })
    .nullish(),
})

/**
 * `default` leaves it to Microsoft. The reference still calls that off
 * (https://learn.microsoft.com/graph/api/resources/authenticationmethodsregistrationcampaign), while since June 2023 it
 * asks those of some tenants who have a text message or a call for a second factor, and since September 2026 of all.
 */
export const campaignStates = new Map<string, SignInInterrupts['registrationCampaign']>([
  ['enabled', true],
  ['disabled', false],
  ['default', 'managed'],
])

async function unlessForbidden<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (isVendorError(error) && error.status === 403) return undefined
    throw error
  }
}

/** Both policies are read with the application permission Policy.Read.All. */
export async function readSignInInterrupts(graph: Graph, ctx: CallContext = {}): Promise<SignInInterrupts> {
  const defaults = await unlessForbidden(
    graph.call(
      {
        operation: 'readSecurityDefaults',
        path: '/policies/identitySecurityDefaultsEnforcementPolicy',
        answer: securityDefaultsPolicy,
      },
      ctx,
    ),
  )
  const methods = await unlessForbidden(
    graph.call(
      {
        operation: 'readRegistrationCampaign',
        path: '/policies/authenticationMethodsPolicy',
        answer: authenticationMethodsPolicy,
      },
      ctx,
    ),
  )
  const state = methods?.registrationEnforcement?.authenticationMethodsRegistrationCampaign?.state
  return {
    securityDefaults: defaults?.isEnabled,
    registrationCampaign: campaignStates.get(state ?? ''),
  }
}
