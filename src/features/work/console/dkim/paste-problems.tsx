import { countOf } from '#base/text/count-of.ts'
import { Alert } from '#ui/alert.tsx'
import type { PasteProblem } from './answer-by-table.ts'

/** So many are read; a table that is wrong throughout is wrong for one reason. */
const shown = 50

interface PasteProblemsProps {
  problems: readonly PasteProblem[]
  /** How many keys were taken all the same: the others were answered by somebody else meanwhile. */
  taken: number
}

/** The wrong lines of a table, each with its number. */
export function PasteProblems({ problems, taken }: PasteProblemsProps) {
  if (problems.length === 0) return null
  const more = problems.length - shown
  return (
    <Alert
      className="mt-2 mb-3"
      title={`${countOf(problems.length, 'line')} refused${taken === 0 ? '; nothing was taken.' : '.'}`}
    >
      <ul className="mt-1 max-h-48 overflow-y-auto" tabIndex={-1}>
        {problems.slice(0, shown).map(({ line, reason }) => (
          <li key={line} className="wrap-anywhere">
            Line {line}: {reason}
          </li>
        ))}
        {more > 0 && <li>And {countOf(more, 'line')} more.</li>}
      </ul>
    </Alert>
  )
}
