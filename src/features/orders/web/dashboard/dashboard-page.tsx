import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { prefetchForUser } from '#ui/frame/prefetch-for-user.ts'
import { useUser } from '#ui/frame/use-user.ts'
import { fetchLateParts, latePart } from '#ui/late-part.tsx'
import { MissingPart } from '#ui/missing-parts.tsx'
import { queryClient } from '#ui/query-client.ts'
import type { OrderListItem } from '../../api/orders.ts'
import { OrdersWorkspace } from '../orders-workspace.tsx'
import { ordersQuery } from '../shared/orders-query.ts'
import { useLiveOrders } from '../use-live-orders.ts'
import { DashboardHeader } from './dashboard-header.tsx'
import { DashboardSkeleton, SummarySkeleton } from './dashboard-skeleton.tsx'
import { SummaryStrip } from './summary-strip.tsx'
import { useOrderOutcome } from './use-order-outcome.ts'

export const loader = () => prefetchForUser(() => queryClient.prefetchQuery(ordersQuery))
/** What the address says about filters and chosen order asks for nothing new. */
export const shouldRevalidate = () => false

const FirstOrder = latePart(async () => ({ default: (await import('./first-order.tsx')).FirstOrder }), {
  Missing: MissingPart,
})
const RefusedRenewals = latePart(() => import('../refused-renewals.tsx'), { Missing: MissingPart })
const BankPayments = latePart(() => import('../bank-payments.tsx'), { Missing: MissingPart })
const DroppedPayments = latePart(() => import('../dropped-payments.tsx'), { Missing: MissingPart })

/** The customer's orders, or the invitation to place the first one. */
export function DashboardPage() {
  useOrderOutcome()
  useLiveOrders()
  const { data, isPending, isFetching, refetch } = useQuery(ordersQuery)
  const firstName = useUser().name.split(' ')[0]
  const hasOrders = data !== undefined && data.orders.length > 0
  useFetchWhatComesNext(data !== undefined)
  /** An order that is a page of its own is told what is owed for it alone. */
  const above = (page?: OrderListItem) => {
    const renewals = (data?.refusedRenewals ?? []).filter(
      ({ orderIds }) => !page || orderIds.includes(page.orderId),
    )
    return (
      <>
        {!page && (
          <DashboardHeader>
            <h2 className="text-page-title wrap-anywhere">Welcome back, {firstName}</h2>
            {hasOrders && data.summary ? (
              <SummaryStrip orders={data.orders} summary={data.summary} />
            ) : (
              (isPending || hasOrders) && <SummarySkeleton />
            )}
          </DashboardHeader>
        )}
        {renewals.length > 0 && <RefusedRenewals renewals={renewals} orders={data?.orders ?? []} />}
        {!page && data?.withBank && <BankPayments payments={data.withBank} />}
        {!page && data?.dropped && <DroppedPayments dropped={data.dropped} />}
      </>
    )
  }
  if (hasOrders)
    return (
      <OrdersWorkspace
        orders={data.orders}
        renewals={data.refusedRenewals}
        areAll={data.summary !== undefined}
        above={above}
      />
    )
  return (
    <>
      {above()}
      {data ? (
        <FirstOrder />
      ) : isPending ? (
        <DashboardSkeleton />
      ) : (
        <Card>
          <EmptyState
            title="Your orders could not be loaded"
            action={
              <Button changes={false} loading={isFetching} onClick={() => void refetch()}>
                Retry
              </Button>
            }
          >
            Nothing has happened to them: they are set up and sending as before. Try again in a moment.
          </EmptyState>
        </Card>
      )}
    </>
  )
}
export { DashboardPage as Component }

/** Fetches what is opened from here once the page stands: on a slow line nobody waits for it then. */
function useFetchWhatComesNext(isDrawn: boolean): void {
  useEffect(() => {
    if (isDrawn) void fetchLateParts()
  }, [isDrawn])
}
