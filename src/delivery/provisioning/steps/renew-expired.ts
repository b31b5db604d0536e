import { ourTeamIsOnIt } from '#features/domains/rules/domain-change.ts'
import { tldOf } from '#features/names/rules/domain-name.ts'
import { purchasableTlds } from '#features/plans/rules/catalog.ts'
import {
  isVendorError,
  type Meaning,
  unexplained,
  VendorError,
  waitsForOperator,
  waitsForVendor,
} from '#vendors/client/vendor-error.ts'
import { reworded } from '#vendors/client/vendor-words.ts'
import type { NameRegistration, NameRenewal } from '#vendors/ports/names.ts'
import type { Facts } from '../facts.ts'
import type { StepContext } from '../step-context.ts'

/**
 * For so long a renewal whose answer was lost may still be seen: a renewed name is there at once, and the longest that
 * DNSimple gives, of a restored one, is a day: https://support.dnsimple.com/articles/restoring-domain/
 */
const lostMs = 24 * 3_600_000
/** So long a registry may take for one before somebody should look: twice the longest that is known. */
const slowMs = 2 * lostMs

/** For so long at most a name renews at its price: https://support.dnsimple.com/articles/what-happens-when-domain-expires/ */
const graceDays = 29
const dayMs = 24 * 3_600_000

/** A note that is older is of an earlier end, since a name is renewed by the year; its end itself may be corrected. */
const ofThisEndMs = 300 * dayMs

type Asked = NonNullable<Facts['renewal']>

/**
 * Renews a name that has expired, for the price of a year. Each request may be a payment, and the registrar lists none of
 * them: it is noted before it is made and followed by its id until it is done. Returns once the name is renewed.
 */
export async function renewExpired(
  context: StepContext,
  registration: NameRegistration,
  ceilingCents: number,
): Promise<void> {
  const { name, vendors, call, save, at } = context
  const of = registration.expiresAt?.toISOString() ?? null
  const asked = askedFor(context)
  if (asked) await follow(context, asked, registration)
  const lapsed = await noteLapsed(context)
  if (!asked) awaitElsewhere(context, registration, lapsed)

  let isNoted = false
  const noted = async () => {
    await save({ renewal: { at: at(), of, externalId: null }, lapsed: { at: lapsed.at } })
    isNoted = true
  }
  const renewal = await vendors.registrar.renew(name, { ceilingCents, noted }, call).catch(async (error) => {
    if (!isVendorError(error)) throw error
    // One that was lost may be why it is refused now.
    const isOnItsOwn = !asked || asked.failed === true
    const told = isOnItsOwn && isPastGrace(context, registration) ? onlyRestorable(error) : error
    await noteRefusal(context, told)
    if (isNoted && isRefusal(told))
      await save({ renewal: leftBy(told, asked, { at: at(), of, externalId: null }) })
    throw told
  })
  if (renewal.externalId === undefined) return
  const failed = renewal.state === 'failed' && ({ failed: true } as const)
  await save({ renewal: { at: at(), of, externalId: renewal.externalId, ...failed } })
  if (failed) throw refused()
  if (renewal.state === 'renewed' && (await isSeenRenewed(context))) return
  throw stillRenewing()
}

/** Its record may lag behind the renewal: read as expired, it would be renewed once more. */
const isSeenRenewed = async ({ name, vendors, call }: StepContext): Promise<boolean> =>
  (await vendors.registrar.findRegistration(name, undefined, call))?.state === 'registered'

/** Since when it is seen that the name has ended. */
async function noteLapsed({ facts, save, at }: StepContext): Promise<NonNullable<Facts['lapsed']>> {
  if (facts.lapsed) return facts.lapsed
  const lapsed = { at: at() }
  await save({ lapsed })
  return lapsed
}

/** For what of the account it waits: whatever stops it otherwise since then is no bill and no token. */
async function noteRefusal({ facts: { lapsed }, save }: StepContext, { kind, reason }: VendorError) {
  const refusal = kind === 'unauthorised' ? reason : undefined
  if (lapsed && lapsed.refusal !== refusal) await save({ lapsed: { at: lapsed.at, refusal } })
}

/** Their grace periods are their registries': some have none, and delete or sell what has ended at once. */
const isOfCountry = (name: string): boolean => tldOf(name).length === 2

/**
 * Some countries' registries renew a name themselves, after its end as well, and nobody can by hand. None is sold; one
 * that was taken over may be of these. https://support.dnsimple.com/articles/domain-auto-renewal/
 */
const isRenewedByRegistry = (name: string, { autoRenew }: NameRegistration): boolean =>
  autoRenew && isOfCountry(name) && !purchasableTlds.some((sold) => sold === tldOf(name))

/**
 * The operator may have begun to renew it, who was told to, which no call lists: so that has a day to be seen. No longer,
 * and nothing else is waited for: "partners may dispose of it at any time".
 * https://support.dnsimple.com/articles/what-happens-when-domain-expires/
 */
function awaitElsewhere(context: StepContext, registration: NameRegistration, lapsed: { at: string }): void {
  const { name, facts, now } = context
  if (isRenewedByRegistry(name, registration)) throw waiting(waitsForOperator, renewedByRegistry)
  const { told } = facts.expiryAsked ?? {}
  if (!told || isOfCountry(name) || isPastGrace(context, registration, 2)) return
  // What was noted before its time was kept counts from the end.
  const until = Math.max(Date.parse(lapsed.at), Date.parse(told) || 0) + dayMs
  if (now().getTime() < until) throw waiting(waitsForVendor, underWayElsewhere)
}

/** The registrar does not hold the name for us any more, as it did. */
export async function noteEnded({ facts: { registration }, save }: StepContext): Promise<void> {
  if (registration && !registration.ended) await save({ registration: { ...registration, ended: true } })
}

/**
 * Throws while a renewal of an expired name is under way, or may be: until it is over nothing can be switched, and what is
 * renewed in the end renews itself from then on. One that was lost is given up after its day.
 */
export async function awaitRenewal(
  context: StepContext,
  registration: NameRegistration | undefined,
): Promise<void> {
  if (registration?.state !== 'expired') return
  const noted = askedFor(context)
  if (!noted || noted.failed) return
  const { asked, found } = await findAsked(context, noted)
  if (found && found.state !== 'failed') return stand(context, asked)
  if (!found && context.now().getTime() < lostUntil(asked)) throw waiting(waitsForVendor, lost)
}

/** What was asked for at this end of the name, not at an earlier one. */
function askedFor({ facts: { renewal }, now }: StepContext): Asked | undefined {
  return renewal && now().getTime() - Date.parse(renewal.at) < ofThisEndMs ? renewal : undefined
}

const isUnseen = ({ externalId, unknownSince }: Asked): boolean =>
  externalId === null || unknownSince !== undefined
const lostUntil = ({ at, unknownSince }: Asked): number => Date.parse(unknownSince ?? at) + lostMs

/** One whose id the registrar does not know counts as lost from then on: it may have been paid all the same. */
async function findAsked(
  { name, vendors, call, save, at }: StepContext,
  asked: Asked,
): Promise<{ asked: Asked; found?: NameRenewal | undefined }> {
  if (asked.externalId === null) return { asked }
  const found = await vendors.registrar.findRenewal(name, asked.externalId, call)
  if ((found === undefined) === isUnseen(asked)) return { asked, found }
  const seen = { ...asked, unknownSince: found ? undefined : at() }
  await save({ renewal: seen })
  return { asked: seen, found }
}

/**
 * What can be said of a renewal without asking anybody. `lost`: its answer was, its day is over, and the operator has not
 * asked to try it again since; `slow`: it is under way for longer than any should be.
 */
export function standingOf(asked: Asked, now: Date): 'failed' | 'lost' | 'slow' | 'under_way' {
  if (asked.failed) return 'failed'
  const age = now.getTime() - Date.parse(asked.at)
  if (!isUnseen(asked)) return age >= slowMs ? 'slow' : 'under_way'
  return now.getTime() >= lostUntil(asked) && !isWantedAgain(asked, lostUntil(asked)) ? 'lost' : 'under_way'
}

/** Throws that it is under way, and has somebody look where that takes too long. */
async function stand(context: StepContext, asked: Asked): Promise<never> {
  if (standingOf(asked, context.now()) !== 'slow') throw stillRenewing()
  await tell(context, asked, slow)
  throw waiting(waitsForTold, slow)
}

/** Once for each end of a name, whatever else it waits for: what is renewed twice is paid twice. */
const tell = ({ name, lease, alert }: StepContext, { of }: Asked, what: string): Promise<void> =>
  lease.write((tx) =>
    alert(tx, {
      key: `renewal:${name}:${of}:${what === slow ? 'slow' : 'lost'}`,
      subject: `The renewal of ${name} waits for you`,
      text: `${name} has ended: ${what}.\n\nSee: npm run operator -- order show --domain ${name}`,
    }),
  )

/** Whether the operator has asked to try it again since that moment. */
const isWantedAgain = ({ againAt }: Asked, since: number): boolean =>
  againAt !== undefined && Date.parse(againAt) >= since

/** Throws as long as it must not be asked for again: while it is under way or may be, and until the operator wants it anew. */
async function follow(context: StepContext, noted: Asked, registration: NameRegistration): Promise<void> {
  const { save, at, now } = context
  if (noted.failed) {
    // The operator was told to try it again or to renew it there: nobody else's press may be a second payment.
    if (isWantedAgain(noted, Date.parse(noted.at))) return
    throw refused(noted.reason, isPastGrace(context, registration))
  }
  const { asked, found } = await findAsked(context, noted)
  if (found?.state === 'failed') {
    await save({ renewal: { ...asked, at: at(), failed: true } })
    throw refused()
  }
  if (found) return stand(context, asked)
  if (standingOf(asked, now()) === 'lost') {
    await tell(context, asked, lostForGood)
    throw waiting(waitsForTold, lostForGood)
  }
  if (now().getTime() < lostUntil(asked)) throw waiting(waitsForVendor, lost)
}

/** Nothing was asked for: DNSimple itself said no, and not something in between, behind which it may have been taken. */
export const isRefusal = ({ status, kind, code }: VendorError): boolean =>
  status !== undefined &&
  status >= 400 &&
  status < 500 &&
  code !== unexplained &&
  (kind !== 'transient' || status === 429)

/**
 * What is left noted after a refusal. A bill, a token or a limit goes on by itself: nothing, or an earlier one that was
 * lost. What refuses the name itself has the operator look before another try; the earlier one may be why.
 */
function leftBy({ kind, reason }: VendorError, asked: Asked | undefined, now: Asked): Asked | undefined {
  const lost = asked?.failed ? undefined : asked
  if (kind === 'unauthorised' || kind === 'transient') return lost
  return lost ? { ...lost, againAt: undefined } : { ...now, failed: true, reason }
}

/** @param inDays or will be by then */
const isPastGrace = ({ now }: StepContext, { expiresAt }: NameRegistration, inDays = 0): boolean =>
  expiresAt !== undefined && now().getTime() >= expiresAt.getTime() + (graceDays - inDays) * dayMs

const restorable = `It ended more than ${graceDays} days ago: by now it may have to be restored, for a fee`
const onlyRestorable = (refusal: VendorError) =>
  refusal.kind === 'rejected' && refusal.status === 400
    ? reworded(refusal, { kind: 'rejected' }, `${refusal.reason}. ${restorable}`)
    : refusal

const waiting = (meaning: Meaning, reason: string) =>
  new VendorError({ vendor: 'dnsimple', operation: 'renew', ...meaning, reason })

const stillRenewing = () => waiting(waitsForVendor, 'the registry is still renewing the name')
const lost = 'the answer to its renewal was lost, and the name is not renewed yet'
export const lostForGood =
  'the answer to its renewal was lost a day ago, and the name is not renewed: look at DNSimple whether a renewal is pending or charged there; where none is, press “Try again” on its page while that says so, which asks for it once more and may pay'
export const slow =
  'its renewal is under way at the registry for two days: look at DNSimple what became of it, and do not renew it there beside it'
/** Told by a mail of its own, so it is nobody's shortage. */
const waitsForTold = { ...waitsForOperator, told: ourTeamIsOnIt }

const underWayElsewhere =
  'the name has ended, and a renewal that was begun elsewhere may be under way: it is renewed here after a day, unless that is seen before'
const renewedByRegistry =
  'the name has ended, and its registry may be one that renews names itself, which takes days: look at DNSimple whether that is under way, and renew it there where it is not; it is not renewed here while it is set to renew itself'

/** @param isPastGrace it was refused before the end of its grace period, perhaps, and waits since. */
const refused = (
  reason = 'the registry refused to renew the name, which has expired; nothing was charged for it',
  isPastGrace = false,
) =>
  new VendorError({
    vendor: 'dnsimple',
    operation: 'renew',
    kind: 'rejected',
    reason: isPastGrace && !reason.endsWith(restorable) ? `${reason}. ${restorable}` : reason,
  })
