import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { whatUsingDoes } from '#features/reserve/rules/spares.ts'
import { useTakingSpares } from '#features/reserve/web/use-taking-spares.ts'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { useNetworkTold } from '#ui/frame/use-network-told.ts'
import { queryClient } from '#ui/query-client.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { dismissOwnRest, restOwnDomain, returnOwnDomain } from '../api/health.ts'
import type { HealthOfDomain } from '../rules/health-view.ts'
import { domainHealthQuery, healthQuery } from './health-queries.ts'
import { DomainHealth } from './parts/domain-health.tsx'

/** Offers a ready spare for a domain that is not well; nothing where there is none, or where it is. */
function UseSpareCard({ view }: { view: HealthOfDomain }) {
  const [isAsking, setAsking] = useState(false)
  const { given, tool, take } = useTakingSpares([view])
  const spare = given.get(view.domain)
  const isUnwell = view.state === 'replace' || view.state === 'rest' || view.state === 'watch'
  if (!spare || !tool || !isUnwell) return null
  return (
    <Card>
      <CardHeader
        title="A spare is ready"
        description={
          <span className="wrap-anywhere">
            {spare} is {isFileTool(tool) ? 'set up' : 'warm'} and has the same people: it can take this place
            in 0 days, with nothing to pay.
          </span>
        }
      />
      <Button
        size="small"
        variant={view.state === 'replace' ? 'primary' : 'secondary'}
        className="mt-3"
        onClick={() => setAsking(true)}
      >
        Use a ready spare
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Use a ready spare?"
        confirmLabel="Use it now"
        onConfirm={() => take([view.domain])}
      >
        <span className="wrap-anywhere">
          {spare} takes the place of {view.domain}. {whatUsingDoes(tool)}
        </span>
      </ConfirmDialog>
    </Card>
  )
}

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
