import * as z from 'zod'
import type { World } from '#vendors/sandbox/world.ts'
import { duplicate, googleError, invalidInput, notAuthorised } from './answers.ts'
import { domainOf, type GoogleState, isTooNew, isVerified, type WorkspaceUser } from './state.ts'

const validAddress = /^[a-z0-9][a-z0-9._'+-]{0,62}@[a-z0-9.-]+$/
/** Eight to a hundred ASCII characters. */
const validPassword = /^[\x20-\x7e]{8,100}$/

export const userBody = z
  .object({
    primaryEmail: z.unknown(),
    name: z.object({ givenName: z.unknown(), familyName: z.unknown() }).partial(),
    password: z.unknown(),
    suspended: z.unknown(),
    externalIds: z.unknown(),
  })
  .partial()
type UserBody = z.output<typeof userBody>

export interface Directory {
  world: World
  state: GoogleState
}

/** Whether it is anybody's address or alias, or a group's. */
export const isTaken = (state: GoogleState, address: string) =>
  [state.emails, state.aliases, state.groups].some((each) => each.get(address) !== undefined)

/** What is wrong with these fields of a new or changed user, as Google says it. */
export function problemOf(
  { world, state }: Directory,
  customerId: string,
  body: UserBody,
  self?: WorkspaceUser,
): Response | undefined {
  const { primaryEmail, name, password } = body
  if (primaryEmail !== undefined) {
    const address = String(primaryEmail).toLowerCase()
    if (!validAddress.test(address)) return invalidInput('primary_user_email')
    const domain = state.domains.get(domainOf(address))
    // https://github.com/SCRT-HQ/PSGSuite/issues/191: no 404, also for a domain that is not known everywhere yet.
    if (domain?.customerId !== customerId || isTooNew(domain, world.now())) return notAuthorised()
    if (!isVerified(domain, world.now()))
      return googleError(403, 'forbidden', 'The domain is not verified yet.')
    if (isTaken(state, address) && address !== self?.primaryEmail) return duplicate()
  }
  for (const part of ['givenName', 'familyName'] as const) {
    const value = name?.[part]
    if (value !== undefined && (typeof value !== 'string' || value === '' || value.length > 60))
      return invalidInput(`name.${part}`)
  }
  if (password !== undefined && !validPassword.test(String(password)))
    return invalidInput('password: must be 8 to 100 ASCII characters')
  return undefined
}

/** The user as the fields change it. */
export const applied = (user: WorkspaceUser, body: UserBody): WorkspaceUser => ({
  ...user,
  ...(body.primaryEmail !== undefined && { primaryEmail: String(body.primaryEmail).toLowerCase() }),
  ...(body.name?.givenName !== undefined && { givenName: String(body.name.givenName) }),
  ...(body.name?.familyName !== undefined && { familyName: String(body.name.familyName) }),
  ...(body.password !== undefined && { password: String(body.password) }),
  ...(body.externalIds !== undefined && { externalIds: body.externalIds }),
  ...(typeof body.suspended === 'boolean' && {
    suspended: body.suspended,
    // Inferred: whom Google suspended and an administrator suspends as well stays suspended for Google's reason.
    suspensionReason: body.suspended && user.suspended ? user.suspensionReason : undefined,
  }),
})
