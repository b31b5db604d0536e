import { useQuery } from '@tanstack/react-query'
import { HealthOverview } from '../../app-shell/health/health-overview.tsx'
import { prefetchForUser } from '../../app-shell/prefetch-for-user.ts'
import { queryClient } from '../../query-client.ts'
import { healthQuery } from './health-queries.ts'
import { LoadedHealth } from './loaded-health.tsx'

export const loader = () => prefetchForUser(() => queryClient.prefetchQuery(healthQuery))

/** How the customer's domains are. */
export function HealthPage() {
  const query = useQuery(healthQuery)
  return (
    <LoadedHealth query={query}>
      {(view) => <HealthOverview view={view} groupTitle="Order" hrefOf={(id) => `/health/${id}`} />}
    </LoadedHealth>
  )
}

export { HealthPage as Component }
