import type { DnsRecord } from '../../providers/ports/names.ts'
import { isVendorError } from '../../providers/vendor-error.ts'
import { recordsWere } from '../healing-sentences.ts'
import type { Step, StepContext } from '../step-context.ts'
import {
  neededRecords,
  type RecordChanges,
  recordChanges,
  recordsDigest,
  standingOf,
  wantedRecords,
} from '../wanted-records.ts'
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

/** The zone holds the wanted records; those in places we want nothing in stay, but for what was kept and is not any more. */
export const records: Step = async (context) => {
  const { name, desired, holding, facts, vendors, call, at, noteHealing } = context
  const reports = reportsAfter(context)
  const needed = neededRecords(desired, { ...facts, reports })
  const wanted = wantedRecords(desired, { ...facts, reports })
  const present = await vendors.zones.records(name, call)
  const wereSeen = facts.dns?.digest === recordsDigest(needed)
  // What is kept may stand in a place that mail uses as well: both verify the domain.
  const standing = new Set(standingOf([...holding.keptRecords, ...holding.droppedRecords], present))
  const others = present.filter((record) => !standing.has(record))
  const wrong = countOf(recordChanges(needed, others))
  if (wereSeen && wrong > 0) await noteHealing('records', recordsWere(wrong))

  const changes = recordChanges(wanted, present)
  const kept = new Set<DnsRecord>(holding.keptRecords)
  const isKept = ({ record }: { record: DnsRecord }) => kept.has(record)
  const stays = new Set(standingOf(wanted, present))
  const dropped = standingOf(
    holding.droppedRecords,
    present.filter((record) => !stays.has(record)),
  )
  const removed = [...changes.remove, ...changes.update.filter(isKept), ...dropped].map((each) =>
    typeof each === 'string' ? each : each.id,
  )
  for (const id of new Set(removed)) await vendors.zones.deleteRecord(name, id, call)
  for (const { id, record } of changes.update.filter((each) => !isKept(each)))
    await vendors.zones.updateRecord(name, id, record, call)
  const create = changes.create.filter((record) => !kept.has(record))
  if (create.length > 0) await vendors.zones.ensureRecords(name, create, call)
  const toKeep = [...changes.update.map(({ record }) => record), ...changes.create].filter((each) =>
    kept.has(each),
  )
  const refused = await writeKept(context, toKeep)

  const isUntold = wereSeen || differByReports({ desired, facts: { ...facts, reports } })
  return {
    facts: { reports, records: { at: at(), digest: recordsDigest(wanted) } },
    ...(refused.length > 0
      ? { sentence: `The DNS host refused records you keep: ${refused.join('; ')}` }
      : wereSeen && toKeep.length + dropped.length > 0
        ? { sentence: 'The DNS records you keep are up to date' }
        : { isUntold }),
  }
}

const countOf = ({ remove, update, create }: RecordChanges) => remove.length + update.length + create.length

/** Mail needs none of these: those that the DNS host refuses are told, and hold nothing up. */
async function writeKept(context: StepContext, create: readonly DnsRecord[]): Promise<string[]> {
  if (create.length === 0) return []
  const { name, vendors, call } = context
  try {
    await vendors.zones.ensureRecords(name, create, call)
    return []
  } catch (error) {
    if (!isVendorError(error, 'rejected')) throw error
    const [only, ...others] = create
    if (only && others.length === 0)
      return [`${only.name || '@'} ${only.type} (${error.reason ?? 'no reason given'})`]
    const refused: string[] = []
    for (const record of create) refused.push(...(await writeKept(context, [record])))
    return refused
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
