import { memo, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { HealthRow } from '#shared/health/health-rows.ts'
import { healthStates } from '#shared/health/health-states.ts'
import { countOf } from '#shared/text/count-of.ts'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { StateCells } from './state-cells.tsx'
import { useLittleByLittle } from './use-little-by-little.ts'

/** Groups that are drawn at once, more than are in sight of the map at first, and those of each later time. */
const groupsDrawn = { first: 40, step: 100 }

interface DomainMapProps {
  rows: readonly HealthRow[]
  hrefOf: (id: string) => string
}

/** Every domain as a cell beside those that it shares something with, so that a shared cause is seen as one. */
export function DomainMap({ rows, hrefOf }: DomainMapProps) {
  const [pointed, setPointed] = useState<HealthRow>()
  const columns = useMediaQuery('(min-width: 48rem)') ? 48 : 20
  const groups = useMemo(() => [...Map.groupBy(rows, ({ group }) => group)], [rows])
  const drawn = useLittleByLittle(groups.length, groupsDrawn)
  return (
    <div>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[repeat(auto-fill,minmax(12rem,max-content))]">
        {groups.slice(0, drawn).map(([group, of]) => (
          <GroupCells
            key={group}
            group={group}
            rows={of}
            columns={columns}
            hrefOf={hrefOf}
            onPoint={setPointed}
          />
        ))}
      </div>
      <p aria-hidden className="mt-3 min-h-5 text-secondary text-muted">
        {pointed
          ? `${pointed.domain}: ${healthStates[pointed.state].label}`
          : 'A press on a cell opens its domain.'}
      </p>
    </div>
  )
}

interface GroupCellsProps extends DomainMapProps {
  group: string
  columns: number
  onPoint: (row: HealthRow | undefined) => void
}

/** The cells of one group: drawn once, not anew with each of all the cells that are pointed at. */
const GroupCells = memo(function GroupCells({ group, rows, columns, hrefOf, onPoint }: GroupCellsProps) {
  const navigate = useNavigate()
  return (
    <div className="min-w-0">
      <p className="mb-1.5 truncate text-muted text-secondary" title={group}>
        {group} · {countOf(rows.length, 'domain')}
      </p>
      <StateCells
        states={rows.map(({ state }) => state)}
        columns={Math.min(columns, Math.max(rows.length, 1))}
        size={14}
        gap={3}
        label={`${group}: ${stateList(rows)}`}
        onPoint={(index) => onPoint(index === undefined ? undefined : rows[index])}
        onPress={(index) => {
          const row = rows[index]
          if (row) void navigate(hrefOf(row.id))
        }}
      />
    </div>
  )
})

/** "3 healthy, 1 rest" */
function stateList(rows: readonly HealthRow[]): string {
  const counts = [...Map.groupBy(rows, ({ state }) => state)]
  return counts.map(([state, of]) => `${of.length} ${healthStates[state].label.toLowerCase()}`).join(', ')
}
