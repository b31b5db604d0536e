import type { Db } from '../db/client.ts'
import { auditLog } from '../db/schema/index.ts'
import { keysOf } from '../records/keys-of.ts'
import { presentCaller } from './caller.ts'

/**
 * Everything that is noted, as `noun.verb`, and whom it is about: an `order` (which its customer sees under
 * Activity), the customer's `account`, or the operator's own `operation`.
 */
const auditActions = {
  'mail.sent_again': 'operation',
  'vendor.freed': 'operation',
  'order.created': 'order',
  'order.adopted': 'order',
  'order.corrected': 'order',
  'order.cancelled': 'order',
  'order.reinstatement_asked': 'order',
  'order.retried': 'order',
  'forwarding.updated': 'order',
  'domain.replacement_ordered': 'order',
  'domain.replacement_taken_back': 'order',
  'domain.overlap_ended': 'order',
  'mailbox.swapped': 'order',
  'domain.spare_used': 'order',
  'payment.discarded': 'order',
  'domain.taken': 'order',
  'domain.refunded': 'order',
  'domain.moved': 'order',
  'mailbox.reconnect_asked': 'order',
  'domain.checked': 'order',
  'domain.records_kept': 'order',
  'domain.records_replaced': 'order',
  'domain.rested': 'order',
  'domain.rest_dismissed': 'order',
  'domain.returned': 'order',
  'people.changed': 'order',
  'credentials.revealed': 'order',
  'mailboxes.exported': 'order',
  'mailboxes.export_refused': 'order',
  'connecting.unlocked': 'order',
  'connecting.refused': 'order',
  'order.held': 'order',
  'order.released': 'order',
  'payment.received': 'order',
  'payment.surplus': 'order',
  'payment.renewed': 'order',
  'payment.refused': 'order',
  'payment.given_up': 'order',
  'payment.forgiven': 'order',
  'payment.disputed': 'order',
  'payment.dispute_decided': 'order',
  'refund.noticed': 'order',
  'refund.paid': 'order',
  'refund.failed': 'order',
  'refund.again': 'order',
  'refund.settled': 'order',
  'credentials.removed': 'account',
  'mailbox.password_shown': 'account',
  'mailbox.password_set': 'account',
  'bulk_update.started': 'account',
  'stored_credentials.used': 'account',
  'password.changed': 'account',
  'password.reset': 'account',
  'password.link_sent': 'account',
  'second_factor.added': 'account',
  'second_factor.removed': 'account',
  'second_factor.codes_made': 'account',
  'second_factor.required': 'account',
  'second_factor.left_to_each': 'account',
  'passkey.added': 'account',
  'passkey.renamed': 'account',
  'passkey.removed': 'account',
  'passkey.copied': 'account',
  'session.started': 'account',
  'session.ended': 'account',
  'session.refused': 'account',
  'session.reuse_detected': 'account',
  'customer.added': 'account',
  'customer.open': 'account',
  'customer.disabled': 'account',
  'customer.suspended': 'account',
  'customer.erased': 'account',
  'customer.erasure_asked': 'account',
  'customer.closing_begun': 'account',
  'customer.closed': 'account',
  'customer.reopened': 'account',
  'customer.exported': 'account',
  'customer.price_set': 'account',
  'customer.health_mode': 'account',
  'customer.health_mail': 'account',
  'customer.note_added': 'account',
  'customer.note_changed': 'account',
  'customer.note_removed': 'account',
  'customer.sessions_ended': 'account',
  'customer.view_started': 'account',
  'customer.view_ended': 'account',
  'refund.ordered': 'account',
  'provider_account.added': 'operation',
  'provider_account.renewed': 'operation',
  'provider_account.open': 'operation',
  'provider_account.draining': 'operation',
  'provider_account.closed': 'operation',
  'provider_account.capacity': 'operation',
  'provider_account.removed': 'operation',
  'provider_account.probed': 'operation',
  'dns_account.added': 'operation',
  'dns_account.renewed': 'operation',
  'dns_account.renamed': 'operation',
  'dns_account.open': 'operation',
  'dns_account.draining': 'operation',
  'dns_account.probed': 'operation',
  'dns_account.removed': 'operation',
  'postmaster.connected': 'operation',
  'postmaster.forgotten': 'operation',
  'probe_mailbox.added': 'operation',
  'probe_mailbox.renewed': 'operation',
  'probe_mailbox.removed': 'operation',
  'probe_mailbox.canary_chosen': 'operation',
  'connect_link.made': 'operation',
  'connect_link.opened': 'operation',
  'retiring.paused': 'operation',
  'retiring.resumed': 'operation',
  'work_item.answered': 'operation',
  'work_item.exported': 'operation',
  'staff.invited': 'operation',
  'staff.joined': 'operation',
  'staff.role_changed': 'operation',
  'staff.disabled': 'operation',
  'staff.enabled': 'operation',
  'staff.session_started': 'operation',
  'staff.session_ended': 'operation',
  'staff.session_refused': 'operation',
  'staff.confirmed': 'operation',
  'staff.password_changed': 'operation',
  'staff.password_link_sent': 'operation',
  'staff.recovery_codes_made': 'operation',
  'staff.authenticator_added': 'operation',
  'staff.authenticator_removed': 'operation',
  'staff.passkey_added': 'operation',
  'staff.passkey_renamed': 'operation',
  'staff.passkey_removed': 'operation',
  'staff.passkey_copied': 'operation',
  'cost.entered': 'operation',
  'cost.removed': 'operation',
  'prices.changed': 'operation',
  'prices.restored': 'operation',
  'brand.changed': 'operation',
  'brand.restored': 'operation',
  'import.stored': 'operation',
  'import.look_begun': 'operation',
  'import.adopting_begun': 'operation',
  'import.stopped': 'operation',
  'import.removed': 'operation',
  'move.begun': 'operation',
  'move.stopped': 'operation',
  'doctor.deep': 'operation',
  'doctor.deep_proven': 'operation',
} as const
export type AuditAction = keyof typeof auditActions
type ActionAbout<Subject> = {
  [Action in AuditAction]: (typeof auditActions)[Action] extends Subject ? Action : never
}[AuditAction]
export type OrderAction = ActionAbout<'order'>
export type AccountAction = ActionAbout<'account'>
export type DnsAccountAction = Extract<AuditAction, `dns_account.${string}`>
export type ProviderAccountAction = Extract<AuditAction, `provider_account.${string}`>

export const allActions = keysOf(auditActions)

/** Those that make up an order's activity. */
export const orderActions = allActions.filter(
  (action): action is OrderAction => auditActions[action] === 'order',
)

/** Those that tell what was charged, refused, owed or given back, or at which price: not all of the staff see money. */
export const moneyActions: readonly AuditAction[] = [
  'payment.received',
  'payment.surplus',
  'payment.renewed',
  'payment.refused',
  'payment.given_up',
  'payment.forgiven',
  'payment.disputed',
  'payment.dispute_decided',
  'refund.ordered',
  'refund.noticed',
  'refund.paid',
  'refund.failed',
  'refund.again',
  'refund.settled',
  'customer.price_set',
]

export interface AuditEntry {
  customerId?: string
  actor: 'customer' | 'operator' | 'system'
  action: AuditAction
  subject?: string
  data?: Record<string, unknown>
  /** Network address, where it is not that of the request being answered. */
  address?: string
  /** Who, where it is not who sent the request being answered. */
  userId?: string
  /** The sign-in, where it is not that of the request being answered. */
  sessionId?: string
}

/**
 * The statement that notes who did what, from where and in which session: those of the request being answered,
 * unless the entry names others. As the end of a longer one the entry is there exactly if the deed is.
 */
const auditing = (db: Pick<Db, 'insert'>, entry: AuditEntry) =>
  db.insert(auditLog).values({ ...presentCaller(), ...entry })

/** Notes who did what. Inside a transaction it is there exactly if the deed is. */
export async function audit(db: Db, entry: AuditEntry): Promise<void> {
  await auditing(db, entry)
}
