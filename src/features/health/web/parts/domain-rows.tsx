import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { LabelledCell } from '#ui/labelled-cell.tsx'
import { clockText } from '#ui/time-texts.ts'
import type { HealthRow } from '../../rules/health-rows.ts'
import { healthStates, stateOfLetter } from '../../rules/health-states.ts'
import type { HealthStrips } from '../../rules/health-view.ts'
import { stripDays } from '../../rules/strips.ts'
import { spareText } from './spare-text.ts'
import { StateCells } from './state-cells.tsx'
import { StateWord } from './state-word.tsx'

/** Where the days of domains come from: those of rows that are drawn, not of ten thousand. */
export interface StripsSource {
  queryKey: QueryKey
  /** Of these ids, with commas between them. */
  load: (ids: string, signal: AbortSignal) => Promise<HealthStrips>
}

/** As the states are asked for again. */
const againEveryMs = 5 * 60_000

interface DomainRowsProps {
  rows: readonly HealthRow[]
  groupTitle: string
  hrefOf: (id: string) => string
  strips: StripsSource
}

/** Some rows of the table, which ask for their days together. */
export function DomainRows({ rows, groupTitle, hrefOf, strips: { queryKey, load } }: DomainRowsProps) {
  const ids = rows.map(({ id }) => id).join(',')
  const {
    data: strips,
    isError,
    isPlaceholderData,
  } = useQuery({
    queryKey: [...queryKey, ids],
    queryFn: ({ signal }) => load(ids, signal),
    refetchInterval: againEveryMs,
    refetchOnReconnect: true,
    enabled: ids !== '',
    // One that comes or goes leaves the days of the others where they are.
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  const lettersOf = (id: string) => strips && (strips[id] ?? (isPlaceholderData ? undefined : ''))
  const now = Date.now()
  return rows.map((row) => (
    <tr key={row.id} className="hover:bg-hover">
      <th scope="row" className="font-normal">
        <Link
          translate="no"
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
        {isError && !strips ? 'Could not be loaded.' : <Strip letters={lettersOf(row.id)} />}
      </LabelledCell>
      <LabelledCell label="Known" align="right">
        {row.coverage} %
      </LabelledCell>
      <LabelledCell label="Since">
        <span className="whitespace-nowrap">{clockText(new Date(row.since).toISOString())}</span>
      </LabelledCell>
      <LabelledCell label={groupTitle}>{row.group}</LabelledCell>
    </tr>
  ))
}

/** Days as small cells, today's at the right end; none of them until they are known. */
function Strip({ letters }: { letters: string | undefined }) {
  const states = [...(letters ?? '').padStart(stripDays)].map(stateOfLetter)
  return (
    <StateCells states={states} columns={stripDays} size={5} gap={1} label={stripLabel(letters, states)} />
  )
}

function stripLabel(
  letters: string | undefined,
  states: readonly ReturnType<typeof stateOfLetter>[],
): string {
  if (letters === undefined) return `The last ${stripDays} days are on their way`
  const seen = states.filter((state) => state !== undefined)
  const last = seen.at(-1)
  return last === undefined
    ? `Nothing was seen in ${stripDays} days`
    : `${seen.length} of ${states.length} days seen, ${healthStates[last].label} at last`
}
