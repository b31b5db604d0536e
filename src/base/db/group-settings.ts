import { sql } from 'drizzle-orm'
import { bundles, domains, orders } from './schema/index.ts'

/**
 * Settings of a group, for queries that have it beside its order. Company name and picture are as ordered until
 * the group is given its own.
 */
export const groupSettings = {
  companyName: sql<string>`coalesce(${bundles.companyName}, ${orders.companyName})`,
  profilePictureLink: sql<
    string | null
  >`nullif(coalesce(${bundles.profilePictureLink}, ${orders.profilePictureLink}), '')`,
  /** Where its domains lead: where they differ, the first one; those that run before those that ran. */
  forwardingUrl: sql<string>`coalesce((select held.forwarding_url from ${domains} held where held.bundle_id = ${bundles.id}
    and not (held.want = 'hold' and held.released_at is not null)
    order by held.want <> 'run', held.replaced_at is not null, held.slot, held.created_at limit 1), ${orders.forwardingUrl})`,
}
