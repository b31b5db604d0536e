import { recordsWere } from '../healing-sentences.ts'
import type { Step } from '../step-context.ts'
import { recordChanges, recordsDigest, wantedRecords } from '../wanted-records.ts'
import { differByReports, reportsAfter } from './reports-to.ts'

/** Our DNS host serves the zone. */
export const zone: Step = async ({ name, facts, vendors, call, at }) => {
  const { isChanged } = await vendors.zones.ensureZone(name, call)
  return {
    facts: { zone: { at: at() }, unredirected: undefined },
    // One that was only looked for again was created long ago.
    ...(facts.zone && (isChanged ? { sentence: 'DNS zone restored' } : { isUntold: true })),
  }
}

/** The zone holds the wanted records; those in places we want nothing in stay. */
export const records: Step = async (context) => {
  const { name, desired, facts, vendors, call, at, noteHealing } = context
  const reports = reportsAfter(context)
  const wanted = wantedRecords(desired, { ...facts, reports })
  const changes = recordChanges(wanted, await vendors.zones.records(name, call))
  const wereSeen = facts.dns?.digest === recordsDigest(wanted)
  const wrong = changes.remove.length + changes.update.length + changes.create.length
  if (wereSeen && wrong > 0) await noteHealing('records', recordsWere(wrong))
  for (const id of changes.remove) await vendors.zones.deleteRecord(name, id, call)
  for (const { id, record } of changes.update) await vendors.zones.updateRecord(name, id, record, call)
  if (changes.create.length > 0) await vendors.zones.ensureRecords(name, changes.create, call)
  const isUntold = wereSeen || differByReports({ desired, facts: { ...facts, reports } })
  return { facts: { reports, records: { at: at(), digest: recordsDigest(wanted) } }, isUntold }
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
