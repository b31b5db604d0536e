import type { Step } from '../step-context.ts'

/** Our DNS host serves the zone. */
export const zone: Step = async ({ name, facts, vendors, call, at }) => {
  const { isChanged } = await vendors.zones.ensureZone(name, call)
  return {
    facts: { zone: { at: at(), ...(facts.zone?.isOurs && { isOurs: true }) }, unredirected: undefined },
    // One that was only looked for again was created long ago.
    ...(facts.zone && (isChanged ? { sentence: 'DNS zone restored' } : { isUntold: true })),
  }
}

/** Visitors are no longer sent on; everything else stays until the name is given free. */
export const stopRedirect: Step = async ({ name, vendors, call, at }) => {
  if (await vendors.zones.hasZone(name, call)) {
    for (const record of await vendors.zones.records(name, call)) {
      if (record.type === 'URL') await vendors.zones.deleteRecord(name, record.id, call)
    }
  }
  return { facts: { unredirected: { at: at() }, records: undefined } }
}
