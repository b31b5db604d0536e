import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { DomainHealth } from '../../app-shell/health/domain-health.tsx'
import { domainHealthQuery } from './health-queries.ts'
import { LoadedHealth } from './loaded-health.tsx'

/** One domain of the customer's: how it is, and why. */
export function DomainHealthPage() {
  const { domainId = '' } = useParams()
  const query = useQuery(domainHealthQuery(domainId))
  return (
    <>
      <p className="mb-2 text-secondary">
        <Link to="/health" className="text-accent hover:underline">
          All domains
        </Link>
      </p>
      {query.data && <h2 className="mb-4 text-page-title wrap-anywhere">{query.data.domain}</h2>}
      <LoadedHealth query={query}>{(view) => <DomainHealth view={view} />}</LoadedHealth>
    </>
  )
}

export { DomainHealthPage as Component }
