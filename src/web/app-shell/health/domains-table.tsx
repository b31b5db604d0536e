import { useState } from 'react'
import { Link } from 'react-router'
import type { HealthRow } from '#shared/health/health-rows.ts'
import { healthStates, stateOfLetter } from '#shared/health/health-states.ts'
import { Button } from '../../ui/button.tsx'
import { LabelledCell } from '../../ui/labelled-cell.tsx'
import { clockText } from '../../ui/time-texts.ts'
import { spareText } from './spare-text.ts'
import { StateCells } from './state-cells.tsx'
import { StateWord } from './state-word.tsx'

/** So many rows are drawn at first, about a screen of them, and so many more with each press. */
const first = 20
const step = 50

interface DomainsTableProps {
  rows: readonly HealthRow[]
  /** What the rows are grouped by. */
  groupTitle: string
  hrefOf: (id: string) => string
}

/** The same domains as rows, worst first, each with its last 30 days. */
export function DomainsTable({ rows, groupTitle, hrefOf }: DomainsTableProps) {
  const [shown, setShown] = useState(first)
  const now = Date.now()
  return (
    <>
      <table aria-label="Domains by health" className="block-table w-full text-left">
        <thead>
          <tr>
            {['Domain', 'State', 'Why', 'Last 30 days', 'Known', 'Since', groupTitle].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <tr key={row.id} className="hover:bg-hover">
              <th scope="row" className="font-normal">
                <Link
                  to={hrefOf(row.id)}
                  className="font-medium wrap-anywhere hover:underline lg:whitespace-nowrap"
                >
                  {row.domain}
                </Link>
              </th>
              <LabelledCell label="State">
                <StateWord state={row.state} />
                {row.spare && <p className="text-muted text-secondary">{spareText(row.spare, now)}</p>}
              </LabelledCell>
              <LabelledCell label="Why">{row.why || healthStates[row.state].about}</LabelledCell>
              <LabelledCell label="Last 30 days">
                <Strip letters={row.strip} />
              </LabelledCell>
              <LabelledCell label="Known" align="right">
                {row.coverage} %
              </LabelledCell>
              <LabelledCell label="Since">
                <span className="whitespace-nowrap">{clockText(new Date(row.since).toISOString())}</span>
              </LabelledCell>
              <LabelledCell label={groupTitle}>{row.group}</LabelledCell>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <div className="p-3 text-center">
          <Button size="small" onClick={() => setShown(shown + step)}>
            Show {Math.min(step, rows.length - shown)} more of {rows.length}
          </Button>
        </div>
      )}
    </>
  )
}

/** Days as small cells, today's at the right end. */
function Strip({ letters }: { letters: string }) {
  const states = [...letters].map(stateOfLetter)
  const seen = states.filter((state) => state !== undefined)
  const last = seen.at(-1)
  const label =
    last === undefined
      ? 'Nothing was seen in 30 days'
      : `${seen.length} of ${states.length} days seen, ${healthStates[last].label} at last`
  return <StateCells states={states} columns={states.length} size={5} gap={1} label={label} />
}
