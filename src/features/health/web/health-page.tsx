import { useQuery } from '@tanstack/react-query'
import type { Reserve } from '#features/reserve/api/reserve.ts'
import { reserveQuery } from '#features/reserve/web/reserve-query.ts'
import { call } from '#ui/api.ts'
import { Card, CardHeader } from '#ui/card.tsx'
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
import { PoolRow } from './pool-row.tsx'

const poolsMost = 10

/** The spares that the customer has, and how many they should have. */
function ReserveCard() {
  const query = useQuery(reserveQuery)
  return (
    <Loaded query={query} failed="Your spares could not be loaded." within="page">
      {(reserve) => <ReserveGauges reserve={reserve} />}
    </Loaded>
  )
}

function ReserveGauges({ reserve: { burn, isAssumed, pools } }: { reserve: Reserve }) {
  if (pools.length === 0) return null
  const percent = `${Math.round(burn * 100)} %`
  return (
    <Card aria-label="Reserve">
      <CardHeader
        title="Reserve"
        description={`Spares warm up without sending cold mail, and take the place of a lost domain at once. Recommended is what lasts while new ones warm up, at ${
          isAssumed ? `an assumed ${percent}` : `your own ${percent}`
        } of domains lost a month${isAssumed ? ': an industry figure, until your domains have lived 30 months together' : ''}.`}
      />
      <ul className="mt-3 divide-y divide-line">
        {pools.slice(0, poolsMost).map((pool) => (
          <PoolRow key={JSON.stringify([pool.plan, pool.groupIds, pool.spares[0]?.id])} pool={pool} />
        ))}
      </ul>
      {pools.length > poolsMost && (
        <p className="mt-2 text-muted text-secondary">
          And {pools.length - poolsMost} more, where fewer spares are missing.
        </p>
      )}
    </Card>
  )
}

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
