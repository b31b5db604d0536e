import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { DomainHealth } from '../../app-shell/health/domain-health.tsx'
import { Loaded } from '../../app-shell/loaded.tsx'
import { domainPath, operatorPaths } from '../operator-paths.ts'
import { ConsolePage } from '../page/console-page.tsx'
import { domainHealthQuery } from './health-queries.ts'

/** One domain's health, for staff. */
export function DomainHealthPage() {
  const { id: domainId = '' } = useParams()
  const query = useQuery(domainHealthQuery(domainId))
  return (
    <ConsolePage
      title={query.data?.domain ?? 'Domain'}
      about={
        <>
          <Link to={operatorPaths.health} className="hover:underline">
            Health of all domains
          </Link>
          {' · '}
          <Link to={domainPath(domainId)} className="hover:underline">
            Everything else about this domain
          </Link>
        </>
      }
    >
      <Loaded query={query} failed="The health of the domain could not be loaded." within="page">
        {(view) => <DomainHealth view={view} />}
      </Loaded>
    </ConsolePage>
  )
}

export { DomainHealthPage as Component }
