import { markOf } from '#vendors/sandbox/sign-in/grants.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { findUser, type MicrosoftState, type Tenant, type TenantUser } from './state.ts'

/** Ten wrong passwords lock for a minute: https://learn.microsoft.com/entra/identity/authentication/howto-password-smart-lockout */
const wrongPasswordsAllowed = 10
const lockMs = 60_000
/** The same wrong password again is not counted, as long as it is among the last three: the same page. */
const marksKept = 3

export interface Person {
  tenant: Tenant
  /** Absent: the tenant's administrator, who is not among its users here. */
  user?: TenantUser
  /** Object id, or the administrator's address. */
  id: string
  address: string
  password: string | null
}

/** Who an address is, over all tenants; people sign in with their user principal name and nothing else. */
export function personOf(world: World, state: MicrosoftState, address: string): Person | undefined {
  const name = address.trim().toLowerCase()
  if (!name.includes('@')) return undefined
  for (const tenant of state.tenants.list()) {
    const { administrator } = tenant
    if (administrator?.userPrincipalName === name)
      return { tenant, id: name, address: name, password: administrator.password }
    const user = findUser(state, tenant.tenantId, name)
    if (user && user.visibleAt <= world.now())
      return { tenant, user, id: user.id, address: user.userPrincipalName, password: user.password }
  }
  return undefined
}

/**
 * As in a tenant from before 2021, or one that lets passwords expire: no domain here says how long one is valid, which is
 * 90 days then. https://learn.microsoft.com/graph/api/resources/domain
 */
function isExpired(world: World, user: TenantUser | undefined): boolean {
  if (!user || user.passwordPolicies?.includes('DisablePasswordExpiration')) return false
  return world.now() >= (user.passwordSetAt ?? user.createdAt) + 90 * 86_400_000
}

/**
 * The code that Entra refuses a password with, undefined when it takes it. Their meanings:
 * https://learn.microsoft.com/entra/identity-platform/reference-error-codes
 */
export function passwordRefusal(
  world: World,
  state: MicrosoftState,
  person: Person,
  password: string,
): number | undefined {
  const wrong = state.wrongPasswords.get(person.id) ?? { count: 0, marks: [], lockedUntil: 0 }
  if (wrong.lockedUntil > world.now()) return 50053
  if (person.password === null) return 50056
  if (person.password !== password) {
    const mark = markOf(password)
    if (wrong.marks.includes(mark)) return 50126
    const count = wrong.count + 1
    const isLocked = count >= wrongPasswordsAllowed
    state.wrongPasswords.put(person.id, {
      count: isLocked ? 0 : count,
      marks: [...wrong.marks, mark].slice(-marksKept),
      lockedUntil: isLocked ? world.now() + lockMs : 0,
    })
    return isLocked ? 50053 : 50126
  }
  state.wrongPasswords.delete(person.id)
  if (person.user && !person.user.accountEnabled) return 50057
  if (person.user?.mustChangePassword || isExpired(world, person.user)) return 50055
  // None of these people has a second factor. Inferred: no days of grace, which new tenants are losing.
  if (person.tenant.securityDefaults) return 50072
  return undefined
}
