import type { World } from '#vendors/sandbox/world.ts'
import { dueAt } from './delays.ts'
import type { EarlierSwitch, Tenant, TenantMailbox } from './state.ts'

/** What the mail servers go by after a change: what they went by before it, for a while. */
export const switched = <T>(
  world: World,
  earlier: EarlierSwitch<T> | undefined,
  current: T,
): EarlierSwitch<T> => ({ before: effective(world, earlier, current), until: dueAt(world, 'smtpAuth') })

const effective = <T>(world: World, earlier: EarlierSwitch<T> | undefined, current: T): T =>
  earlier && earlier.until > world.now() ? earlier.before : current

/** Who has SMTP AUTH switched off for this mailbox, as its refusal says it; a mailbox's own word counts before the tenant's. */
export function smtpAuthOffFor(
  world: World,
  tenant: Tenant,
  mailbox: TenantMailbox,
): 'Mailbox' | 'Tenant' | undefined {
  const ofMailbox = effective(world, mailbox.smtpAuth, mailbox.smtpClientAuthenticationDisabled)
  if (ofMailbox !== null) return ofMailbox ? 'Mailbox' : undefined
  return effective(world, tenant.smtpAuth, tenant.smtpClientAuthenticationDisabled) ? 'Tenant' : undefined
}
