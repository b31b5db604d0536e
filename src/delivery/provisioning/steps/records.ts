import { countOf } from '#base/text/count-of.ts'
import { lineOfKept, type ZoneRecord } from '#features/names/rules/kept-records.ts'
import { isVendorError, VendorError, waitsForCustomer } from '#vendors/client/vendor-error.ts'
import type { DnsRecord, HostedRecord } from '#vendors/ports/names.ts'
import type { Facts } from '../facts.ts'
import { recordsWere } from '../healing-sentences.ts'
import type { Step, StepContext } from '../step-context.ts'
import {
  neededRecords,
  recordChanges,
  recordsDigest,
  recordsInTheWay,
  standingOf,
  wantedRecords,
  withoutBlocked,
} from '../wanted-records.ts'
import { differByReports, reportsAfter } from './reports-to.ts'

/**
 * The zone holds the wanted records. In places where mail or forwarding wants something, others go; what is kept stands
 * beside whatever is there, until its customer keeps it no more. What cannot stand beside a wanted record goes at once
 * where the zone is ours, and elsewhere once its customer says so; all the others are written meanwhile.
 */
export const records: Step = async (context) => {
  const { name, desired, holding, facts, vendors, call, at, noteHealing, save } = context
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
  const zone: NonNullable<Facts['zone']> = { ...(facts.zone ?? { at: at() }) }
  if (present.every((each) => each.system || ours.has(each) || standing.has(each))) zone.isOurs = true
  const inTheWay = recordsInTheWay(needed, present)
  const replaced = inTheWay.filter((each) => zone.isOurs || dropped.includes(each))
  const staying = inTheWay.filter((each) => !replaced.includes(each))
  const going = new Set([...dropped, ...replaced])

  const changes = recordChanges(
    withoutBlocked(needed, staying),
    present.filter((each) => !standing.has(each) && !going.has(each)),
  )
  const wereSeen = facts.dns?.digest === recordsDigest(needed)
  const wrong = changes.remove.length + changes.update.length + changes.create.length
  if (wereSeen && wrong > 0) await noteHealing('records', recordsWere(wrong))
  for (const id of [...changes.remove, ...[...going].map((each) => each.id)])
    await vendors.zones.deleteRecord(name, id, call)
  for (const { id, record } of changes.update) await vendors.zones.updateRecord(name, id, record, call)
  const [refused] = await write(context, changes.create)
  const toKeep = kept.filter((record) => standingOf([record], present).length === 0)
  const refusedKept = await write(context, toKeep)
  if (refused) throw refused.error
  if (staying.length > 0) {
    const told = staying.map(asInZone)
    await save({ inTheWay: { at: at(), records: told } })
    throw waitForReplacing(name, told)
  }

  const isKeptChanged = wereSeen && toKeep.length + going.size > 0
  const lines = refusedKept.map(({ record }) => `${record.name || '@'} ${record.type}`)
  const told = facts.keptRefused?.lines ?? []
  return {
    facts: {
      reports,
      zone,
      records: { at: at(), digest: recordsDigest(wanted) },
      inTheWay: undefined,
      keptRefused: lines.length > 0 ? { at: at(), lines } : undefined,
    },
    ...(lines.some((line) => !told.includes(line))
      ? { sentence: `The DNS host refused records you keep: ${refusedText(refusedKept)}` }
      : replaced.length > 0
        ? { sentence: `DNS records written in place of ${linesOf(replaced.map(asInZone))}` }
        : isKeptChanged && lines.length === 0
          ? { sentence: 'The DNS records you keep are up to date' }
          : { isUntold: wereSeen || differByReports({ desired, facts: { ...facts, reports } }) }),
  }
}

interface RefusedRecord {
  record: DnsRecord
  error: VendorError
}

const refusedText = (refused: readonly RefusedRecord[]) =>
  refused.map(({ record, error }) => `${record.name || '@'} ${record.type} (${error.reason})`).join('; ')

/** One that the DNS host refuses keeps none of the others out. */
async function write(context: StepContext, create: readonly DnsRecord[]): Promise<RefusedRecord[]> {
  if (create.length === 0) return []
  const { name, vendors, call } = context
  try {
    await vendors.zones.ensureRecords(name, create, call)
    return []
  } catch (error) {
    if (!isVendorError(error, 'rejected')) throw error
    const [only, ...others] = create
    if (only && others.length === 0) return [{ record: only, error }]
    const refused: RefusedRecord[] = []
    for (const record of create) refused.push(...(await write(context, [record])))
    return refused
  }
}

const asInZone = ({ name, type, content, priority }: HostedRecord): ZoneRecord => ({
  name,
  type,
  content,
  ...(priority === undefined ? {} : { priority }),
})

const shownMax = 5
const linesOf = (found: readonly ZoneRecord[]): string =>
  [
    ...found.slice(0, shownMax).map(lineOfKept),
    ...(found.length > shownMax ? [`${found.length - shownMax} more`] : []),
  ].join('; ')

const waitForReplacing = (name: string, found: readonly ZoneRecord[]) =>
  new VendorError({
    vendor: 'dns',
    operation: 'records',
    ...waitsForCustomer,
    reason: `${countOf(found.length, 'DNS record')} of ${name} ${found.length === 1 ? 'is' : 'are'} in the way of what your inboxes and forwarding need: ${linesOf(found)}. Replace ${found.length === 1 ? 'it' : 'them'} in Order Details to continue`,
  })
