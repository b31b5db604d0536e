import { useQuery } from '@tanstack/react-query'
import { Plus, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { cx } from '#ui/cx.ts'
import { InnerPageBar } from '#ui/frame/inner-page-bar.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import { clockText } from '#ui/time-texts.ts'
import { useMediaQuery } from '#ui/use-media-query.ts'
import type { OrderListItem, RefusedRenewal } from '../api/orders.ts'
import { ActionDialogs } from './action-dialogs.tsx'
import { ListSorting } from './list-sorting.tsx'
import type { Reach } from './order-list.tsx'
import { OrderList } from './order-list.tsx'
import { orderRowHeight } from './order-row.tsx'
import { SearchAndFilters } from './search-and-filters.tsx'
import { ordersQuery } from './shared/orders-query.ts'
import { UnknownOrder } from './unknown-order.tsx'
import { useListedOrders } from './use-listed-orders.ts'
import { useOrderPanel } from './use-order-panel.tsx'
import type { OrdersAddress } from './use-orders-address.ts'
import { useOrdersAddress } from './use-orders-address.ts'

/**
 * The list and the panel of the workspace. Where only one of both is shown, the one that comes takes the focus of
 * the one that goes. An order then begins at the top of the page, and the list is where it was left.
 */
function useFocusOfView(isPanelOnly: boolean) {
  const listRef = useRef<HTMLDivElement>(null)
  const panelRef = useRef<HTMLElement>(null)
  const focusList = (options?: FocusOptions) =>
    listRef.current?.querySelector<HTMLElement>('[role=listbox]')?.focus(options)
  const focusPanel = (options?: FocusOptions) => panelRef.current?.focus(options)

  const listPlace = useRef(0)
  const wasPanelOnly = useRef(isPanelOnly)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is focused stands in refs
  useEffect(() => {
    if (wasPanelOnly.current === isPanelOnly) return
    wasPanelOnly.current = isPanelOnly
    if (isPanelOnly) focusPanel({ preventScroll: true })
    else focusList({ preventScroll: true })
    window.scrollTo(0, isPanelOnly ? 0 : listPlace.current)
  }, [isPanelOnly])
  return {
    listRef,
    panelRef,
    focusList,
    focusPanel,
    /** Before an order takes the place of the list. */
    keepListPlace: () => {
      listPlace.current = window.scrollY
    },
  }
}

interface ListChoiceOptions {
  address: OrdersAddress
  /** The panel stands beside the list: choosing a row shows its order there. */
  isSplit: boolean
  focusPanel: () => void
  keepListPlace: () => void
}

/** What choosing and opening a row of the list does. */
function useListChoice({ address, isSplit, focusPanel, keepListPlace }: ListChoiceOptions) {
  /** The row the keys have reached where choosing it would leave the list. */
  const [cursor, setCursor] = useState<string>()
  return {
    cursor,
    select: (orderId: string, reach: Reach) => {
      setCursor(orderId)
      if (isSplit && orderId !== address.orderId) address.selectOrder(orderId, { replace: reach === 'key' })
    },
    open: (orderId: string, reach: Reach) => {
      if (!isSplit) {
        keepListPlace()
        address.selectOrder(orderId)
      } else if (reach === 'key') focusPanel()
    },
  }
}

/** Says that the orders on screen are an older answer, and of when, while the server cannot give a newer one. */
function StaleNote() {
  const { isRefetchError, isFetching, dataUpdatedAt, refetch } = useQuery(ordersQuery)
  return (
    <p
      role="status"
      className="min-w-0 text-secondary text-warning max-sm:order-last max-sm:basis-full max-sm:empty:sr-only sm:grow sm:text-right"
    >
      {isRefetchError && (
        <>
          <TriangleAlert className="mr-1.5 inline size-3.5 align-[-2px]" aria-hidden />
          Could not refresh. Last updated at {clockText(new Date(dataUpdatedAt).toISOString())}.{' '}
          <button type="button" className="link" disabled={isFetching} onClick={() => void refetch()}>
            {isFetching ? 'Refreshing…' : 'Retry'}
          </button>
        </>
      )}
    </p>
  )
}

/** Whether list and panel stand side by side (the theme's `split` breakpoint); otherwise the list leads to the panel. */
const useIsSplit = (): boolean => useMediaQuery('(width >= 56.25rem)')

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
