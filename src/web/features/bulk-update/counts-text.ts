import { type BulkJobProgress, isUnfinished, outcomeCounts } from '#shared/bulk-update/bulk-job.ts'
import { outcomeWords } from '#shared/bulk-update/bulk-results.ts'
import { keysOf } from '#shared/records/keys-of.ts'
import { numberText } from '#shared/text/number-text.ts'

/** "38 updated · 2 unchanged · 1 failed · 1 skipped", and of an undo what it had to leave: "1 not restored". */
export function countsText(job: BulkJobProgress): string {
  const counts = outcomeCounts(job)
  const told = keysOf(counts).filter((outcome) => outcome !== 'unknown' || counts.unknown > 0)
  const texts = told.map((outcome) =>
    isUnfinished(job) && outcome === 'skipped'
      ? `${numberText(counts[outcome])} to do`
      : `${numberText(counts[outcome])} ${outcomeWords[outcome].toLowerCase()}`,
  )
  if (job.notRestored) texts.push(`${numberText(job.notRestored)} not restored`)
  return texts.join(' · ')
}
