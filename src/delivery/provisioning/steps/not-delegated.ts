import { isHeldBack } from '#features/health/rules/signals/records.ts'
import { registrableOf } from '#features/names/rules/public-suffix.ts'
import {
  isVendorError,
  type Meaning,
  waitsForOperator,
  waitsForVendor,
} from '#vendors/client/vendor-error.ts'
import type { StepContext } from '../step-context.ts'
import { noteEnded } from './renew-expired.ts'

/** What was done or seen this recently is still on its way to where it can be seen. */
const onItsWayMs = 3_600_000

type Why = [meaning: Meaning, reason: string]

/**
 * Where a registrar leads a name whose owner has not confirmed their e-mail address within 15 days, by whichever partner
 * registers it. It is the operator's contact, so it may be every name:
 * https://support.dnsimple.com/articles/icann-domain-validation/ and MISP's warning list "parking-domain-ns"
 */
const unverifiedHosts = [
  'emailverification.info',
  'failed-whois-verification.namecheap.com',
  'verify-contact-details.namecheap.com',
]
const isBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)
const isOfUnverifiedContact = (host: string): boolean =>
  unverifiedHosts.some((domain) => isBelow(host, domain))

/** eNom, a partner of DNSimple's, takes over the name servers of what it stops; which it then names is not documented. */
const isOfPartner = (host: string): boolean => isBelow(host, 'name-services.com')
const takenOver = (hosts: readonly string[]): Why => [
  waitsForOperator,
  `the registrar leads it to its own name servers (${hosts.join(', ')}), as where the owner’s e-mail address is not confirmed: confirm that of the contact at DNSimple, and otherwise ask DNSimple why`,
]
const unverified: Why = [
  waitsForOperator,
  'the registry holds it back until the owner’s e-mail address is confirmed: confirm that of the contact at DNSimple',
]

/**
 * Why it is held back, by who does it: the registrar for an unpaid bill, a dispute or an unconfirmed contact, or the
 * registry, for whose reasons the contact does not matter: https://www.icann.org/epp
 */
const heldBack = (said: readonly string[]): string =>
  said.includes('server hold')
    ? 'the registry holds it back (“server hold”), as it does in a dispute or after reports of abuse: ask DNSimple for the registry’s reason; nothing that is set at DNSimple ends it'
    : 'the registrar holds it back (“client hold”): confirm the e-mail address of the contact at DNSimple and see whether a bill is unpaid there; otherwise ask DNSimple why'

/** Why a bought name does not point at us; puts right what can be. */
export async function whyNotDelegated(
  context: StepContext,
  seen: readonly string[],
  isAccepted: (hosts: readonly string[]) => boolean,
): Promise<Why> {
  const { name, vendors, call } = context
  if (seen.some(isOfUnverifiedContact)) return unverified
  const ended = await hasEnded(context)
  if (ended) return ended
  const set = await vendors.registrar.delegation(name, call)
  if (!isAccepted(set)) await vendors.registrar.setDelegation(name, context.config.nameServers, call)
  else {
    const held = await heldByRegistry(context)
    if (held) return held
    if (seen.some(isOfPartner) && !isRecent(context, context.facts.registration)) return takenOver(seen)
  }
  return [waitsForVendor, 'the registry has not published the new name servers yet']
}

/**
 * A name whose year has ended does not resolve, and cannot be changed. What is served is renewed: it should have been by
 * itself, so it is found here where that failed.
 */
async function hasEnded(context: StepContext): Promise<Why | undefined> {
  const { name, holding, facts, vendors, call } = context
  if (isRecent(context, facts.registration)) return undefined
  const registration = await vendors.registrar.findRegistration(name, undefined, call)
  if (registration && registration.state !== 'expired') return undefined
  if (!holding.isServed) return [waitsForVendor, 'its registration has run out']
  await noteEnded(context)
  return [waitsForVendor, 'its registration has run out and is renewed first']
}

/** The registry's own word, where everything is right at the registrar and has been for a while. */
async function heldByRegistry(context: StepContext): Promise<Why | undefined> {
  const { name, facts, vendors, call } = context
  if (isRecent(context, facts.registration) || registrableOf(name) !== name) return undefined
  try {
    const said =
      (await vendors.registry.status(name, { ...call, purpose: 'looks', patienceMs: 0 }))?.filter(
        isHeldBack,
      ) ?? []
    return said.length === 0 ? undefined : [waitsForOperator, heldBack(said)]
  } catch (error) {
    // It is only asked for a reason: without one the name waits all the same.
    if (!isVendorError(error)) throw error
    return undefined
  }
}

/**
 * Name servers that do not answer for a name may not have its zone any more, or not serve it: it is looked for again,
 * and switched on where somebody switched it off.
 */
export async function doubtZone(context: StepContext): Promise<void> {
  const { holding, facts, save } = context
  const { zone } = facts
  if (holding.isServed && zone && !zone.doubted && !isRecent(context, zone))
    await save({ zone: { ...zone, doubted: true } })
}

const isRecent = ({ now }: StepContext, fact: { at: string } | undefined): boolean =>
  fact !== undefined && now().getTime() - Date.parse(fact.at) < onItsWayMs
