import type pg from 'pg'
import type { PaidOrder } from './paid-order.ts'

interface Size {
  /** As many customers have one order each, of one group. */
  orders: number
  domainsPerOrder: number
  mailboxesPerDomain: number
}

/** What an installation is to be quick with. */
export const largeInstallation: Size = { orders: 400, domainsPerOrder: 10, mailboxesPerDomain: 15 }

/**
 * Fills the database with what so many customers have, copied from one order that is paid and named by number:
 * `filler3@fillname17.com` of `Custom 2`. Nothing of it stands at a third party, and nothing waits.
 */
export async function fillInstallation(
  pool: pg.Pool,
  { orderId, bundleId, connectionId, domains }: PaidOrder,
  { orders, domainsPerOrder, mailboxesPerDomain }: Size,
): Promise<void> {
  const names = orders * domainsPerOrder
  const copy = async (table: string, from: string, changed: Record<string, string>, count: number) => {
    const { rows } = await pool.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_schema = any (current_schemas(false)) and table_name = $1 and is_generated = 'NEVER'",
      [table],
    )
    const columns = rows.map(({ name }) => name)
    const values = columns.map((column) => changed[column] ?? `t.${column}`)
    await pool.query(
      `insert into ${table} (${columns}) select ${values} from (select * from ${table} where ${from} limit 1) t, generate_series(0, ${count - 1}) n`,
    )
  }
  const order = `n / ${domainsPerOrder}`
  const customer_id = `'cus_f' || n`
  const own = (prefix: string) => ({ id: `'${prefix}_f' || n`, customer_id })
  await copy(
    'customers',
    `id = (select customer_id from orders where id = '${orderId}')`,
    {
      id: customer_id,
      name: `'Custom ' || n`,
      email: `'c' || n || '@custom.test'`,
      stripe_customer_id: `'cus_s' || n`,
    },
    orders,
  )
  await copy('tool_connections', `id = '${connectionId}'`, own('con'), orders)
  await copy('orders', `id = '${orderId}'`, own('ord'), orders)
  const bundle = { ...own('bun'), order_id: `'ord_f' || n`, connection_id: `'con_f' || n` }
  await copy('bundles', `id = '${bundleId}'`, bundle, orders)
  await copy('personas', `bundle_id = '${bundleId}'`, { ...own('per'), bundle_id: `'bun_f' || n` }, orders)
  const name = `'fillname' || n || '.com'`
  await copy('domain_names', `name = '${domains[0]?.name}'`, { name, next_run_at: 'null' }, names)
  await copy(
    'domains',
    `id = '${domains[0]?.id}'`,
    {
      id: `'dom_f' || n`,
      customer_id: `'cus_f' || ${order}`,
      bundle_id: `'bun_f' || ${order}`,
      name,
      slot: `n % ${domainsPerOrder}`,
      report_token: "replace(gen_random_uuid()::text, '-', '')",
      status: `'done'`,
      setup_started_at: `now() - n * interval '30 minutes' - interval '2 hours'`,
      delivered_at: `now() - n * interval '30 minutes'`,
    },
    names,
  )
  await pool.query(
    `insert into mailboxes (id, customer_id, domain_id, name, persona_id, local_part, external_id)
     select 'mbx_' || d.id || '_' || n, d.customer_id, d.id, d.name, 'per' || substr(d.bundle_id, 4), 'filler' || n, 'ext-' || d.id || '-' || n
     from domains d, generate_series(1, ${mailboxesPerDomain}) n where d.id like 'dom\\_f%'`,
  )
  await pool.query(
    `insert into mailbox_links (mailbox_id, connection_id, external_id, connection, confirmed_at)
     select m.id, 'con' || substr(d.bundle_id, 4), 'tool-' || m.id, 'connected', now() from mailboxes m join domains d on d.id = m.domain_id
     where m.id like 'mbx\\_dom\\_f%'`,
  )
  await pool.query(
    `insert into checkouts (id, customer_id, kind, order_id, quote, amount_cents, params, attempt_key, fingerprint, session_id, payment_intent_id, subscription_id, status, expires_at)
     select 'chk_f' || n, ${customer_id}, 'order', 'ord_f' || n, '{}', 5000, '{}', n, n, 'cs_f' || n, 'pi_f' || n, 'sub_f' || n, 'paid', now() from generate_series(0, ${orders - 1}) n`,
  )
  await pool.query(
    `insert into refunds (id, checkout_id, reason, cents, stripe_refund_id, outcome)
     select 'ref_f' || n, 'chk_f' || n, 'test', 1, 're_f' || n, 'settled' from generate_series(0, ${orders - 1}) n`,
  )
  await pool.query('analyze')
}
