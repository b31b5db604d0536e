import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { checkouts } from '#base/db/schema/index.ts'
import { endsPayment, notFound } from '#base/http/refusal.ts'
import type { DroppedPayment, LostKind, OpenPayment } from '../api/ended-payments.ts'

/** What a page that ends others does about what they would have paid for. */
export interface Ending {
  /** What it pays for itself, as `placesOf` names it. */
  keeps: readonly string[]
  /** The open pages that its customer agreed to have ended; `all` where they are not asked, and only told. */
  agreed: 'all' | readonly string[]
}

/** The ids that a call was sent with. */
export const agreedIn = ({ ends }: { ends?: string | undefined }): string[] => (ends ? ends.split(',') : [])

/** How many names of a page are told. */
const namesMost = 5
/** What was dropped longer ago is not told. */
const toldForDays = 30

/**
 * SQL for what the checkout `c` pays for, by names that outlast another choice: of a new order its domains, of
 * replacements those that are replaced, by whichever name, else its bundles.
 */
const placesOf = sql<string[]>`case c.kind
  when 'order' then array(select d.name from domains d join bundles b on b.id = d.bundle_id
    where b.order_id = c.order_id)
  when 'replace' then array(select o.name from checkout_items i join domains d on d.id = i.domain_id
    join domains o on o.id = d.replaces_id where i.checkout_id = c.id)
  else array(select i.bundle_id from checkout_items i where i.checkout_id = c.id and i.bundle_id is not null) end`

const ofBundles = (bundleIds: ReturnType<typeof sql>) =>
  sql`array(select d.name from domains d where d.bundle_id = any(${bundleIds})
    and d.want <> 'hold' and d.replaced_at is null order by d.bundle_id, d.slot)`

/** SQL for the names of the domains that the checkout `c` pays for. */
export const namesOf = sql<string[]>`case c.kind when 'order' then ${placesOf}
  when 'replace' then array(select d.name from checkout_items i join domains d on d.id = i.domain_id
    where i.checkout_id = c.id order by d.name)
  else ${ofBundles(placesOf)} end`

/** What a checkout pays for. */
export async function readPlaces(db: Db, checkoutId: string): Promise<string[]> {
  const { rows } = await db.execute<{ places: string[] }>(
    sql`select ${placesOf} as places from checkouts c where c.id = ${checkoutId}`,
  )
  return rows[0]?.places ?? []
}

export interface Loss extends OpenPayment {
  lost: string[]
}

/** Those of the checkouts that are open for their customer and pay for something that is not kept. */
export async function lossesOf(db: Db, ids: readonly string[], keeps: readonly string[]): Promise<Loss[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<{
    id: string
    kind: LostKind
    amount_cents: number
    names: string[]
    places: string[]
  }>(sql`select c.id, c.kind, c.amount_cents, ${namesOf} as names, ${placesOf} as places from checkouts c
    where c.id = any(${sql.param([...ids])}::text[]) and c.status = 'open' and c.url is not null and c.kind <> 'release'
    order by c.created_at`)
  const isKept = new Set(keeps)
  return rows.flatMap(({ id, kind, amount_cents, names, places }) => {
    const lost = places.filter((place) => !isKept.has(place))
    if (lost.length === 0) return []
    const told = { names: names.slice(0, namesMost), domains: names.length }
    return [{ checkoutId: id, kind, cents: amount_cents, ...told, lost }]
  })
}

/** Throws a `Refusal` where their customer has not agreed to the end of one. */
export function refuseUnagreed(losses: readonly Loss[], agreed: Ending['agreed']): void {
  if (agreed === 'all' || losses.every(({ checkoutId }) => agreed.includes(checkoutId))) return
  throw endsPayment(losses.map(({ lost: _, ...payment }) => payment))
}

/** Keeps what is lost with the page that is about to end, to be told once it has. */
export async function noteLost(db: Db, { checkoutId, lost }: Loss): Promise<void> {
  await db.update(checkouts).set({ lost }).where(eq(checkouts.id, checkoutId))
}

/** What of the pages that ended for others is still paid for by nothing, the newest first. */
export async function readDropped(db: Db, customerId: string): Promise<DroppedPayment[]> {
  const { rows } = await db.execute<{
    id: string
    kind: LostKind
    amount_cents: number
    order_id: string | null
    names: string[]
    is_refused: boolean
    replacements: DroppedPayment['replacements'] | null
  }>(sql`
    select c.id, c.kind, c.amount_cents, c.with_bank_since is not null as is_refused,
      case when c.kind in ('order', 'replace') then still.places else ${ofBundles(sql`still.places`)} end as names,
      case c.kind when 'order' then null
        when 'replace' then (select b.order_id from domains d join bundles b on b.id = d.bundle_id
          where d.customer_id = c.customer_id and d.name = still.places[1] and d.released_at is null limit 1)
        else (select b.order_id from bundles b where b.id = still.places[1]) end as order_id,
      (select json_agg(json_build_object('originalDomain', o.name, 'newDomain', d.name) order by o.name)
        from checkout_items i join domains d on d.id = i.domain_id join domains o on o.id = d.replaces_id
        where i.checkout_id = c.id and c.kind = 'replace' and o.name = any(still.places)) as replacements
    from checkouts c cross join lateral (select case c.kind
      when 'order' then array(select n from unnest(c.lost) n where not exists (select from domains d
        where d.customer_id = c.customer_id and d.name = n and d.released_at is null) order by n)
      when 'replace' then array(select d.name from domains d
        where d.customer_id = c.customer_id and d.name = any(c.lost) and d.want = 'run'
          and d.released_at is null and d.replaced_at is null
          and not exists (select from domains next where next.replaces_id = d.id and next.released_at is null)
        order by d.name)
      else array(select b.id from bundles b
        where b.id = any(c.lost) and b.status = 'cancelled' and b.reinstate_wish is null
        order by b.id) end as places) still
    where c.customer_id = ${customerId} and c.lost is not null and c.status = 'expired'
      and c.created_at > now() - make_interval(days => ${toldForDays}) and cardinality(still.places) > 0
    order by c.created_at desc, c.id limit 10`)
  return rows.map(({ id, kind, amount_cents, is_refused, order_id, names, replacements }) => ({
    checkoutId: id,
    kind,
    cents: amount_cents,
    orderId: order_id,
    names,
    domains: names.length,
    ...(is_refused && { isRefused: true }),
    replacements: replacements ?? [],
  }))
}

/** Its customer has read it. Throws a `Refusal` for what is not theirs. */
export async function dismissDropped(db: Db, customerId: string, checkoutId: string): Promise<void> {
  const mine = and(eq(checkouts.id, checkoutId), eq(checkouts.customerId, customerId))
  const [dismissed] = await db
    .update(checkouts)
    .set({ lost: null })
    .where(and(mine, isNotNull(checkouts.lost)))
    .returning({ id: checkouts.id })
  if (!dismissed && (await db.$count(checkouts, mine)) === 0) throw notFound('There is no such payment.')
}
