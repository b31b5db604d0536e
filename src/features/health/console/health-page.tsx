import { useQuery } from '@tanstack/react-query'
import { domainHealthPath } from '#ui/console/operator-paths.ts'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { HealthOverview } from '../web/parts/health-overview.tsx'
import { healthQuery, strips } from './health-queries.ts'
import { RefusedReportsCard } from './refused-reports-card.tsx'

/** How all customers' domains are, by the account that their mailboxes are at. */
export function HealthPage() {
  const query = useQuery(healthQuery)
  return (
    <ConsolePage title="Health" about="How all customers’ delivered domains are, as they were seen last.">
      <Loaded query={query} failed="The health of domains could not be loaded." within="page">
        {(view) => (
          <HealthOverview
            view={view}
            groupTitle="Account"
            hrefOf={domainHealthPath}
            strips={strips}
            isOthers
          />
        )}
      </Loaded>
      <RefusedReportsCard />
    </ConsolePage>
  )
}

export { HealthPage as Component }
