import '#ui/block-table.css'
import { HeartPulse } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useBelow } from '#ui/use-below.ts'
import { placesOf, rowAt } from '../../rules/health-rows.ts'
import { type HealthState, healthStates } from '../../rules/health-states.ts'
import type { HealthColumns, HealthOverview as View } from '../../rules/health-view.ts'
import { stripsMost } from '../../rules/strips.ts'
import { DomainMap } from './domain-map.tsx'
import type { StripsSource } from './domain-rows.tsx'
import { DomainRows } from './domain-rows.tsx'
import { HealthNotices } from './health-notices.tsx'
import { NeedsList } from './needs-list.tsx'
import { StateCounts } from './state-counts.tsx'

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
function DomainsTable({ domains, places, ...of }: DomainsTableProps) {
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

interface HealthOverviewProps {
  view: View
  /** What domains are grouped by: "Account". */
  groupTitle: string
  hrefOf: (id: string) => string
  strips: StripsSource
  /** They are not the reader’s own. */
  isOthers?: boolean
  /** What is done about it, where that is theirs alone. */
  mode?: ReactNode
  /** The spares that may take the place of others, where they are theirs. */
  reserve?: ReactNode
}

/** How many domains are: counts, what needs somebody, all of them as a table and as a picture. */
export function HealthOverview({
  view,
  groupTitle,
  hrefOf,
  strips,
  isOthers = false,
  mode,
  reserve,
}: HealthOverviewProps) {
  const { domains } = view
  const [chosen, setChosen] = useState<HealthState>()
  const places = useMemo(() => placesOf(domains, chosen), [domains, chosen])
  if (domains.ids.length === 0)
    return (
      <div className="grid min-w-0 gap-4 *:min-w-0">
        <Card>
          <EmptyState icon={<HeartPulse />} title="No domain is watched yet">
            Each is looked at every hour from the moment that it is delivered.
          </EmptyState>
        </Card>
        {mode}
      </div>
    )
  const shown = { domains, places, hrefOf }
  const what = chosen ? ` · ${healthStates[chosen].label}` : ''
  return (
    <div className="grid min-w-0 gap-4 *:min-w-0">
      <StateCounts counts={view.counts} chosen={chosen} onChoose={setChosen} />
      <HealthNotices view={view} />
      <NeedsList view={view} hrefOf={hrefOf} isOthers={isOthers} />
      {reserve}
      {mode}
      <Card flush className="overflow-clip">
        <div className="p-4 pb-2 md:px-5">
          <CardHeader title={`${countOf(places.length, 'domain')}${what}`} />
        </div>
        <DomainsTable key={chosen} {...shown} groupTitle={groupTitle} strips={strips} />
      </Card>
      <Card>
        <CardHeader
          title={`All domains${what}`}
          description={`By ${groupTitle.toLowerCase()}, the worst first.`}
        />
        <div className="mt-4">
          <DomainMap key={chosen} {...shown} />
        </div>
      </Card>
    </div>
  )
}
