import { useState } from 'react'
import { useNavigate } from 'react-router'
import { healthStates } from '#shared/health/health-states.ts'
import type { HealthRow } from '#shared/health/health-view.ts'
import { countOf } from '#shared/text/count-of.ts'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { StateCells } from './state-cells.tsx'

interface DomainMapProps {
  rows: readonly HealthRow[]
  hrefOf: (id: string) => string
}

/** Every domain as a cell beside those that it shares something with, so that a shared cause is seen as one. */
export function DomainMap({ rows, hrefOf }: DomainMapProps) {
  const [pointed, setPointed] = useState<HealthRow>()
  const navigate = useNavigate()
  const columns = useMediaQuery('(min-width: 48rem)') ? 48 : 20
  const groups = [...Map.groupBy(rows, ({ group }) => group)]
  return (
    <div>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[repeat(auto-fill,minmax(12rem,max-content))]">
        {groups.map(([group, of]) => (
          <div key={group} className="min-w-0">
            <p className="mb-1.5 truncate text-muted text-secondary" title={group}>
              {group} · {countOf(of.length, 'domain')}
            </p>
            <StateCells
              states={of.map(({ state }) => state)}
              columns={Math.min(columns, Math.max(of.length, 1))}
              size={14}
              gap={3}
              label={`${group}: ${stateList(of)}`}
              onPoint={(index) => setPointed(index === undefined ? undefined : of[index])}
              onPress={(index) => {
                const row = of[index]
                if (row) void navigate(hrefOf(row.id))
              }}
            />
          </div>
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

/** "3 healthy, 1 rest" */
function stateList(rows: readonly HealthRow[]): string {
  const counts = [...Map.groupBy(rows, ({ state }) => state)]
  return counts.map(([state, of]) => `${of.length} ${healthStates[state].label.toLowerCase()}`).join(', ')
}
