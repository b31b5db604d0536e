import { useState } from 'react'
import type { HealthRow } from '#shared/health/health-rows.ts'
import { stripsMost } from '#shared/health/strips.ts'
import { Button } from '../../ui/button.tsx'
import { DomainRows, type StripsSource } from './domain-rows.tsx'

/** So many rows are drawn at first, about a screen of them, and so many more with each press. */
const first = 20
const step = stripsMost

interface DomainsTableProps {
  rows: readonly HealthRow[]
  /** What the rows are grouped by. */
  groupTitle: string
  hrefOf: (id: string) => string
  strips: StripsSource
}

/** The same domains as rows, worst first, each with its last 30 days. */
export function DomainsTable({ rows, ...of }: DomainsTableProps) {
  const [shown, setShown] = useState(first)
  const parts = Array.from({ length: 1 + (shown - first) / step }, (_, part) =>
    part ? first + (part - 1) * step : 0,
  )
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
          {parts.map((from) => (
            <DomainRows key={from} rows={rows.slice(from, from ? from + step : first)} {...of} />
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
