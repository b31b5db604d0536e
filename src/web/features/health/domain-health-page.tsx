import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { dismissOwnRest, restOwnDomain, returnOwnDomain } from '#shared/api/health.ts'
import type { HealthOfDomain } from '#shared/health/health-view.ts'
import { call } from '../../api.ts'
import { DomainHealth } from '../../app-shell/health/domain-health.tsx'
import { Loaded } from '../../app-shell/loaded.tsx'
import { useNetworkTold } from '../../app-shell/use-network-told.ts'
import { queryClient } from '../../query-client.ts'
import { toast } from '../../ui/toast.ts'
import { useAction } from '../../ui/use-action.ts'
import { domainHealthQuery, healthQuery } from './health-queries.ts'
import { UseSpareCard } from './use-spare-card.tsx'

/** One domain of the customer's: how it is, and why. */
export function DomainHealthPage() {
  const { domainId = '' } = useParams()
  const query = useQuery(domainHealthQuery(domainId))
  useNetworkTold()
  return (
    <>
      <p className="mb-2 text-secondary">
        <Link to="/health" className="text-accent hover:underline">
          All domains
        </Link>
      </p>
      {query.data && (
        <h2 translate="no" className="mb-4 text-page-title wrap-anywhere">
          {query.data.domain}
        </h2>
      )}
      <Loaded query={query} failed="How this domain is could not be loaded." within="page">
        {(view) => <OwnDomainHealth view={view} />}
      </Loaded>
    </>
  )
}

/** With what the customer may answer. */
function OwnDomainHealth({ view }: { view: HealthOfDomain }) {
  const answering = useAction({
    mutationFn: (answer: Answer) => call(answer, { params: { domainId: view.id }, body: {} }),
    onSuccess: ({ message }) => void toast.success(message),
    // What was refused is so no more: another window, or a look, has changed it meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: healthQuery.queryKey }),
  })
  const by = (answer: Answer) => () => answering.mutateAsync(answer)
  return (
    <DomainHealth
      view={view}
      answers={{ rest: by(restOwnDomain), dismiss: by(dismissOwnRest), return: by(returnOwnDomain) }}
      replacing={view.takesSpare && <UseSpareCard view={view} />}
    />
  )
}
type Answer = typeof restOwnDomain | typeof dismissOwnRest | typeof returnOwnDomain

export { DomainHealthPage as Component }
