import { Hono } from 'hono'
import * as z from 'zod'
import { bodyOf } from '#vendors/sandbox/json-body.ts'
import { graphBadRequest } from './answers.ts'
import { type GraphEnv, lacksPermission } from './graph-session.ts'
import type { MicrosoftState, Tenant } from './state.ts'

const campaignStates = ['default', 'enabled', 'disabled'] as const
const methodsForm = z
  .object({
    registrationEnforcement: z.object({
      authenticationMethodsRegistrationCampaign: z.object({ state: z.enum(campaignStates) }),
    }),
  })
  .partial()

/** What interrupts a sign-in: security defaults, and the campaign to register an authenticator. */
export function createPolicyRoutes(state: MicrosoftState) {
  const routes = new Hono<GraphEnv>()
  const save = (tenant: Tenant) => state.tenants.put(tenant.tenantId, tenant)

  // https://learn.microsoft.com/graph/api/identitysecuritydefaultsenforcementpolicy-get
  const defaults = '/policies/identitySecurityDefaultsEnforcementPolicy'
  routes.get(defaults, (c) => {
    const denied = lacksPermission(c, 'Policy.Read.All')
    return (
      denied ??
      c.json({
        '@odata.context':
          'https://graph.microsoft.com/v1.0/$metadata#policies/identitySecurityDefaultsEnforcementPolicy/$entity',
        id: '00000000-0000-0000-0000-000000000005',
        displayName: 'Security Defaults',
        description:
          'Security defaults is a set of basic identity security mechanisms recommended by Microsoft.',
        isEnabled: c.get('session').tenant.securityDefaults === true,
      })
    )
  })
  // Both permissions are asked for: https://learn.microsoft.com/graph/api/identitysecuritydefaultsenforcementpolicy-update
  routes.patch(defaults, async (c) => {
    const denied =
      lacksPermission(c, 'Policy.Read.All') ?? lacksPermission(c, 'Policy.ReadWrite.ConditionalAccess')
    if (denied) return denied
    const { isEnabled } = await bodyOf(c, z.object({ isEnabled: z.boolean() }).partial())
    if (isEnabled === undefined) return graphBadRequest("A value is required for property 'isEnabled'.")
    save({ ...c.get('session').tenant, securityDefaults: isEnabled })
    return c.body(null, 204)
  })

  // https://learn.microsoft.com/graph/api/authenticationmethodspolicy-get
  const methods = '/policies/authenticationMethodsPolicy'
  routes.get(methods, (c) => {
    const denied = lacksPermission(c, 'Policy.Read.All', 'Policy.ReadWrite.AuthenticationMethod')
    return (
      denied ??
      c.json({
        id: 'authenticationMethodsPolicy',
        displayName: 'Authentication Methods Policy',
        registrationEnforcement: {
          authenticationMethodsRegistrationCampaign: {
            snoozeDurationInDays: 1,
            state: c.get('session').tenant.registrationCampaign ?? 'default',
            excludeTargets: [],
            includeTargets: [
              {
                id: 'all_users',
                targetType: 'group',
                targetedAuthenticationMethod: 'microsoftAuthenticator',
              },
            ],
          },
        },
      })
    )
  })
  routes.patch(methods, async (c) => {
    const denied = lacksPermission(c, 'Policy.ReadWrite.AuthenticationMethod')
    if (denied) return denied
    const body = await bodyOf(c, methodsForm)
    const asked = body.registrationEnforcement?.authenticationMethodsRegistrationCampaign.state
    if (asked === undefined)
      return graphBadRequest('The sandbox knows the registration campaign of this policy only.')
    const { registrationCampaign: _, ...tenant } = c.get('session').tenant
    save(asked === 'default' ? tenant : { ...tenant, registrationCampaign: asked })
    return c.body(null, 204)
  })
  return routes
}
