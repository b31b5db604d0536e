import { useQuery } from '@tanstack/react-query'
import { reserveQuery } from '#features/reserve/web/reserve-query.ts'
import { call } from '#ui/api.ts'
import { isTold } from '#ui/frame/failure-text.ts'
import { Loaded } from '#ui/frame/loaded.tsx'
import { prefetchForUser } from '#ui/frame/prefetch-for-user.ts'
import { useNetworkTold } from '#ui/frame/use-network-told.ts'
import { queryClient } from '#ui/query-client.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { setOwnHealthMode } from '../api/health.ts'
import { type HealthMode, healthModeMessages, ownHealthModes } from '../rules/health-mode.ts'
import { healthQuery, strips } from './health-queries.ts'
import { HealthOverview } from './parts/health-overview.tsx'
import { ModeCard } from './parts/mode-card.tsx'
import { ReserveCard } from './reserve-card.tsx'

export const loader = () =>
  prefetchForUser(() =>
    Promise.all([queryClient.prefetchQuery(healthQuery), queryClient.prefetchQuery(reserveQuery)]),
  )

const hrefOf = (id: string) => `/health/${id}`

/** How the customer's domains are. */
export function HealthPage() {
  const query = useQuery(healthQuery)
  useNetworkTold()
  return (
    <Loaded query={query} failed="The health of domains could not be loaded." within="page">
      {(view) => (
        <HealthOverview
          view={view}
          groupTitle="Forwarding domain"
          hrefOf={hrefOf}
          strips={strips}
          mode={view.mode && <OwnMode mode={view.mode} />}
          reserve={<ReserveCard />}
        />
      )}
    </Loaded>
  )
}

/** The customer's own choice, between what is theirs to choose. */
function OwnMode({ mode }: { mode: HealthMode }) {
  const choosing = useAction({
    mutationFn: (chosen: HealthMode) =>
      call(setOwnHealthMode, { body: { mode: chosen === 'enforce' ? 'enforce' : 'suggest' } }),
    meta: { quiet: isTold },
    onSuccess: async ({ message }) => {
      toast.success(message)
      await queryClient.invalidateQueries({ queryKey: healthQuery.queryKey })
    },
  })
  return (
    <ModeCard
      mode={mode}
      offered={mode === 'observe' ? [] : ownHealthModes}
      note={mode === 'observe' ? healthModeMessages.isOperators : undefined}
      error={choosing.error}
      onChoose={choosing.mutateAsync}
    />
  )
}

export { HealthPage as Component }
