import { eq } from 'drizzle-orm'
import { feesOf } from '#base/db/left-of-payment.ts'
import { domainNames, domains } from '#base/db/schema/index.ts'
import { ceilingCents } from '#features/plans/rules/price-list.ts'
import { isVendorError, VendorError, waitsForOperator, waitsForVendor } from '#vendors/client/vendor-error.ts'
import type { NameRegistration } from '#vendors/ports/names.ts'
import { freshFact } from '../facts.ts'
import { oweFee } from '../owe-fee.ts'
import type { Established, Step, StepContext } from '../step-context.ts'
import { awaitRenewal, isRefusal, noteEnded, renewExpired } from './renew-expired.ts'

const stillRegistering = () =>
  new VendorError({
    vendor: 'dnsimple',
    operation: 'register',
    ...waitsForVendor,
    reason: 'the registry is still registering the name',
  })

/** Registries take minutes, some a day. One whose own state nobody knows may have failed, and look so for ever. */
const slowMs = 48 * 3_600_000
const isSlow = ({ facts: { ordered }, now }: StepContext): boolean =>
  ordered !== undefined && now().getTime() - Date.parse(ordered.at) >= slowMs

const forOperator = (reason: string) =>
  new VendorError({ vendor: 'dnsimple', operation: 'register', ...waitsForOperator, reason })

/** Of one that was registered before it may also be that it was transferred away, and uses its zone here still. */
const slowly = ({ facts, holding }: StepContext) =>
  forOperator(
    facts.registration
      ? 'it was registered before, and is only hosted at DNSimple for two days: look there whether a registration is pending or it was transferred away, and do not remove it'
      : `its registration is pending for two days: look at DNSimple what became of it; where it has failed, remove the domain there${holding.want === 'retire' ? '' : ', and it is ordered anew'}`,
  )
const gone = () =>
  forOperator(
    'it was registered before, and is in none of the accounts at DNSimple any more: look there what became of it; “Try again” on its page orders it anew',
  )

/** Throws that it is pending, and since when that is known. */
async function awaitRegistry(context: StepContext, { externalId }: NameRegistration): Promise<never> {
  const { facts, save, at } = context
  if (!facts.ordered) await save({ ordered: { at: at(), externalId } })
  throw isSlow(context) ? slowly(context) : stillRegistering()
}

const tldOf = (name: string) => name.slice(name.lastIndexOf('.') + 1)

/** The registrar holds the name for us; paid once, however often this runs. */
export const register: Step = async (context) => {
  const { name, prices, at } = context
  const ceiling = ceilingCents(prices.now, tldOf(name))
  const registration = (await wasSeen(context)) ?? (await order(context, ceiling))
  if (registration.state === 'registering') return awaitRegistry(context, registration)
  if (registration.state === 'failed') throw refusedByRegistry()
  if (registration.state === 'expired') {
    await noteEnded(context)
    await renewExpired(context, registration, ceiling)
    return { ...held(name, { ...registration, expiresAt: undefined }, at()), ...renewed }
  }
  return { ...held(name, registration, at()), ...toldOf(context, registration) }
}

const renewed = { sentence: 'Domain renewed' }
/** One that we asked to be renewed was; of what was delivered and is only seen again, nothing was made. */
function toldOf(
  { facts, holding }: StepContext,
  { isNew }: NameRegistration,
): Pick<Established, 'sentence' | 'isUntold'> {
  if (facts.renewal) return renewed
  const isOrdered = isNew || facts.ordered !== undefined
  return { isUntold: facts.registration !== undefined && holding.deliveredAt !== null && !isOrdered }
}

/**
 * What became of a registration that was pending: one that failed looks to the registrar like one that never was, or
 * like one that still is, and is not ordered again before somebody asks for that. Nor is what was registered before and
 * has left our accounts since.
 */
async function wasSeen(context: StepContext) {
  const { name, facts, freshness, vendors, call, save } = context
  const { ordered, registration } = facts
  if (!ordered && !registration) return undefined
  const found = await vendors.registrar.findRegistration(name, ordered?.externalId, call)
  if (!found && ordered) await save({ ordered: undefined })
  if (!found) await refuseUnasked(context)
  const isNoted = freshFact(facts, 'ordered', freshness) !== undefined
  return found?.state === 'failed' && !isNoted ? undefined : found
}

/**
 * Registering anew what is gone is a payment, and may be one for a name that somebody has only moved: it takes a person, of
 * the operator's or one who has paid for it since it was last seen, as whoever reinstates a name that has lapsed.
 */
async function refuseUnasked({ db, facts, holding, save, at }: StepContext): Promise<void> {
  const seenAt = facts.registration && Date.parse(facts.registration.at)
  if (seenAt === undefined || facts.gone?.againAt) return
  // Whoever orders the name after that pays for its registration with the order.
  const [ordered] = await db
    .select({ createdAt: domains.createdAt })
    .from(domains)
    .where(eq(domains.id, holding.domainId))
  if (ordered && ordered.createdAt.getTime() > seenAt) return
  const fees = await feesOf(db, [holding.domainId])
  if (fees.some(({ paidAt }) => paidAt.getTime() > seenAt)) return
  if (!facts.gone) await save({ gone: { at: at() } })
  throw gone()
}

/** That the one before failed is kept until another is ordered, and where that is refused: nothing else tells it. */
async function order({ name, facts: { ordered }, vendors, call, save }: StepContext, ceilingCents: number) {
  const options = { ceilingCents, autoRenew: true }
  if (!ordered) return vendors.registrar.ensureRegistered(name, options, call)
  const afterFailed = { noted: () => save({ ordered: undefined }) }
  return vendors.registrar.ensureRegistered(name, { ...options, afterFailed }, call).catch(async (error) => {
    if (isVendorError(error) && isRefusal(error)) await save({ ordered })
    throw error
  })
}

const refusedByRegistry = () =>
  new VendorError({
    vendor: 'dnsimple',
    operation: 'register',
    kind: 'rejected',
    reason: 'the registry refused the registration',
  })

const held = (name: string, registration: NameRegistration, at: string): Established => ({
  facts: {
    registration: { at },
    autoRenew: { at, on: registration.autoRenew },
    ordered: undefined,
    gone: undefined,
    renewal: undefined,
    lapsed: undefined,
    lost: undefined,
  },
  async also(tx) {
    await tx
      .update(domainNames)
      .set({ registration: 'registered', expiresAt: registration.expiresAt ?? null })
      .where(eq(domainNames.name, name))
  },
})

/**
 * Retiring a name of which we do not know that it is registered: the answer may have been lost, then it is ours
 * and must not renew itself. Otherwise nothing was bought for what was paid since we last saw it registered.
 */
export const checkRegistration: Step = async (context) => {
  const { name, holding, facts, vendors, call, at } = context
  const registration = await vendors.registrar.findRegistration(name, facts.ordered?.externalId, call)
  if (registration?.state === 'registering') return awaitRegistry(context, registration)
  if (registration?.state === 'registered') return held(name, registration, at())
  await awaitRenewal(context, registration)
  const unregistered = { facts: { unregistered: { at: at() } } }
  const seenAt = facts.registration?.at
  // One that has run out without our ever having seen it was served while it lasted.
  if (registration?.state === 'expired' && !seenAt) return unregistered
  return { ...unregistered, also: (tx) => oweFee(tx, holding.domainId, { paidAfter: seenAt }) }
}

async function setRenewal({ name, vendors, call, at }: StepContext, on: boolean): Promise<Established> {
  await vendors.registrar.setAutoRenew(name, on, call)
  return { facts: { autoRenew: { at: at(), on } } }
}

export const renewalOn: Step = (context) => setRenewal(context, true)

/** Of a name that is being renewed it would be refused now, and on once that is done. */
export const renewalOff: Step = async (context) => {
  const { name, facts, vendors, call } = context
  if (facts.renewal)
    await awaitRenewal(context, await vendors.registrar.findRegistration(name, undefined, call))
  return setRenewal(context, false)
}
