import { memo, useMemo, useState, useTransition } from 'react'
import { useNavigate } from 'react-router'
import { countOf } from '#base/text/count-of.ts'
import { Button } from '#ui/button.tsx'
import { useBelow } from '#ui/use-below.ts'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { groupsOf, stateAt } from '../../rules/health-rows.ts'
import { healthStates } from '../../rules/health-states.ts'
import type { HealthColumns } from '../../rules/health-view.ts'
import { StateCells } from './state-cells.tsx'

/** So few are drawn at once: where there are not more, the map may be in sight at first. */
const groupsInSight = 8

interface Looks {
  /** Cells that are side by side at most. */
  columns: number
  /** Groups that are drawn until all are asked for. */
  groupsFirst: number
}
const wideLooks: Looks = { columns: 48, groupsFirst: 40 }
/** A group has a line of its own. */
const narrowLooks: Looks = { columns: 20, groupsFirst: 12 }

interface DomainMapProps {
  domains: HealthColumns
  /** Of those that are shown. */
  places: readonly number[]
  hrefOf: (id: string) => string
}

/** Every domain as a cell beside those that it shares something with, so that a shared cause is seen as one. */
export function DomainMap({ domains, places, hrefOf }: DomainMapProps) {
  const [pointed, setPointed] = useState<string>()
  const [isWhole, setWhole] = useState(false)
  const [isDrawing, draw] = useTransition()
  const { columns, groupsFirst } = useMediaQuery('(min-width: 48rem)') ? wideLooks : narrowLooks
  const groups = useMemo(() => groupsOf(domains, places), [domains, places])
  const isBelow = useBelow()
  // By its id: the columns come anew every few minutes, and places change with them.
  const place = pointed === undefined ? -1 : domains.ids.indexOf(pointed)
  const drawn = isWhole ? groups : groups.slice(0, isBelow ? groupsFirst : groupsInSight)
  return (
    <div>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[repeat(auto-fill,minmax(12rem,max-content))]">
        {drawn.map(({ group, places: of }) => (
          <GroupCells
            key={group}
            group={group}
            domains={domains}
            places={of}
            columns={columns}
            hrefOf={hrefOf}
            onPoint={setPointed}
          />
        ))}
      </div>
      <p aria-hidden className="mt-3 min-h-5 text-secondary text-muted">
        {place < 0
          ? 'A press on a cell opens its domain.'
          : `${domains.domains[place]}: ${healthStates[stateAt(domains, place)].label}`}
      </p>
      {!isWhole && groups.length > groupsFirst && (
        <Button
          size="small"
          className="mt-2"
          changes={false}
          loading={isDrawing}
          onClick={() => draw(() => setWhole(true))}
        >
          Show all {countOf(groups.length, 'group')}
        </Button>
      )}
    </div>
  )
}

interface GroupCellsProps extends DomainMapProps {
  group: string
  columns: number
  onPoint: (id: string | undefined) => void
}

/** The cells of one group: drawn once, not anew with each of all the cells that are pointed at. */
const GroupCells = memo(function GroupCells(props: GroupCellsProps) {
  const { group, domains, places, columns, hrefOf, onPoint } = props
  const navigate = useNavigate()
  const idAt = (index: number | undefined) =>
    index === undefined ? undefined : domains.ids[places[index] ?? -1]
  const states = places.map((place) => stateAt(domains, place))
  return (
    <div className="min-w-0">
      <p className="mb-1.5 truncate text-muted text-secondary" title={group}>
        {group} · {countOf(places.length, 'domain')}
      </p>
      <StateCells
        states={states}
        columns={Math.min(columns, Math.max(places.length, 1))}
        size={14}
        gap={3}
        label={`${group}: ${stateList(states)}`}
        onPoint={(index) => onPoint(idAt(index))}
        onPress={(index) => {
          const id = idAt(index)
          if (id !== undefined) void navigate(hrefOf(id))
        }}
      />
    </div>
  )
})

/** "3 healthy, 1 rest" */
function stateList(states: readonly (keyof typeof healthStates)[]): string {
  const counts = [...Map.groupBy(states, (state) => state)]
  return counts.map(([state, of]) => `${of.length} ${healthStates[state].label.toLowerCase()}`).join(', ')
}
