import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { databaseNow } from '#base/db/database-now.ts'
import { groupSettings } from '#base/db/group-settings.ts'
import { bundles, domains, heldSince, orders } from '#base/db/schema/index.ts'
import { type MailedBundle, mailedOrders } from '#base/mail/mailed-orders.ts'
import { type MoneyMail, moneyMail, priceOf } from '#base/mail/money-mail.ts'
import { withdrawMails } from '#base/mail/outbox.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { notifyCustomer } from '#delivery/provisioning/events.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import {
  type GroupHold,
  holdWords,
  isDeliberate,
  unconfirmedWords,
} from '#features/orders/rules/order-holds.ts'
import { groupHolds } from '#features/orders/rules/order-status.ts'
import { owedCents } from '../rules/owed-words.ts'
import {
  type NextCharge,
  nextCharges,
  nextChargeText,
  noteDropped,
  withChargedNow,
} from './dropped-charges.ts'
import { raiseBilling } from './raise-billing.ts'

/** What a hold, or its end, tells and wakes. */
export type HoldDependencies = Pick<Dependencies, 'queue' | 'outbox' | 'config'>

const columns = {
  id: bundles.id,
  customerId: bundles.customerId,
  orderId: bundles.orderId,
  subscriptionId: bundles.subscriptionId,
  status: bundles.status,
  hold: bundles.hold,
  holdSince: bundles.holdSince,
  monthlyCents: bundles.monthlyCents,
}
type Row = Pick<typeof bundles.$inferSelect, keyof typeof columns>

/** A bundle that one of its causes was added to or taken from. */
interface Changed extends Row {
  before: GroupHold | null
  /** Since when it was not billed. */
  since: Date | null
}

const unbilled = groupHolds.filter(isDeliberate)

/** Every cause away but what the operator holds, which outlives a cancellation. */
export const nothingHeld = {
  pastDueSince: null,
  pausedSince: null,
  refundedSince: null,
  disputedSince: null,
}

/** What has become of a payment that a hold, or its end, is about. */
export type Money = Pick<MoneyMail, 'happened'> & {
  cents: number
  /** The hold that it explains, where that is not the one that begins. */
  hold?: GroupHold
}

/**
 * Stops live bundles for this cause: their mailboxes, and where the hold says so their billing. The customer is told by
 * mail and in the activity: `isUnconfirmed` of a renewal that a bank had asked to confirm. A refused renewal is no cause for what is on hold already, since it is not billed. Returns
 * the ids of those that were not on hold for this cause.
 */
export async function holdBundles(
  deps: HoldDependencies,
  tx: Db,
  bundleIds: readonly string[],
  hold: GroupHold,
  { isUnconfirmed = false, money }: Pick<Telling, 'isUnconfirmed' | 'money'> = {},
): Promise<string[]> {
  const changed = await change(
    tx,
    bundleIds,
    and(
      eq(bundles.status, 'live'),
      isNull(bundles[heldSince[hold]]),
      hold === 'past_due' ? isNull(bundles.hold) : undefined,
    ),
    // One that was not billed before is so since then.
    {
      [heldSince[hold]]:
        sql`case when ${inArray(bundles.hold, unbilled)} then ${bundles.holdSince} else now() end`,
    },
  )
  const actor = hold === 'operator' ? 'operator' : 'system'
  await follow(deps, tx, changed, { cause: hold, actor, isUnconfirmed, money })
  return changed.map(({ id }) => id)
}

/**
 * Ends these causes. What is on hold for no other runs and is billed again; `billing` is how its customer is told that it
 * is paid for. Returns the ids of those that were on hold for one of them. What is cancelled only forgets them.
 */
export async function releaseBundles(
  deps: HoldDependencies,
  tx: Db,
  bundleIds: readonly string[],
  from: readonly GroupHold[],
  { actor = 'system', billing, chargedNow, money }: Partial<Omit<Telling, 'cause'>> = {},
): Promise<string[]> {
  if (from.length === 0) return []
  const changed = await change(
    tx,
    bundleIds,
    and(
      inArray(bundles.status, ['live', 'cancelled']),
      or(...from.map((hold) => isNotNull(bundles[heldSince[hold]]))),
    ),
    Object.fromEntries(from.map((hold) => [heldSince[hold], null])),
  )
  const live = changed.filter(({ status }) => status === 'live')
  await follow(deps, tx, live, { cause: undefined, actor, billing, chargedNow, money })
  return changed.map(({ id }) => id)
}

async function change(
  tx: Db,
  bundleIds: readonly string[],
  condition: SQL | undefined,
  values: PgUpdateSetSource<typeof bundles>,
): Promise<Changed[]> {
  if (bundleIds.length === 0) return []
  const before = await tx
    .select(columns)
    .from(bundles)
    .where(and(inArray(bundles.id, [...bundleIds]), condition))
    .orderBy(asc(bundles.id))
    .for('update')
  if (before.length === 0) return []
  const known = new Map(before.map((row) => [row.id, row]))
  const after = await tx
    .update(bundles)
    .set(values)
    .where(inArray(bundles.id, [...known.keys()]))
    .returning(columns)
  return after.map((row) => {
    const { hold = null, holdSince = null } = known.get(row.id) ?? {}
    return { ...row, before: hold, since: holdSince }
  })
}

interface Telling {
  /** What was added, if anything was. */
  cause: GroupHold | undefined
  actor: 'system' | 'operator'
  isUnconfirmed?: boolean | undefined
  /** How its customer is told that it is paid for, with what that costs every period. */
  billing?: ((price: string) => string) | undefined
  money?: Money | undefined
  /** Subscriptions whose period begins now, and is charged at once: see `chargeableNow`. */
  chargedNow?: ReadonlySet<string> | undefined
}

/** What comes with either change, in its transaction. */
async function follow(
  deps: HoldDependencies,
  tx: Db,
  rows: readonly Changed[],
  { cause, actor, isUnconfirmed, billing, chargedNow = new Set(), money }: Telling,
): Promise<void> {
  if (rows.length === 0) return
  await raiseServed(
    deps,
    tx,
    rows.filter(({ before, hold }) => (before === null) !== (hold === null)),
  )
  await withdrawTold(
    tx,
    rows.filter(({ before, hold }) => before !== hold),
  )
  const released = rows.filter(({ hold }) => hold === null)
  // What was charged of a pause at the payment provider, and when the next charge is, was decided there.
  const held = released
    .filter(({ before }) => before !== 'paused')
    .map(({ since, ...row }) => ({ ...row, holdSince: since }))
  const charges = withChargedNow(
    held,
    await nextCharges(tx, held),
    chargedNow,
    new Date(await databaseNow(tx)),
  )
  for (const row of rows) {
    const entry = { customerId: row.customerId, actor, subject: row.id }
    // A cause that shows once another has ended was noted when it began.
    if (cause)
      await audit(tx, {
        ...entry,
        action: 'order.held',
        data: { hold: cause, ...(isUnconfirmed && { isUnconfirmed }) },
      })
    else if (row.hold === null)
      await audit(tx, { ...entry, action: 'order.released', data: { hold: row.before } })
    const charge = charges.get(row.id)
    // What is paid for anew drops nothing.
    if (charge && billing === undefined && !isOfRefusal(row, charge)) await noteDropped(tx, row, charge)
  }
  const billed = rows
    .filter(({ before, hold }) => hold !== before)
    .flatMap(({ subscriptionId }) => subscriptionId ?? [])
  for (const subscriptionId of new Set(billed))
    await raiseBilling(tx, deps, subscriptionId, {
      // What an earlier release asked for, and was not done before the next hold, is not asked for any more.
      chargeAsked: chargedNow.has(subscriptionId) ? randomUUID() : null,
    })
  // That a renewal is paid is told with the payment.
  const goOn = released.filter(({ before }) => before !== 'past_due')
  await mailOwners(deps, tx, goOn, 'order.released', ({ companyName, ids, priceCents }) => {
    const charged = nextChargeText(ids.flatMap((id) => charges.get(id) ?? []))
    return {
      subject: `Your order for ${companyName} resumes`,
      cents: money?.cents ?? 'price',
      happened: (amount) =>
        `${money ? `${money.happened(amount)} Your` : 'Your'} order is no longer on hold: its mailboxes are switched on again.`,
      next: [billing?.(formatUsd(priceCents)) ?? (charged || 'It is billed as before.')],
    }
  })
  for (const hold of groupHolds) {
    const shown = rows.filter((row) => row.hold === hold && row.before !== hold)
    const { why } = isUnconfirmed ? unconfirmedWords : holdWords[hold]
    await mailOwners(deps, tx, shown, 'order.held', ({ companyName, cents }) => ({
      subject: `Your order for ${companyName} is on hold`,
      explains: hold,
      ...(money && hold === (money.hold ?? cause)
        ? { cents: money.cents, happened: money.happened }
        : hold === 'past_due' && cents > 0
          ? { cents, happened: (amount: string) => `${why} You owe ${amount}.` }
          : { cents: 'price', happened: () => why }),
    }))
  }
  for (const customerId of new Set(rows.map((row) => row.customerId))) await notifyCustomer(tx, customerId)
}

/** A period that had begun before its renewal was a hold: it is named with its invoice, if that is given up. */
const isOfRefusal = ({ before, since }: Changed, { dropped }: NextCharge): boolean =>
  before === 'past_due' && !!since && !!dropped && since >= dropped.from

/** Mailboxes of these bundles stop or start. */
async function raiseServed(
  { queue }: Pick<Dependencies, 'queue'>,
  tx: Db,
  rows: readonly Changed[],
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  const names = await tx
    .select({ name: domains.name })
    .from(domains)
    .where(and(inArray(domains.bundleId, ids), isHeld))
  await raiseWanted(
    tx,
    queue,
    names.map(({ name }) => name),
    // Someone wants it to stop, or to go on, as with a suspension. A refused renewal has had days.
    { urgent: rows.some(({ before, hold }) => isDeliberate(before ?? hold)) },
  )
}

/** What has been written of these bundles' holds, and was not sent, is not so any more. */
async function withdrawTold(tx: Db, rows: readonly Changed[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  const told = await tx
    .selectDistinct({ orderId: orders.id, companyName: groupSettings.companyName })
    .from(bundles)
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .where(inArray(bundles.id, ids))
  for (const { orderId, companyName } of told)
    for (const action of ['order.held', 'order.released'])
      await withdrawMails(tx, `${action}:${orderId}:${companyName}:`)
  for (const id of ids)
    for (const key of ['names-expire', 'alert:names-expire']) await withdrawMails(tx, `${key}:${id}:`)
}

interface Owner {
  companyName: string
  ids: readonly string[]
  priceCents: number
  /** What is owed for it. */
  cents: number
}

type Words = Omit<MoneyMail, 'to' | 'orders' | 'publicUrl'>

/** One mail for each order and company name. */
async function mailOwners(
  { outbox, config }: HoldDependencies,
  tx: Db,
  rows: readonly Changed[],
  action: string,
  words: (owner: Owner) => Words,
): Promise<void> {
  const told = await mailedOrders(
    tx,
    rows.map(({ id }) => id),
  )
  // Nothing continues for a customer who is suspended.
  const owned = action === 'order.released' ? told.filter(({ isSuspended }) => !isSuspended) : told
  const byOwner = Map.groupBy(owned, ({ orderId, companyName }) => `${orderId}:${companyName}`)
  for (const [owner, ofOwner] of byOwner) {
    const { companyName, to } = ofOwner[0]!
    await outbox.put(tx, {
      // Each time it happens is told.
      key: `${action}:${owner}:${Math.max(...ofOwner.map(({ rev }) => rev))}`,
      ...moneyMail({
        ...words({
          companyName,
          ids: ofOwner.map(({ id }) => id),
          priceCents: priceOf(ofOwner),
          cents: owedBy(ofOwner),
        }),
        to,
        orders: ofOwner,
        publicUrl: config.publicUrl,
      }),
    })
  }
}

/** Of subscriptions that several of them share, once. */
const owedBy = (told: readonly MailedBundle[]): number =>
  owedCents([...new Map(told.map(({ subscriptionId, owed }) => [subscriptionId, owed])).values()].flat())
