import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { checksLooks } from '#base/db/schema/index.ts'
import { type DataSubject, rowsOfCustomer } from './rows-of-customer.ts'

/** Reads as no one's in the books, and leads nowhere. */
const nobody = 'Erased'
const nowhere = 'https://erased.invalid'

/**
 * What becomes of the rows about someone, by table: `delete`, or what is written over their personal columns. Where
 * a column has to be unique, the row's own id stands in. Tables that are absent hold nothing personal.
 */
const fates: Record<string, 'delete' | SQL> = {
  sessions: 'delete',
  customer_notes: 'delete',
  fleet_import_rows: 'delete',
  customer_views: 'delete',
  staff_steps: 'delete',
  second_factors: 'delete',
  recovery_codes: 'delete',
  passkeys: 'delete',
  passkey_challenges: 'delete',
  memberships: 'delete',
  users: 'delete',
  refresh_families: 'delete',
  helper_credentials: 'delete',
  connect_links: 'delete',
  idempotency_keys: 'delete',
  kept_records: 'delete',
  // With their accounts' addresses and sealed credentials. A worker at one of them stops at its next call.
  bulk_job_accounts: 'delete',
  bulk_jobs: 'delete',
  bulk_fetch_accounts: 'delete',
  bulk_fetches: 'delete',
  domain_events: 'delete',
  domain_health: 'delete',
  health_acts: 'delete',
  health_looks: 'delete',
  placement_probes: 'delete',
  health_decisions: 'delete',
  health_days: 'delete',
  health_mails: 'delete',
  dmarc_days: 'delete',
  failed_deliveries: 'delete',
  account_alerts: 'delete',
  audit_log: 'delete',
  outbox: 'delete',
  vendor_limits: 'delete',
  vendor_limit_turns: 'delete',
  stripe_events: 'delete',
  customers: sql`email = 'erased-' || id || '@erased.invalid', name = 'Erased customer',
    disabled_at = coalesce(disabled_at, now()), erased_at = now(), erase_due_at = null`,
  tool_connections: sql`secrets = null, details = '{}', problem = null`,
  orders: sql`company_name = ${nobody}, forwarding_url = ${nowhere}, profile_picture_link = null, fingerprint = null`,
  bundles: sql`company_name = null, profile_picture_link = null, cancel_reason = null, reinstate_wish = null`,
  // Distinct, since full names are unique in a bundle.
  personas: sql`first_name = ${nobody}, last_name = id, removed_at = coalesce(removed_at, now())`,
  domains: sql`status_note = null, changing = null, forwarding_url = ${nowhere}`,
  domain_names: sql`facts = '{}', listed = '{}', problem = null`,
  mailboxes: sql`local_part = id, secret = null, host_name = null, external_id = null`,
  mailbox_links: sql`external_id = null, connection_reason = null, sign_in_session = null, sign_in_token = null`,
  sign_in_pictures: 'delete',
  subscriptions: sql`open_invoice = null`,
  // What staff typed; the product's own words say nothing of anybody. Distinct within a payment.
  refunds: sql`reason = case when cause is null then ${nobody} || ' ' || id else reason end`,
  checkouts: sql`quote = '{}', params = '{}', url = null, promotion_code = null, lost = null`,
}

/**
 * Writes over or deletes everything personal about someone, as part of a transaction. For customers of whom nothing
 * is left at third parties: afterwards no one could take it down.
 */
export async function erasePersonalData(tx: Db, subject: DataSubject): Promise<void> {
  // The tool that an account was trusted for is not personal, and no one is to be asked for it a second time.
  await tx.execute(sql`update work_items set customer_id = null, instructions = 'Given.', answer = null
    where customer_id = ${subject.id} and kind = 'tool_consent' and closed_at is not null`)
  await tx.execute(sql`delete from work_items where customer_id = ${subject.id}`)
  // It may name them, and the next look says what is so then.
  await tx.delete(checksLooks)
  // What is found by way of other rows comes before those.
  for (const { table, are } of rowsOfCustomer.toReversed()) {
    const fate = fates[getTableName(table)]
    if (!fate) continue
    await tx.execute(
      fate === 'delete'
        ? sql`delete from ${table} where ${are(subject)}`
        : sql`update ${table} set ${fate} where ${are(subject)}`,
    )
  }
}
