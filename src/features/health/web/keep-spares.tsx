import { useNavigate } from 'react-router'
import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import { orderCountMax, plans } from '#features/plans/rules/catalog.ts'
import { orderCents } from '#features/plans/rules/price-list.ts'
import type { ReservePool } from '#features/reserve/api/reserve.ts'
import { Button } from '#ui/button.tsx'
import { fetchForPress } from '#ui/frame/fetch-for-press.ts'
import { useConfig } from '#ui/frame/use-config.ts'
import { usePrices } from '#ui/frame/use-prices.ts'
import { useUser } from '#ui/frame/use-user.ts'
import { fetchLater } from '#ui/late-part.tsx'
import { useAction } from '#ui/use-action.ts'

/** What an order is put together with, which a page that shows none does without until then. */
const loadBegin = () => import('./begin-spares.ts')
fetchLater(loadBegin)

interface KeepSparesProps {
  pool: ReservePool
  missing: number
  /** Nothing else is to be done before. */
  isFirst: boolean
}

/** Begins an order of spares: as many orders of the plan as hold what is missing, and one where nothing is. */
export function KeepSpares({ pool, missing, isFirst }: KeepSparesProps) {
  const customer = useUser().email
  const navigate = useNavigate()
  const prices = usePrices()
  const { plansEnabled } = useConfig()
  const { plan, order } = pool
  const { azure, google } = plans[plan].domains
  const each = azure + google
  const orderCount = Math.min(orderCountMax, Math.max(1, Math.ceil(missing / each)))
  const beginning = useAction({
    mutationFn: async () => {
      const { beginSpares } = await fetchForPress(loadBegin)
      if (!order) return
      beginSpares({ pool, order, orderCount }, customer, prices)
      await navigate('/select-domains')
    },
  })
  if (!order || !plansEnabled.includes(plan)) return null
  return (
    <div className="flex flex-col gap-1 sm:items-end sm:text-right">
      <Button
        size="small"
        variant={isFirst ? 'primary' : 'secondary'}
        loading={beginning.isPending}
        onClick={() => beginning.mutate()}
      >
        Keep {countOf(orderCount * each, 'spare')}
      </Button>
      <p className="text-muted text-secondary tabular-nums">
        {countOf(orderCount, 'order')}, {formatUsd(orderCount * orderCents(prices, plan, true))} a month
      </p>
    </div>
  )
}
