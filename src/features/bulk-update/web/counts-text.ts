import { keysOf } from '#base/records/keys-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { type BulkJobProgress, isUnfinished, outcomeCounts } from '../rules/bulk-job.ts'
import { outcomeWords } from '../rules/bulk-results.ts'

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
