import type pg from 'pg'

/**
 * A year of the payment provider's books for an installation that `fillInstallation` has filled: an invoice with its
 * line and its charge for each order and month, of which every fiftieth was given back.
 */
export async function fillYearOfPayments(pool: pg.Pool): Promise<void> {
  const each = `from orders o join generate_series(0, 11) n on true where o.id like 'ord\\_f%'`
  const id = (prefix: string) => `'${prefix}_' || o.id || '_' || n`
  const madeAt = `now() - n * interval '30 days'`
  await pool.query(
    `insert into invoices (stripe_id, customer_id, subscription_id, kind, status, total_cents, paid_cents, attempts, payment_intent_id, made_at, paid_at, read_at)
     select ${id('in')}, o.customer_id, 'sub' || substr(o.id, 4), case n when 11 then 'first' else 'renewal' end, 'paid', 5000, 5000, 1, ${id('pi')}, ${madeAt}, ${madeAt}, now() ${each}`,
  )
  await pool.query(
    `insert into invoice_lines (invoice_id, position, plan, list_cents, net_cents, period_start, period_end)
     select ${id('in')}, 0, o.plan, 5000, 5000, ${madeAt}, ${madeAt} + interval '30 days' ${each}`,
  )
  await pool.query(
    `insert into charges (stripe_id, customer_id, payment_intent_id, amount_cents, fee_cents, state, disputed, made_at, read_at)
     select ${id('ch')}, o.customer_id, ${id('pi')}, 5000, 175, 'succeeded', false, ${madeAt}, now() ${each}`,
  )
  await pool.query(
    `insert into charge_returns (stripe_id, charge_id, kind, cents, outcome, made_at, read_at)
     select 're' || substr(stripe_id, 3), stripe_id, 'refund', 500, 'succeeded', made_at, now()
     from charges where stripe_id like 'ch\\_ord\\_f%' and hashtext(stripe_id) % 50 = 0`,
  )
  // There is nothing at the provider to read them from.
  await pool.query(
    `insert into settings (key, value) values ('books_backfill', '{"stage": "done"}') on conflict (key) do update set value = excluded.value`,
  )
  await pool.query('analyze')
}
