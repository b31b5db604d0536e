import type { DnsRecord } from '../../providers/ports/names.ts'
import { isVendorError } from '../../providers/vendor-error.ts'
import { recordsWere } from '../healing-sentences.ts'
import type { Step, StepContext } from '../step-context.ts'
import { neededRecords, recordChanges, recordsDigest, standingOf, wantedRecords } from '../wanted-records.ts'
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

/**
 * The zone holds the wanted records. In places where mail or forwarding wants something, others go; what is kept stands
 * beside whatever is there, until its customer keeps it no more.
 */
export const records: Step = async (context) => {
  const { name, desired, holding, facts, vendors, call, at, noteHealing } = context
  const reports = reportsAfter(context)
  const needed = neededRecords(desired, { ...facts, reports })
  const wanted = wantedRecords(desired, { ...facts, reports })
  const kept = wanted.slice(needed.length)
  const present = await vendors.zones.records(name, call)
  const ours = new Set(standingOf(needed, present))
  const standing = new Set(standingOf(kept, present))
  const dropped = standingOf(holding.droppedRecords, present).filter(
    (each) => !ours.has(each) && !standing.has(each),
  )
  const changes = recordChanges(
    needed,
    present.filter((each) => !standing.has(each) && !dropped.includes(each)),
  )
  const wereSeen = facts.dns?.digest === recordsDigest(needed)
  const wrong = changes.remove.length + changes.update.length + changes.create.length
  if (wereSeen && wrong > 0) await noteHealing('records', recordsWere(wrong))
  for (const id of [...changes.remove, ...dropped.map((each) => each.id)])
    await vendors.zones.deleteRecord(name, id, call)
  for (const { id, record } of changes.update) await vendors.zones.updateRecord(name, id, record, call)
  if (changes.create.length > 0) await vendors.zones.ensureRecords(name, changes.create, call)
  const toKeep = kept.filter((record) => standingOf([record], present).length === 0)
  const refused = await writeKept(context, toKeep)

  const isKeptChanged = wereSeen && toKeep.length + dropped.length > 0
  const lines = refused.map(({ line }) => line)
  const told = facts.keptRefused?.lines ?? []
  return {
    facts: {
      reports,
      records: { at: at(), digest: recordsDigest(wanted) },
      keptRefused: lines.length > 0 ? { at: at(), lines } : undefined,
    },
    ...(lines.some((line) => !told.includes(line))
      ? {
          sentence: `The DNS host refused records you keep: ${refused.map(({ line, reason }) => `${line} (${reason})`).join('; ')}`,
        }
      : isKeptChanged && lines.length === 0
        ? { sentence: 'The DNS records you keep are up to date' }
        : { isUntold: wereSeen || differByReports({ desired, facts: { ...facts, reports } }) }),
  }
}

/** Mail needs none of these: those that the DNS host refuses are told, and hold nothing up. */
async function writeKept(
  context: StepContext,
  create: readonly DnsRecord[],
): Promise<{ line: string; reason: string }[]> {
  if (create.length === 0) return []
  const { name, vendors, call } = context
  try {
    await vendors.zones.ensureRecords(name, create, call)
    return []
  } catch (error) {
    if (!isVendorError(error, 'rejected')) throw error
    const [only, ...others] = create
    if (only && others.length === 0)
      return [{ line: `${only.name || '@'} ${only.type}`, reason: error.reason ?? 'no reason given' }]
    const refused: { line: string; reason: string }[] = []
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
