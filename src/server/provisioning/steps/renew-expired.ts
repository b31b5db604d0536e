import { ourTeamIsOnIt } from '#shared/domains/domain-change.ts'
import type { NameRegistration, NameRenewal } from '../../providers/ports/names.ts'
import {
  isVendorError,
  type Meaning,
  VendorError,
  waitsForOperator,
  waitsForVendor,
} from '../../providers/vendor-error.ts'
import { reworded } from '../../providers/vendor-words.ts'
import { type Facts, freshFact } from '../facts.ts'
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
  const of = expiryOf(registration)
  const asked = askedFor(context, registration)
  if (asked) await follow(context, asked)

  let isNoted = false
  const noted = async () => {
    await save({ renewal: { at: at(), of, externalId: null } })
    isNoted = true
  }
  const renewal = await vendors.registrar.renew(name, { ceilingCents, noted }, call).catch(async (error) => {
    if (isNoted && isRefusal(error)) await save({ renewal: leftBy(error, asked) })
    throw !asked &&
      isPastGrace(context, registration) &&
      isVendorError(error, 'rejected') &&
      error.status === 400
      ? onlyRestorable(error)
      : error
  })
  if (renewal.state === 'renewed') return
  const failed = renewal.state === 'failed' && ({ failed: true } as const)
  await save({ renewal: { at: at(), of, externalId: renewal.externalId ?? null, ...failed } })
  throw failed ? refused() : stillRenewing()
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
  const asked = askedFor(context, registration)
  if (!asked || asked.failed) return
  const found = await findAsked(context, asked)
  if (found && found.state !== 'failed') return stand(context, asked)
  if (!found && context.now().getTime() < lostUntil(asked)) throw waiting(waitsForVendor, lost)
}

const expiryOf = ({ expiresAt }: NameRegistration): string | null => expiresAt?.toISOString() ?? null

/** What was asked for at this end of the name, not at an earlier one. */
const askedFor = ({ facts }: StepContext, registration: NameRegistration): Asked | undefined =>
  facts.renewal?.of === expiryOf(registration) ? facts.renewal : undefined

const lostUntil = ({ at }: Asked): number => Date.parse(at) + lostMs

const findAsked = async (
  { name, vendors, call }: StepContext,
  { externalId }: Asked,
): Promise<NameRenewal | undefined> =>
  externalId === null ? undefined : vendors.registrar.findRenewal(name, externalId, call)

/**
 * What can be said of a renewal without asking anybody. `lost`: its answer was, its day is over, and the operator has not
 * asked to try it again since; `slow`: it is under way for longer than any should be.
 */
export function standingOf(asked: Asked, now: Date): 'failed' | 'lost' | 'slow' | 'under_way' {
  if (asked.failed) return 'failed'
  const age = now.getTime() - Date.parse(asked.at)
  if (asked.externalId !== null) return age >= slowMs ? 'slow' : 'under_way'
  return age >= lostMs && !isWantedAgain(asked, lostUntil(asked)) ? 'lost' : 'under_way'
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

/** Throws as long as it must not be asked for again: while it is under way or may be, and until somebody wants it anew. */
async function follow(context: StepContext, asked: Asked): Promise<void> {
  const { facts, freshness, save, at, now } = context
  if (asked.failed) {
    // Nothing was charged for it: anybody may want it anew.
    if (!freshFact(facts, 'renewal', freshness) || isWantedAgain(asked, Date.parse(asked.at))) return
    throw refused()
  }
  const found = await findAsked(context, asked)
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

/** Nothing was asked for: DNSimple said no. */
const isRefusal = (error: unknown): error is VendorError =>
  error instanceof VendorError && error.status !== undefined && error.status >= 400 && error.status < 500

/**
 * What is left noted after a refusal: an earlier one that was lost, which may be why. Where the name itself was refused,
 * the operator has to look again before another try.
 */
function leftBy({ kind }: VendorError, asked: Asked | undefined): Asked | undefined {
  if (!asked || asked.failed) return undefined
  return kind === 'rejected' ? { ...asked, againAt: undefined } : asked
}

const isPastGrace = ({ now }: StepContext, { expiresAt }: NameRegistration): boolean =>
  expiresAt !== undefined && now().getTime() >= expiresAt.getTime() + graceDays * 24 * 3_600_000

const onlyRestorable = (refusal: VendorError) =>
  reworded(
    refusal,
    { kind: 'rejected' },
    `${refusal.reason}. It ended more than ${graceDays} days ago: by now it may have to be restored, for a fee`,
  )

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

const refused = () =>
  new VendorError({
    vendor: 'dnsimple',
    operation: 'renew',
    kind: 'rejected',
    reason: 'the registry refused to renew the name, which has expired; nothing was charged for it',
  })
