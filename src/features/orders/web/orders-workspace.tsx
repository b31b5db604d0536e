import { Plus } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { cx } from '#ui/cx.ts'
import { InnerPageBar } from '#ui/frame/inner-page-bar.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import type { OrderListItem, RefusedRenewal } from '../api/orders.ts'
import { ActionDialogs } from './action-dialogs.tsx'
import { ListSorting } from './list-sorting.tsx'
import { OrderList } from './order-list.tsx'
import { orderRowHeight } from './order-row.tsx'
import { SearchAndFilters } from './search-and-filters.tsx'
import { StaleNote } from './stale-note.tsx'
import { UnknownOrder } from './unknown-order.tsx'
import { useFocusOfView } from './use-focus-of-view.ts'
import { useIsSplit } from './use-is-split.ts'
import { useListChoice } from './use-list-choice.ts'
import { useListedOrders } from './use-listed-orders.ts'
import { useOrderPanel } from './use-order-panel.tsx'
import { useOrdersAddress } from './use-orders-address.ts'

const OrderDetailsSheet = lateDialog(() => import('./order-details/order-details-sheet.tsx'), {
  frame: 'right',
  title: 'Order Details',
})

/** The same on every keystroke. */
const header = (
  <header className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 sm:flex-nowrap">
    <h2 id="your-orders" className="text-card-title max-sm:grow">
      Your Orders
    </h2>
    <StaleNote />
    <ButtonLink to="/choose-plan" variant="primary" icon={<Plus />}>
      Place New Order
    </ButtonLink>
  </header>
)

interface OrdersWorkspaceProps {
  orders: readonly OrderListItem[]
  renewals: readonly RefusedRenewal[]
  /** Otherwise they are those in view where nothing was chosen, and the others are on their way. */
  areAll: boolean
  /** Stands above the list, and above an order that is a page of its own, which is given. */
  above: (page: OrderListItem | undefined) => ReactNode
}

/** "Your Orders": the list, and the chosen order beside it or, in little room, as a page of its own. */
export function OrdersWorkspace({ orders, renewals, areAll, above }: OrdersWorkspaceProps) {
  const isSplit = useIsSplit()
  const address = useOrdersAddress()
  const { filters } = address
  const { index, listed, isWaiting, total, shown } = useListedOrders(orders, renewals, areAll, address)
  // A link to details may name no order, or another one; they stand over their own.
  const { detailsOf, selectOrder } = address
  const ofDetails = detailsOf
    ? orders.find(({ groups }) => groups.some(({ groupId }) => groupId === detailsOf))?.orderId
    : undefined
  const isElsewhere = ofDetails !== undefined && shown !== undefined && shown.order.orderId !== ofDetails
  useEffect(() => {
    if (isElsewhere) selectOrder(ofDetails, { replace: true })
  })
  const page = !isSplit && shown?.order.orderId === address.orderId ? shown : undefined
  const { listRef, panelRef, focusList, focusPanel, keepListPlace } = useFocusOfView(page !== undefined)
  const { cursor, select, open } = useListChoice({ address, isSplit, focusPanel, keepListPlace })

  const list = (
    <OrderList
      orders={listed}
      isWaiting={isWaiting}
      filters={filters}
      selected={isSplit ? shown?.order.orderId : cursor}
      onSelect={select}
      onOpen={open}
      onClearFilters={address.clearFilters}
      className={isSplit ? 'min-h-0 grow' : undefined}
      style={isSplit ? undefined : { height: `min(${listed.length * orderRowHeight(listed)}rem, 70dvh)` }}
    />
  )
  const sorting = (
    <ListSorting filters={filters} listed={listed.length} total={total} onChange={address.setFilters} />
  )
  const panel = useOrderPanel({ shown, isWaiting, filters, address, isSplit, ref: panelRef })
  return (
    <>
      {above(page?.order)}
      <section aria-labelledby="your-orders">
        {page ? (
          <>
            <h2 id="your-orders" className="sr-only">
              Your Orders
            </h2>
            <InnerPageBar
              title={displayForwardingUrl(page.order.forwardingDomain)}
              onBack={address.leaveOrder}
            />
          </>
        ) : (
          header
        )}
        <div
          ref={listRef}
          className={cx(
            !page &&
              'overflow-hidden rounded-card border border-line bg-surface split:flex split:h-[max(28rem,calc(100dvh-var(--banner-height)-17rem))] split:flex-col',
          )}
        >
          {areAll && <UnknownOrder orders={orders} address={address} />}
          <ActionDialogs orders={index}>
            {page ? (
              panel
            ) : (
              <>
                <SearchAndFilters filters={filters} onChange={address.setFilters} onLeaveSearch={focusList} />
                {isSplit ? (
                  <div className="grid min-h-0 grow grid-cols-[20rem_minmax(0,1fr)]">
                    <div className="flex min-h-0 flex-col border-line border-r">
                      {sorting}
                      {list}
                    </div>
                    {panel}
                  </div>
                ) : (
                  <>
                    {sorting}
                    {list}
                  </>
                )}
              </>
            )}
          </ActionDialogs>
        </div>
        {address.detailsOf && (
          <OrderDetailsSheet groupId={address.detailsOf} onClose={address.closeDetails} />
        )}
      </section>
    </>
  )
}
