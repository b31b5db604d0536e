import { Plus } from 'lucide-react'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { OrderListItem } from '#shared/api/orders.ts'
import { filterOrders } from '#shared/orders/order-filters.ts'
import { indexOrders } from '#shared/orders/order-index.ts'
import { selectedOrder, viewOf } from '#shared/orders/order-selection.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { latePart } from '../../ui/late-part.ts'
import { MissingDialog } from '../../ui/missing-parts.tsx'
import { ActionDialogs } from './action-dialogs.tsx'
import { OrderList, type Reach } from './order-list.tsx'
import { OrderPanel } from './order-panel.tsx'
import { orderRowHeight } from './order-row.tsx'
import { SearchAndFilters } from './search-and-filters.tsx'
import { StaleNote } from './stale-note.tsx'
import { useCardSelection } from './use-card-selection.ts'
import { useIsSplit } from './use-is-split.ts'
import { useOrdersAddress } from './use-orders-address.ts'
import { usePanelView } from './use-panel-view.ts'
import { usePreparedSearch } from './use-prepared-search.ts'

const OrderDetailsSheet = latePart(() => import('./order-details/order-details-sheet.tsx'), MissingDialog)

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

/** "Your Orders": the list, and the chosen order beside it or, in little room, in its place. */
export function OrdersWorkspace({ orders }: { orders: readonly OrderListItem[] }) {
  const isSplit = useIsSplit()
  const address = useOrdersAddress()
  const { filters } = address
  const index = useMemo(() => indexOrders(orders), [orders])
  usePreparedSearch(index)
  const listed = useMemo(() => filterOrders(index, filters), [index, filters])
  /** Chosen for want of a choice; it stays when another order takes the first place. */
  const [auto, setAuto] = useState<string>()
  const shown = selectedOrder(listed, address.orderId ?? auto)
  if (address.orderId === null && shown && shown.order.orderId !== auto) setAuto(shown.order.orderId)
  const isPanelOnly = !isSplit && address.orderId !== null

  const listRef = useRef<HTMLDivElement>(null)
  const panelRef = useRef<HTMLElement>(null)
  const focusList = () => listRef.current?.querySelector<HTMLElement>('[role=listbox]')?.focus()
  /** The row the keys have reached where choosing it would leave the list. */
  const [cursor, setCursor] = useState<string>()

  const wasPanelOnly = useRef(isPanelOnly)
  useEffect(() => {
    if (wasPanelOnly.current === isPanelOnly) return
    wasPanelOnly.current = isPanelOnly
    if (isPanelOnly) panelRef.current?.focus()
    else listRef.current?.querySelector<HTMLElement>('[role=listbox]')?.focus()
  }, [isPanelOnly])

  const select = (orderId: string, reach: Reach) => {
    setCursor(orderId)
    if (isSplit && orderId !== address.orderId) address.selectOrder(orderId, { replace: reach === 'key' })
  }
  const open = (orderId: string, reach: Reach) => {
    if (!isSplit) address.selectOrder(orderId)
    else if (reach === 'key') panelRef.current?.focus()
  }

  const list = (
    <OrderList
      orders={listed}
      filters={filters}
      selected={isSplit ? shown?.order.orderId : cursor}
      onSelect={select}
      onOpen={open}
      onClearFilters={address.clearFilters}
      className={isSplit ? 'min-h-0 grow' : undefined}
      style={isSplit ? undefined : { height: `min(${listed.length * orderRowHeight}rem, 70dvh)` }}
    />
  )
  const view = usePanelView(shown, filters)
  const [selection, setSelection] = useCardSelection(viewOf(view.filters, view.entry?.order.orderId))
  const latestAddress = useRef(address)
  latestAddress.current = address
  const panel = useMemo(
    () => (
      <OrderPanel
        ref={panelRef}
        entry={view.entry}
        filters={view.filters}
        selection={selection}
        onSelect={setSelection}
        onOpenDetails={(groupId) => latestAddress.current.openDetails(groupId)}
        onBack={isSplit ? undefined : () => latestAddress.current.leaveOrder()}
        className={isSplit ? 'overflow-y-auto overscroll-contain' : undefined}
      />
    ),
    [view, isSplit, selection, setSelection],
  )
  return (
    <section aria-labelledby="your-orders">
      {header}
      <div
        ref={listRef}
        className="overflow-hidden rounded-card border border-line bg-surface split:flex split:h-[max(28rem,calc(100dvh-var(--banner-height)-15.25rem))] split:flex-col"
      >
        <ActionDialogs>
          {isPanelOnly ? (
            panel
          ) : (
            <>
              <SearchAndFilters filters={filters} onChange={address.setFilters} onLeaveSearch={focusList} />
              {isSplit ? (
                <div className="grid min-h-0 grow grid-cols-[20rem_minmax(0,1fr)]">
                  <div className="flex min-h-0 flex-col border-line border-r">{list}</div>
                  {panel}
                </div>
              ) : (
                list
              )}
            </>
          )}
        </ActionDialogs>
      </div>
      <Suspense>
        {address.detailsOf && (
          <OrderDetailsSheet groupId={address.detailsOf} onClose={address.closeDetails} />
        )}
      </Suspense>
    </section>
  )
}
