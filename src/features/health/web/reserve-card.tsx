import { useQuery } from '@tanstack/react-query'
import type { Reserve } from '#features/reserve/api/reserve.ts'
import { reserveQuery } from '#features/reserve/web/reserve-query.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { PoolRow } from './pool-row.tsx'

const poolsMost = 10

/** The spares that the customer has, and how many they should have. */
export function ReserveCard() {
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
