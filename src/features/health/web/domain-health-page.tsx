import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { call } from '#ui/api.ts'
import { Loaded } from '#ui/frame/loaded.tsx'
import { useNetworkTold } from '#ui/frame/use-network-told.ts'
import { queryClient } from '#ui/query-client.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { dismissOwnRest, restOwnDomain, returnOwnDomain } from '../api/health.ts'
import type { HealthOfDomain } from '../rules/health-view.ts'
import { domainHealthQuery, healthQuery } from './health-queries.ts'
import { DomainHealth } from './parts/domain-health.tsx'
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
