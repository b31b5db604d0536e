import type { NameRegistration } from '../../providers/ports/names.ts'
import { type Meaning, VendorError, waitsForOperator, waitsForVendor } from '../../providers/vendor-error.ts'
import { type Facts, freshFact } from '../facts.ts'
import type { StepContext } from '../step-context.ts'

/**
 * For so long a renewal whose answer was lost may still be seen: a renewed name is there at once, and the longest that
 * DNSimple gives, of a restored one, is a day: https://support.dnsimple.com/articles/restoring-domain/
 */
const lostMs = 24 * 3_600_000

type Asked = NonNullable<Facts['renewal']>

/**
 * Renews a name that has expired, for the price of a year. Each request may be a payment, and the registrar lists none of
 * them: it is noted before it is made and followed by its id until it is done. Returns once the name is renewed.
 */
export async function renewExpired(
  context: StepContext,
  { expiresAt }: NameRegistration,
  ceilingCents: number,
): Promise<void> {
  const { name, facts, vendors, call, save, at } = context
  const of = expiresAt?.toISOString() ?? null
  const asked = facts.renewal?.of === of ? facts.renewal : undefined
  if (asked) await follow(context, asked)

  const noted = () => save({ renewal: { at: at(), of, externalId: null } })
  const renewal = await vendors.registrar.renew(name, { ceilingCents, noted }, call).catch(async (error) => {
    if (isRefusal(error)) await save({ renewal: undefined })
    throw error
  })
  if (renewal.state === 'renewed') return
  const failed = renewal.state === 'failed' && ({ failed: true } as const)
  await save({ renewal: { at: at(), of, externalId: renewal.externalId ?? null, ...failed } })
  throw failed ? refused() : stillRenewing()
}

/** Throws as long as it must not be asked for again: while it is under way or may be, and until somebody wants it anew. */
async function follow(context: StepContext, asked: Asked): Promise<void> {
  const { name, facts, freshness, vendors, call, save, at, now } = context
  const isWantedAnew = !freshFact(facts, 'renewal', freshness)
  if (asked.failed) {
    if (isWantedAnew) return
    throw refused()
  }
  const found =
    asked.externalId === null ? undefined : await vendors.registrar.findRenewal(name, asked.externalId, call)
  if (found?.state === 'failed') {
    await save({ renewal: { ...asked, at: at(), failed: true } })
    throw refused()
  }
  if (found) throw stillRenewing()
  const lostUntil = Date.parse(asked.at) + lostMs
  const { recheckBefore } = freshness
  if (now().getTime() < lostUntil) throw waiting(waitsForVendor, lost)
  if (recheckBefore === null || recheckBefore.getTime() < lostUntil)
    throw waiting(waitsForOperator, lostForGood)
}

/** Nothing was asked for: DNSimple said no, or the request was never made. */
const isRefusal = (error: unknown): boolean =>
  error instanceof VendorError &&
  (error.isOverLimit || (error.status !== undefined && error.status >= 400 && error.status < 500))

const waiting = (meaning: Meaning, reason: string) =>
  new VendorError({ vendor: 'dnsimple', operation: 'renew', ...meaning, reason })

const stillRenewing = () => waiting(waitsForVendor, 'the registry is still renewing the name')
const lost = 'the answer to its renewal was lost, and the name is not renewed yet'
const lostForGood =
  'the answer to its renewal was lost a day ago, and the name is not renewed: look at DNSimple whether a renewal is under way there; where none is, try it again'

const refused = () =>
  new VendorError({
    vendor: 'dnsimple',
    operation: 'renew',
    kind: 'rejected',
    reason: 'the registry refused to renew the name, which has expired; nothing was charged for it',
  })
