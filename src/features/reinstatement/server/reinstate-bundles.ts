import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { bundles, domainNames, domains } from '#base/db/schema/index.ts'
import { conflict, notFound, ruleBroken } from '#base/http/refusal.ts'
import { pricesFor } from '#base/prices/own-prices.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { comesBack } from '#delivery/domains/comes-back.ts'
import { refuseBroken } from '#delivery/domains/refuse-broken.ts'
import { fewUnpaid } from '#delivery/domains/unpaid-limits.ts'
import { notifyCustomer } from '#delivery/provisioning/events.ts'
import { type Quote, quoteItems, reinstateItems } from '#features/checkout/rules/pricing.ts'
import { namesDue, refreshExpiry } from '#features/domains/server/lapsed-names.ts'
import { noForwardingLoops } from '#features/forwarding/server/refuse-forwarding-loops.ts'
import { orderActionMessages, reinstatementProblem } from '#features/orders/rules/order-actions.ts'
import { holdWords } from '#features/orders/rules/order-holds.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { type Prices, planNamesOf } from '#features/plans/rules/price-list.ts'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { maskToolValues, storedFields } from '#features/tools/rules/tool-credentials.ts'
import { findConnection, openConnection, typedOver } from '#features/tools/server/connections.ts'
import { keepConnection, lockConnections } from '#features/tools/server/keep-connection.ts'
import { keepsIfTheyWork, refuseOtherHost, type Tried } from '#features/tools/server/try-credentials.ts'
import { checkReinstateForm } from '../rules/reinstate-form.ts'
import {
  isAsShown,
  type ReinstateBody,
  readReinstatement,
  reinstateRequestMessages,
} from '../rules/reinstate-request.ts'
import { reinstatedShares } from '../rules/reinstate-shares.ts'
import { refuseHeldElsewhere } from './hold-released.ts'
import { sharesByBundle } from './prefill.ts'
import { refuseDisputed } from './refuse-disputed.ts'

type Bundle = typeof bundles.$inferSelect
type Holding = typeof domains.$inferSelect

export interface ReinstatedGroup {
  bundle: Bundle
  /** The domains that come back: not those another one took the place of. */
  held: Holding[]
  /** Names that cost their price again. */
  due: string[]
}

/**
 * Takes the wish that cancelled bundles come back, with new settings; nothing is set up before it is paid. Throws
 * a `Refusal` for bundles that are not the customer's, not cancelled, held by the operator,
 * or of a plan that does not come back.
 */
export async function reinstateBundles(
  deps: Dependencies,
  customerId: string,
  body: ReinstateBody,
): Promise<{ groups: ReinstatedGroup[]; quote: Quote }> {
  const { db } = deps
  const wish = await readWish(deps, customerId, body)
  await refreshExpiry(
    deps,
    customerId,
    wish.domains.map(({ domain }) => domain),
  )
  const prices = await pricesFor(deps, customerId)
  return db.transaction(async (tx) => {
    const groups = await noteWish(deps, tx, customerId, wish)
    return { groups, quote: quoteItems(itemsOf(groups, prices)) }
  })
}

type Wish = Awaited<ReturnType<typeof readWish>>

/** What is asked for, with the secrets that were not typed again taken from the saved credentials. */
async function readWish(deps: Dependencies, customerId: string, body: ReinstateBody) {
  const { db, secrets } = deps
  const read = readReinstatement(body)
  if (!read.ok) throw ruleBroken(read.problem.message)
  const { domains, platforms, form, connectionId, shown } = read.value
  const saved = connectionId ? await findConnection(db, customerId, connectionId) : undefined
  const values = saved ? openConnection(secrets, saved) : {}
  const connection = saved && {
    id: saved.id,
    tool: saved.kind,
    storedSecrets: storedFields(maskToolValues(saved.kind, values)),
  }
  const checked = checkReinstateForm({ ...form, connection }, platforms)
  if (!checked.ok) throw ruleBroken(checked.problem.message)
  const details = checked.value
  const kept = saved && saved.kind === details.tool.tool ? values : {}
  refuseOtherHost(details.tool.tool, details.tool.values, kept)
  const toolValues = typedOver(kept, details.tool.values)
  return { domains, details, shown, tried: await tryTool(deps, customerId, details.tool.tool, toolValues) }
}

/** Only another workspace than the one that is named is refused. Without a key there is nothing to try. */
const tryTool = async (
  deps: Dependencies,
  customerId: string,
  tool: SendingToolId,
  values: Record<string, string>,
): Promise<Tried> =>
  values.apiKey
    ? keepsIfTheyWork(deps, customerId, tool, values, { evenUntried: true, evenRefused: true })
    : { state: 'unchecked', values }

async function noteWish(
  deps: Dependencies,
  tx: Db,
  customerId: string,
  { domains: wanted, details, shown, tried }: Wish,
): Promise<ReinstatedGroup[]> {
  await lockConnections(tx, customerId)
  const groups = await findCancelled(deps, tx, customerId, wanted)
  await refuseOtherCounts(tx, groups, { people: details.people, shown })
  await refuseHeldElsewhere(
    tx,
    customerId,
    groups.map(({ bundle }) => bundle.id),
  )
  const row = await keepConnection(tx, deps, customerId, details.tool.tool, tried)
  const reinstateWish = {
    forwardingUrl: details.forwardingUrl,
    companyName: details.companyName,
    people: details.people,
    connectionId: row.id,
    profilePictureLink: details.profilePictureLink,
  }
  for (const { bundle, held } of groups) {
    await tx.update(bundles).set({ reinstateWish }).where(eq(bundles.id, bundle.id))
    await tx
      .update(domains)
      // One that was given free already is held again by the payment page, not by asking.
      .set({ statusNote: 'Comes back once it is paid.' })
      .where(
        inArray(
          domains.id,
          held.map(({ id }) => id),
        ),
      )
    await audit(tx, {
      customerId,
      actor: 'customer',
      action: 'order.reinstatement_asked',
      subject: bundle.id,
    })
  }
  await refuseBroken(tx, [
    fewUnpaid(customerId),
    noForwardingLoops(customerId, {
      urls: [details.forwardingUrl],
      added: groups.flatMap(({ held }) => held.map(({ name }) => name)),
    }),
  ])
  await notifyCustomer(tx, customerId)
  return groups
}

/** Nobody pays for other numbers of mailboxes than they were shown. */
async function refuseOtherCounts(
  tx: Db,
  groups: readonly ReinstatedGroup[],
  { people, shown }: Pick<Wish['details'], 'people'> & Pick<Wish, 'shown'>,
): Promise<void> {
  const before = await sharesByBundle(
    tx,
    groups.map(({ bundle }) => bundle.id),
  )
  const standing = groups.flatMap(({ bundle, held }) =>
    held.map(({ platform }) => ({ platform, before: before.get(bundle.id) ?? [] })),
  )
  if (!isAsShown(shown, reinstatedShares(people, standing)))
    throw ruleBroken(reinstateRequestMessages.otherCounts)
}

export const itemsOf = (groups: readonly ReinstatedGroup[], prices: Prices) =>
  reinstateItems(
    groups.map(({ bundle, due }) => ({ groupId: bundle.id, plan: bundle.plan, domains: due })),
    prices,
  )

async function findCancelled(
  deps: Pick<Dependencies, 'prices'>,
  tx: Db,
  customerId: string,
  wanted: readonly { domain: string; platform: Platform }[],
): Promise<ReinstatedGroup[]> {
  const names = wanted.map(({ domain }) => domain)
  const rows = await tx
    .select({ bundle: bundles })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .where(
      and(
        eq(domains.customerId, customerId),
        inArray(domains.name, names),
        inArray(bundles.status, ['live', 'cancelled']),
      ),
    )
  const ids = [...new Set(rows.map(({ bundle }) => bundle.id))]
  const groups = await loadGroups(deps, tx, customerId, ids)
  const covered = groups.flatMap(({ held }) => held)
  const stranger = wanted.find(
    ({ domain, platform }) => !covered.some((each) => each.name === domain && each.platform === platform),
  )?.domain
  if (stranger) {
    const isTaken = await tx.$count(
      domains,
      and(eq(domains.name, stranger), eq(domains.customerId, customerId), isNotNull(domains.takenAt)),
    )
    throw isTaken
      ? conflict(
          `${stranger} belongs to someone else, who has shown it by a DNS record. Please reinstate the other domains of the order without it.`,
        )
      : notFound(`${stranger} is not among your cancelled domains.`)
  }
  const left = covered.find(({ name }) => !names.includes(name))?.name
  if (left) throw ruleBroken(`An order comes back as a whole: ${left} is missing.`)
  return groups
}

/** Cancelled bundles of the customer with what they held last. */
export async function loadGroups(
  { prices }: Pick<Dependencies, 'prices'>,
  tx: Db,
  customerId: string,
  bundleIds: readonly string[],
): Promise<ReinstatedGroup[]> {
  if (bundleIds.length === 0) return []
  const found = await tx
    .select()
    .from(bundles)
    .where(and(inArray(bundles.id, [...bundleIds]), eq(bundles.customerId, customerId)))
    .orderBy(bundles.id)
    .for('update')
  const held = await tx
    .select({ domain: domains, name: domainNames })
    .from(domains)
    .innerJoin(domainNames, eq(domainNames.name, domains.name))
    .where(
      and(
        inArray(
          domains.bundleId,
          found.map(({ id }) => id),
        ),
        comesBack,
      ),
    )
    .orderBy(domains.slot)
  const due = await namesDue(tx, held, { isLive: false })
  const planNames = planNamesOf(prices.now)
  const groups = found.map((bundle) => {
    const unavailable = reinstatementProblem([bundle], planNames)
    if (unavailable) throw ruleBroken(unavailable)
    if (bundle.status !== 'cancelled') throw conflict(orderActionMessages.notCancelled)
    if (bundle.operatorHeldSince) throw conflict(`${holdWords.operator.why} ${holdWords.operator.next}`)
    const own = held.flatMap(({ domain }) => (domain.bundleId === bundle.id ? domain : []))
    return {
      bundle,
      held: own,
      due: own.filter(({ id }) => due.has(id)).map(({ name }) => name),
    }
  })
  await refuseDisputed(tx, groups)
  return groups
}
