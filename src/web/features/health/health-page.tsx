import { useQuery } from '@tanstack/react-query'
import { setOwnHealthMode } from '#shared/api/health.ts'
import { type HealthMode, healthModeMessages, ownHealthModes } from '#shared/health/health-mode.ts'
import { call } from '../../api.ts'
import { isTold } from '../../app-shell/failure-text.ts'
import { HealthOverview } from '../../app-shell/health/health-overview.tsx'
import { ModeCard } from '../../app-shell/health/mode-card.tsx'
import { Loaded } from '../../app-shell/loaded.tsx'
import { prefetchForUser } from '../../app-shell/prefetch-for-user.ts'
import { reserveQuery } from '../../app-shell/reserve/reserve-query.ts'
import { useNetworkTold } from '../../app-shell/use-network-told.ts'
import { queryClient } from '../../query-client.ts'
import { toast } from '../../ui/toast.ts'
import { useAction } from '../../ui/use-action.ts'
import { healthQuery, strips } from './health-queries.ts'
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
