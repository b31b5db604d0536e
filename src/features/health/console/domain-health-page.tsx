import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { domainPath, operatorPaths } from '#ui/console/operator-paths.ts'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { DomainHealth } from '../web/parts/domain-health.tsx'
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
