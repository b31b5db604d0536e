import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { domainAvailabilityMessages } from '#shared/domains/domain-availability.ts'
import {
  checkReplaceDraft,
  type ReplaceDomainsBody,
  type ReplaceDomainsResponse,
} from '#shared/domains/replace-domains.ts'
import { costsNoMore, quoteItems, replacementItems } from '#shared/money/pricing.ts'
import { audit } from '../../../audit/audit.ts'
import type { Db } from '../../../db/client.ts'
import { newId } from '../../../db/ids.ts'
import { feesOf } from '../../../db/left-of-payment.ts'
import { bundles, domainNames, domains } from '../../../db/schema/index.ts'
import { brokenConstraint } from '../../../db/sql-state.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isHeld, isHeldUnpaid } from '../../../domains/held.ts'
import { lockLiveBundles } from '../../../domains/lock-live-bundles.ts'
import { releaseUnpaid } from '../../../domains/release-names.ts'
import { isRunning } from '../../../domains/running.ts'
import { refuseRenewedHolds, refuseTooManyUnpaid } from '../../../domains/unpaid-limits.ts'
import { conflict, notFound, ruleBroken } from '../../../http/refusal.ts'
import { endRivals } from '../../checkout/end-rivals.ts'
import { openCheckout } from '../../checkout/open-checkout.ts'
import { verifyNames } from '../finding/verify-availability.ts'
import { refuseForwardingLoops } from '../forwarding/refuse-forwarding-loops.ts'
import { isPaidFor } from './is-paid-for.ts'
import { refuseRestless } from './refuse-restless.ts'
import { startReplacements } from './start-replacements.ts'
import { unpaidReplacements } from './unpaid-replacements.ts'

type Holding = typeof domains.$inferSelect
interface Pair {
  original: Holding
  newName: string
}

/**
 * Puts other names in the place of a bundle's domains. Own names start at once; bought ones once they are paid,
 * except in the place of a bought name that could not be had: that one has been paid for already. The old name
 * goes on until the new one is delivered.
 */
export async function replaceDomains(
  deps: Dependencies,
  customerId: string,
  body: ReplaceDomainsBody,
  origin: string,
): Promise<ReplaceDomainsResponse> {
  const isOwn = body[0]?.isUserAdded === true
  const option = isOwn ? ('own' as const) : ('purchase' as const)
  const draft = checkReplaceDraft(
    { option, originals: body.map((each) => each.originalDomain), replacements: body },
    { tlds: deps.config.purchasableTlds },
  )
  if (!draft.ok) throw ruleBroken(draft.problem.message)
  const pairs = await findOriginals(deps.db, customerId, body)
  const free = isOwn ? pairs : await unservedAmong(deps.db, pairs)
  const paid = pairs.filter((pair) => !free.includes(pair))
  await endOtherAttempts(deps, pairs, paid)
  await refuseUnavailable(deps, customerId, pairs, option)

  const started = await deps.db
    .transaction((tx) => insertReplacements(deps, tx, customerId, pairs, free, isOwn))
    .catch(explainClash)
  const results = pairs.map(({ original, newName }) => ({
    originalDomain: original.name,
    newDomain: newName,
  }))
  const done = {
    success: true,
    message: '',
    requiresPayment: false,
    successCount: results.length,
    errorCount: 0,
    errors: [],
    results,
  }
  if (paid.length === 0) return done

  const items = replacementItems(
    'purchase',
    paid.map(({ newName }) => newName),
  )
  const { url } = await openCheckout(deps, {
    customerId,
    kind: 'replace',
    subjects: items.map((item) => ({ item, domainId: started.get(item.key) })),
    offer: { quote: quoteItems(items), promotion: undefined },
    origin,
    termsAccepted: false,
  })
  return { ...done, requiresPayment: true, checkoutUrl: url }
}

const orderedAlready = (name: string) => conflict(`A replacement for ${name} has been ordered already.`)

/** The running or taken, unreplaced domains that are to be replaced; all of them have to be the customer's. */
async function findOriginals(db: Db, customerId: string, body: ReplaceDomainsBody): Promise<Pair[]> {
  const rows = await db
    .select({ domain: domains })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .where(
      and(
        eq(domains.customerId, customerId),
        inArray(
          domains.name,
          body.map((each) => each.originalDomain),
        ),
        or(isRunning, and(isNotNull(domains.takenAt), isNull(domains.replacedAt))),
        eq(bundles.status, 'live'),
      ),
    )
  return body.map(({ originalDomain, newDomain }) => {
    const original = rows.find(({ domain }) => domain.name === originalDomain)?.domain
    if (!original) throw notFound(`${originalDomain} is not among your active domains.`)
    if (original.replacedAt) throw orderedAlready(originalDomain)
    return { original, newName: newDomain }
  })
}

/**
 * An unpaid replacement of the same domains gives way, once it can be paid no more: by other names, or by one that is
 * not to be paid for this time. One by names that are paid for now as well ends when their page is opened.
 */
async function endOtherAttempts(
  deps: Dependencies,
  pairs: readonly Pair[],
  paid: readonly Pair[],
): Promise<void> {
  const originals = pairs.map(({ original }) => original.id)
  const isKept = ({ name, replacesId, source }: Pick<Holding, 'name' | 'replacesId' | 'source'>) =>
    source === 'bought' &&
    paid.some(({ original, newName }) => original.id === replacesId && newName === name)
  const held = await unpaidReplacements(deps.db, inArray(domains.replacesId, originals))
  const others = held.filter((each) => !isKept(each)).map(({ checkout }) => checkout.id)
  await endRivals(deps, [...new Set(others)])
  await giveUpPageless(deps.db, originals, isKept)
}

/** One that never came to a page gives way without asking anybody. */
async function giveUpPageless(
  db: Db,
  originals: readonly string[],
  isKept: (holding: Pick<Holding, 'name' | 'replacesId' | 'source'>) => boolean,
): Promise<void> {
  const held = await db
    .select({
      id: domains.id,
      name: domains.name,
      replacesId: domains.replacesId,
      source: domains.source,
    })
    .from(domains)
    .where(
      and(
        inArray(domains.replacesId, [...originals]),
        isHeldUnpaid,
        sql`not exists (select from checkout_items i join checkouts c on c.id = i.checkout_id
          where i.domain_id = ${domains.id} and c.status in ('prepared', 'open', 'paid'))`,
      ),
    )
  const others = held.filter((each) => !isKept(each))
  if (others.length === 0) return
  await releaseUnpaid(
    db,
    inArray(
      domains.id,
      others.map(({ id }) => id),
    ),
  )
}

async function refuseUnavailable(
  deps: Dependencies,
  customerId: string,
  pairs: readonly Pair[],
  option: 'own' | 'purchase',
): Promise<void> {
  const mine = await deps.db
    .select({ name: domains.name })
    .from(domains)
    .where(
      and(
        inArray(
          domains.replacesId,
          pairs.map(({ original }) => original.id),
        ),
        isHeld,
      ),
    )
  // Names held by this very replacement, sent a second time, are not in its own way.
  const ask = pairs.map(({ newName }) => newName).filter((name) => !mine.some((row) => row.name === name))
  const results = ask.length > 0 ? await verifyNames(deps, customerId, ask, option) : []
  const blocked = results.filter(
    (result) => result.exists_in_airtable || (option === 'purchase' && !result.available),
  )
  if (blocked.length === 0) return
  throw conflict(domainAvailabilityMessages.unavailableCount.replace('{n}', String(blocked.length)), {
    results: blocked,
  })
}

/** Bought names that were paid for and could not be had: another one of the same price costs nothing. */
async function unservedAmong(
  db: Db,
  pairs: readonly Pair[],
  { lock = false }: { lock?: boolean } = {},
): Promise<Pair[]> {
  const paid = await feesOf(
    db,
    pairs.map(({ original }) => original.id),
    { lock },
  )
  const fees = Map.groupBy(paid, ({ heldId }) => heldId)
  const rows = await db
    .select({ name: domainNames.name, registration: domainNames.registration })
    .from(domainNames)
    .where(
      inArray(
        domainNames.name,
        pairs.map(({ original }) => original.name),
      ),
    )
  const registrations = new Map(rows.map(({ name, registration }) => [name, registration]))
  return pairs.filter(
    ({ original, newName }) =>
      isPaidFor(original, registrations.get(original.name), fees.get(original.id) ?? []) &&
      costsNoMore(newName, original.name),
  )
}

/** A fee that goes back at this moment pays for no other name. */
async function refuseRefunded(tx: Db, free: readonly Pair[]): Promise<void> {
  const still = await unservedAmong(tx, free, { lock: true })
  const gone = free.find((pair) => !still.includes(pair))
  if (gone)
    throw conflict(
      `What you paid for ${gone.original.name} has just been refunded, so another domain costs its price. Please try again.`,
    )
}

/** The new holdings by name. Those that cost nothing start in the same transaction. */
async function insertReplacements(
  deps: Dependencies,
  tx: Db,
  customerId: string,
  pairs: readonly Pair[],
  free: readonly Pair[],
  isOwn: boolean,
): Promise<Map<string, string>> {
  await lockLiveBundles(
    tx,
    pairs.map(({ original }) => original.bundleId),
  )
  const [replaced] = await tx
    .select({ name: domains.name })
    .from(domains)
    .where(
      and(
        inArray(
          domains.id,
          pairs.map(({ original }) => original.id),
        ),
        isNotNull(domains.replacedAt),
      ),
    )
  if (replaced) throw orderedAlready(replaced.name)
  if (!isOwn) await refuseRefunded(tx, free)
  const present = await tx
    .select({
      id: domains.id,
      name: domains.name,
      replacesId: domains.replacesId,
      source: domains.source,
      want: domains.want,
    })
    .from(domains)
    .where(
      and(
        inArray(
          domains.replacesId,
          pairs.map(({ original }) => original.id),
        ),
        isHeld,
      ),
    )
  // In another window, a moment ago: what is to be paid for there does not start here at no cost.
  const source = isOwn ? ('own' as const) : ('bought' as const)
  const clash = pairs.find(({ original }) =>
    present.some(
      ({ replacesId, ...each }) =>
        replacesId === original.id &&
        (each.source !== source || each.want !== 'hold' || free.some(({ newName }) => newName === each.name)),
    ),
  )
  if (clash) throw orderedAlready(clash.original.name)
  const ids = new Map(present.map(({ id, name }) => [name, id]))
  for (const { original, newName } of pairs) {
    if (ids.has(newName)) continue
    const id = newId('domain')
    await tx.insert(domains).values({
      id,
      customerId,
      bundleId: original.bundleId,
      name: newName,
      slot: original.slot,
      platform: original.platform,
      source,
      statusNote: 'Waiting for the payment.',
      forwardingUrl: original.forwardingUrl,
      replacesId: original.id,
    })
    ids.set(newName, id)
    await audit(tx, {
      customerId,
      actor: 'customer',
      action: 'domain.replacement_ordered',
      subject: original.bundleId,
      data: { from: original.name, to: newName, isPaidFirst: !free.some((each) => each.newName === newName) },
    })
  }
  await refuseForwardingLoops(tx, customerId, {
    urls: pairs.map(({ original }) => original.forwardingUrl),
    added: pairs.map(({ newName }) => newName),
  })
  if (free.length < pairs.length) {
    await refuseTooManyUnpaid(tx, customerId)
    await refuseRenewedHolds(
      tx,
      customerId,
      pairs.filter((pair) => !free.includes(pair)).map(({ newName }) => newName),
    )
  }
  await startReplacements(
    deps,
    tx,
    free.map(({ newName }) => ids.get(newName) as string),
  )
  await refuseRestless(
    tx,
    free.map(({ original }) => original),
  )
  return ids
}

function explainClash(error: unknown): never {
  const constraint = brokenConstraint(error)
  if (constraint === 'domains_held_name') throw conflict(domainAvailabilityMessages.exists)
  if (constraint === 'domains_replacement')
    throw conflict('A replacement for one of these domains has been ordered already.')
  throw error
}
