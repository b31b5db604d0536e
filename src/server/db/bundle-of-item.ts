import { type SQL, sql } from 'drizzle-orm'

/**
 * The bundle that an item of a checkout, as `i`, was paid for. A domain that was bought with its order counts with the bundles
 * of that payment, wherever a spare has moved it since: only what is bought for a domain alone follows it.
 */
export const bundleOfItem: SQL = sql`coalesce(i.bundle_id, (
  select d.bundle_id from domains d where d.id = i.domain_id and not exists (
    select from checkout_items beside where beside.checkout_id = i.checkout_id and beside.bundle_id is not null)))`
