import { and, eq, inArray, ne, not } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#base/db/client.ts'
import { domains } from '#base/db/schema/index.ts'
import { conflict, type Refusal } from '#base/http/refusal.ts'
import { comesBack } from '#delivery/domains/comes-back.ts'
import { isHeld, isHeldAs } from '#delivery/domains/held.ts'
import { notNested } from '#delivery/domains/nested-names.ts'
import { refuseBroken } from '#delivery/domains/refuse-broken.ts'
import { holdsNotRenewed } from '#delivery/domains/unpaid-limits.ts'

const comesBackWith = (bundleIds: readonly string[]) =>
  and(inArray(domains.bundleId, [...bundleIds]), comesBack)

/**
 * Holds again what cancelled bundles have given free already, as long as the page on which they are paid is open.
 * Throws a `Refusal` when the customer has kept a name from others that way too often; the database refuses names
 * that another order holds by now.
 */
export async function holdReleased(tx: Db, customerId: string, bundleIds: readonly string[]): Promise<void> {
  const held = await tx
    .update(domains)
    .set({ releasedAt: null })
    .where(and(comesBackWith(bundleIds), not(isHeld)))
    .returning({ name: domains.name })
  const names = held.map(({ name }) => name)
  if (names.length > 0) await refuseBroken(tx, [holdsNotRenewed(customerId, names), notNested(names)])
}

/** Refuses bundles with a name that stands in another order by now. */
export async function refuseHeldElsewhere(
  db: Db,
  customerId: string,
  bundleIds: readonly string[],
): Promise<void> {
  const held = await heldElsewhere(db, bundleIds)
  if (held.length > 0) throw refusalOf(held, customerId)
}

/** The refusal for such bundles, when the database has refused them. */
export const isHeldElsewhere = async (
  db: Db,
  customerId: string,
  bundleIds: readonly string[],
): Promise<Refusal> => refusalOf(await heldElsewhere(db, bundleIds), customerId)

type Held = Awaited<ReturnType<typeof heldElsewhere>>

const other = alias(domains, 'other')
const heldElsewhere = (db: Db, bundleIds: readonly string[]) =>
  db
    .select({ name: domains.name, source: domains.source, holderId: other.customerId })
    .from(domains)
    .innerJoin(other, and(eq(other.name, domains.name), ne(other.id, domains.id), isHeldAs('other')))
    .where(comesBackWith(bundleIds))

/** With the own names among them as `domains`: a customer who brought one along may show that it is theirs. */
function refusalOf(held: Held, customerId: string): Refusal {
  const claimable = held
    .filter(({ source, holderId }) => source === 'own' && holderId !== customerId)
    .map(({ name }) => name)
  const which = held.length <= 1 ? 'One of these domains is' : `${held.length} of these domains are`
  const help =
    claimable.length > 0
      ? 'Show that they are yours, or place a new order with other domains.'
      : 'Please place a new order with other domains.'
  return conflict(`${which} in another order by now, so nothing was reinstated. ${help}`, {
    domains: claimable,
  })
}
