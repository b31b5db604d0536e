import { sql } from 'drizzle-orm'

/**
 * What renews itself if nothing changes: groups that run and are billed, at what each is billed every period, under a
 * subscription that has not ended. MRR and the forecast are made of the same ones.
 */
export const whatRenews = sql`(
  select b.subscription_id, b.customer_id, b.plan, b.monthly_cents as cents, s.period_end
  from bundles b
    join subscriptions s on s.stripe_id = b.subscription_id
    join customers c on c.id = b.customer_id
  where b.status = 'live' and b.hold is null and b.monthly_cents > 0 and c.billing_stopped_at is null
    and s.status <> 'ended' and s.period_end is not null)`
