import { releaseRetired } from '../../domains/release-names.ts'
import { VendorError } from '../../providers/vendor-error.ts'
import { type Facts, hasExpired, isRegistered } from '../facts.ts'
import type { Step } from '../step-context.ts'

/**
 * The last step of retiring: the zone goes when nobody is sent to it any more (a bought name keeps it until it
 * lapses), and the name may be ordered again by anybody.
 */
export const release: Step = async ({ name, holding, facts, vendors, config, call }) => {
  if (holding.source === 'own') {
    const seen = await vendors.dns.nameServers(name, call)
    if (seen.state === 'unknown') {
      throw new VendorError({
        vendor: 'dns',
        operation: 'release',
        kind: 'transient',
        reason: `the name servers could not be asked (${seen.reason})`,
      })
    }
    const stillHere =
      seen.state === 'found' &&
      seen.values.some((host) => config.acceptedNameServers.includes(host.toLowerCase().replace(/\.$/, '')))
    if (!stillHere) await vendors.zones.dropZone(name, call)
  }
  return {
    facts: {},
    ...(holding.source === 'bought' && !isRegistered(facts) && { sentence: goneText(facts) }),
    isOfThisWish: true,
    async also(tx) {
      await releaseRetired(tx, { id: holding.domainId, name })
    },
  }
}

/** Of a name that is not registered for us: whoever has it now, it may not be free. */
const goneText = (facts: Facts): string =>
  hasExpired(facts)
    ? 'The registration has ended, and nothing is left here'
    : 'We stopped trying to register it'
