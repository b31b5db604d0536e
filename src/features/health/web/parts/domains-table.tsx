import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { useBelow } from '#ui/use-below.ts'
import { rowAt } from '../../rules/health-rows.ts'
import type { HealthColumns } from '../../rules/health-view.ts'
import { stripsMost } from '../../rules/strips.ts'
import { DomainRows, type StripsSource } from './domain-rows.tsx'

/** So many rows are drawn before what is below, more than are in sight. */
const inSight = 12
/** So many are shown at first, about a screen of them, and so many more with each press. */
const first = 20
const step = stripsMost

interface DomainsTableProps {
  domains: HealthColumns
  /** Of those that are shown. */
  places: readonly number[]
  /** What the rows are grouped by. */
  groupTitle: string
  hrefOf: (id: string) => string
  strips: StripsSource
}

/** The same domains as rows, worst first, each with its last 30 days. */
export function DomainsTable({ domains, places, ...of }: DomainsTableProps) {
  const [shown, setShown] = useState(first)
  const isBelow = useBelow()
  // Each part asks for its days together.
  const more = Array.from({ length: (shown - first) / step }, (_, part) => first + part * step)
  const ends = [inSight, ...(isBelow ? [first] : []), ...more.map((from) => from + step)]
  return (
    <>
      <table aria-label="Domains by health" className="block-table w-full text-left">
        <thead>
          <tr>
            {['Domain', 'State', 'Why', 'Last 30 days', 'Known', 'Since', of.groupTitle].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ends.map((end, part) => (
            <DomainRows
              key={end}
              rows={places.slice(ends[part - 1] ?? 0, end).map((place) => rowAt(domains, place))}
              {...of}
            />
          ))}
        </tbody>
      </table>
      {places.length > shown && (
        <div className="p-3 text-center">
          <Button size="small" onClick={() => setShown(shown + step)}>
            Show {Math.min(step, places.length - shown)} more of {places.length}
          </Button>
        </div>
      )}
    </>
  )
}
