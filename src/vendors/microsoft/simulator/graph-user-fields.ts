import * as z from 'zod'
import { graphBadRequest, graphError } from './answers.ts'
import { domainOf, findUser, getDomain, type MicrosoftState, type TenantUser } from './state.ts'

const profileForm = z.object({
  password: z.string().optional(),
  forceChangePasswordNextSignIn: z.boolean().optional(),
})
const validNickname = /^[^\s@()\\[\]";:<>,]{1,64}$/

const writableFields = [
  'accountEnabled',
  'displayName',
  'givenName',
  'surname',
  'mailNickname',
  'userPrincipalName',
  'usageLocation',
  'passwordProfile',
  'passwordPolicies',
]
/** https://learn.microsoft.com/graph/api/resources/user: both may be given together. */
const validPolicies =
  /^(None|DisableStrongPassword|DisablePasswordExpiration)(, ?(DisableStrongPassword|DisablePasswordExpiration))?$/

/** Three of four kinds of characters and at least eight of them. */
const strongEnough = (password: string) =>
  password.length >= 8 &&
  password.length <= 256 &&
  [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(password)).length >= 3

/** What Graph answers when another user has this already. */
export const conflict = (target: string) => {
  const message = `Another object with the same value for property ${target} already exists.`
  return graphError(400, 'Request_BadRequest', message, {
    details: [{ code: 'ObjectConflict', message, target }],
  })
}

/** What is wrong with these fields of a new or changed user, as Graph says it. */
export function problemOf(
  state: MicrosoftState,
  tenantId: string,
  fields: Record<string, unknown>,
  self?: TenantUser,
): Response | undefined {
  const unknown = Object.keys(fields).find((field) => !writableFields.includes(field))
  if (unknown) return graphBadRequest(`Property '${unknown}' is read-only and cannot be set.`)
  const { userPrincipalName, mailNickname, passwordProfile } = fields
  if (userPrincipalName !== undefined) {
    if (typeof userPrincipalName !== 'string' || !/^[^\s@]{1,64}@[^\s@]+$/.test(userPrincipalName))
      return graphBadRequest("Invalid value specified for property 'userPrincipalName' of resource 'User'.")
    if (!getDomain(state, tenantId, domainOf(userPrincipalName))?.isVerified)
      return graphBadRequest(
        'The domain portion of the userPrincipalName property is invalid. You must use one of the verified domain names in your organization.',
      )
    const holder = findUser(state, tenantId, userPrincipalName)
    if (holder && holder.id !== self?.id) return conflict('userPrincipalName')
    const address = state.identities.get(`${tenantId}/smtp:${userPrincipalName.toLowerCase()}`)
    if (address && address !== self?.id) return conflict('proxyAddresses')
  }
  if (mailNickname !== undefined && !validNickname.test(String(mailNickname)))
    return graphBadRequest("Invalid value specified for property 'mailNickname' of resource 'User'.")
  const policies = fields.passwordPolicies
  if (policies !== undefined && policies !== null && !validPolicies.test(String(policies)))
    return graphBadRequest("Invalid value specified for property 'passwordPolicies' of resource 'User'.")
  if (passwordProfile !== undefined) {
    const { password } = profileForm.safeParse(passwordProfile).data ?? {}
    if (typeof password !== 'string' || !strongEnough(password))
      return graphBadRequest(
        'The specified password does not comply with password complexity requirements. Please provide a different password.',
      )
  }
  return undefined
}

/** The user as the fields change it. */
export function applied(user: TenantUser, fields: Record<string, unknown>, now: number): TenantUser {
  const { passwordProfile, ...plain } = fields
  const profile = profileForm.safeParse(passwordProfile).data
  return {
    ...user,
    ...(plain as Partial<TenantUser>),
    ...(profile?.password !== undefined && {
      password: profile.password,
      passwordSetAt: now,
      // Inferred: whoever says nothing is asked for a new password, as Microsoft's own portals do it.
      mustChangePassword: profile.forceChangePasswordNextSignIn !== false,
    }),
  }
}
