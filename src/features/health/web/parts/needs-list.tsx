import { Link } from 'react-router'
import { countOf } from '#base/text/count-of.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import type { HealthOverview } from '../../rules/health-view.ts'
import { saidToCustomer } from './act-lines.ts'
import { StateWord } from './state-word.tsx'

interface NeedsListProps {
  view: Pick<HealthOverview, 'needs' | 'moreNeeds'>
  hrefOf: (id: string) => string
  /** Staff read it: what is to be done is their customers’ to do. */
  isOthers: boolean
}

/** What asks for somebody, a line for each cause. */
export function NeedsList({ view: { needs, moreNeeds }, hrefOf, isOthers }: NeedsListProps) {
  return (
    <Card>
      <CardHeader
        title={isOthers ? 'Needs attention' : 'Needs you'}
        description={needs.length > 0 ? 'By cause, the worst first.' : 'Nothing at present.'}
      />
      {needs.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {needs.map(({ state, why, count, domains, todo }) => (
            <li key={`${state} ${todo} ${why}`} className="flex flex-wrap gap-x-4 gap-y-1 py-3">
              <div className="w-24 shrink-0">
                <StateWord state={state} />
              </div>
              <div className="min-w-0 grow basis-60">
                <p className="font-medium">
                  {countOf(count, 'domain')}: {why}
                </p>
                {todo && <p className="text-muted">{isOthers ? saidToCustomer(todo) : todo}</p>}
                <p className="mt-0.5 text-secondary wrap-anywhere">
                  {domains.map(({ id, domain }, at) => (
                    <span key={id}>
                      {at > 0 && ', '}
                      <Link translate="no" to={hrefOf(id)} className="text-accent hover:underline">
                        {domain}
                      </Link>
                    </span>
                  ))}
                  {count > domains.length && ` and ${count - domains.length} more`}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {moreNeeds > 0 && (
        <p className="mt-2 text-muted text-secondary">{moreNeeds} further causes are in the table.</p>
      )}
    </Card>
  )
}
