import type { Config } from '#base/config/config.ts'
import type { HealthNotes } from '#base/db/schema/index.ts'
import { registrableOf } from '#features/names/rules/public-suffix.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { Vendors } from '#vendors/client/vendors.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { judgeRecords, stopsName } from '../../rules/signals/records.ts'
import { readRecords } from './read-records.ts'
import { type SignalSource, signalOf } from './signal-source.ts'

const minute = 60_000
/** What is broken counts once it has been seen so for this long: a server that flaps is right again by then. */
const confirmedAfter = 10 * minute
const registryEvery = 24 * 60 * minute

type Registry = NonNullable<HealthNotes['registry']>

/**
 * DNS and the registration: by one query each to the resolver; only an answer that is bad is asked of the zone's own name
 * servers, and counts when it is still bad some minutes later.
 */
export function recordsSource({
  vendors,
  config,
}: {
  vendors: Pick<Vendors, 'dns' | 'resolver' | 'registry'>
  config: Pick<Config, 'acceptedNameServers'>
}): SignalSource {
  return async (unit, now, call) => {
    const registry = await registryAfter(vendors, unit, now, call)
    const first = await readRecords(vendors.resolver, unit, config.acceptedNameServers, call)
    const isBad = first.nameServers === 'lost' || first.broken.length > 0
    const seen = isBad ? await readRecords(vendors.dns, unit, config.acceptedNameServers, call) : first
    const isBroken = seen.nameServers === 'lost' || seen.broken.length > 0
    const isUnknown = seen.nameServers === 'unknown'
    const since = unit.notes.brokenSince ?? null
    const brokenSince = isBroken || isUnknown ? (since ?? (isBroken ? now : null)) : null
    const notes = { ...unit.notes, registry, brokenSince }
    const isAwaited = isBroken && brokenSince !== null && now - brokenSince < confirmedAfter
    const facts = isAwaited ? ({ nameServers: 'unknown', broken: [] } as const) : seen
    const finding = judgeRecords({ ...facts, registry: registry.status })
    return {
      seen: [signalOf('dns', 'dns', now, finding)],
      notes,
      ...(isAwaited || registry.heardSince !== null ? { againIn: confirmedAfter } : {}),
    }
  }
}

/**
 * Asked once a day; words that stop a name are asked for again some minutes later, before they count. A look does not wait
 * for a place within the registry's limit, and leaves that to the next one: a registry lets half a name a second
 * through, and whatever is looked at beside it would wait as well.
 */
async function registryAfter(
  { registry }: Pick<Vendors, 'registry'>,
  { name, notes }: { name: string; notes: HealthNotes },
  now: number,
  call: CallContext,
): Promise<Registry> {
  const known: Registry = notes.registry ?? { at: null, status: [], heardSince: null }
  const isDue = known.at === null || known.heardSince !== null || now - known.at >= registryEvery
  // A part of a name has no registration of its own.
  if (!isDue || registrableOf(name) !== name) return known
  try {
    const heard = (await registry.status(name, { ...call, patienceMs: 0 })) ?? []
    if (!heard.some(stopsName)) return { at: now, status: heard, heardSince: null }
    const heardSince = known.heardSince ?? now
    const isNew = !known.status.some(stopsName) && now - heardSince < confirmedAfter
    return isNew ? { ...known, heardSince } : { at: now, status: heard, heardSince: null }
  } catch (error) {
    if (!isVendorError(error)) throw error
    return known
  }
}
