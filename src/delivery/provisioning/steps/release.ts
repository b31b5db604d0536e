import { VendorError } from '#vendors/client/vendor-error.ts'
import { releaseRetired } from '../../domains/release-names.ts'
import { type Facts, hasExpired, isRegistered } from '../facts.ts'
import type { Step, StepContext } from '../step-context.ts'
import { standingOf } from '../wanted-records.ts'

/**
 * The last step of retiring: the zone goes when nobody is sent to it any more (a bought name keeps it until it
 * lapses), and the name may be ordered again by anybody.
 */
export const release: Step = async (context) => {
  const { name, holding, facts, vendors, config, call } = context
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
  await removeKept(context)
  return {
    facts: {},
    ...(holding.source === 'bought' && !isRegistered(facts) && { sentence: goneText(facts) }),
    isOfThisWish: true,
    async also(tx) {
      await releaseRetired(tx, { id: holding.domainId, name })
    },
  }
}

/** A zone that stays serves nothing of whoever had the name: the next holder would not know of it. */
async function removeKept({ name, holding, vendors, call }: StepContext): Promise<void> {
  const kept = [...holding.keptRecords, ...holding.droppedRecords]
  if (kept.length === 0 || !(await vendors.zones.hasZone(name, call))) return
  for (const { id } of standingOf(kept, await vendors.zones.records(name, call)))
    await vendors.zones.deleteRecord(name, id, call)
}

/** Of a name that is not registered for us: whoever has it now, it may not be free. */
const goneText = (facts: Facts): string =>
  hasExpired(facts)
    ? 'The registration has ended, and nothing is left here'
    : 'We stopped trying to register it'
