import * as z from 'zod'
import type { CallContext } from '../ports/call-context.ts'
import type { SignInInterrupts } from '../ports/sign-in-readiness.ts'
import { isVendorError } from '../vendor-error.ts'
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

/** `default` is documented as off: https://learn.microsoft.com/graph/api/resources/authenticationmethodsregistrationcampaign */
const campaignStates = new Map([
  ['enabled', true],
  ['disabled', false],
  ['default', false],
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
