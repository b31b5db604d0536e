import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { checkoutItems } from './schema/index.ts'

/** The items of a checkout under the name that `bundleOfItem` knows them by. */
export const paidItem = alias(checkoutItems, 'i')

/**
 * The bundle that an item of a checkout, as `i`, was paid for. A domain that was bought with bundles counts with those,
 * wherever a spare has moved it since, and has none of its own here: only what is bought for a domain alone follows it.
 */
export const bundleOfItem: SQL = sql`coalesce(i.bundle_id, (
  select d.bundle_id from domains d where d.id = i.domain_id and not exists (
    select from checkout_items beside where beside.checkout_id = i.checkout_id and beside.bundle_id is not null)))`
