import { useVirtualizer } from '@tanstack/react-virtual'
import { StrictMode, useMemo, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { OrderListItem } from '#features/orders/api/orders.ts'
import { countDomains, orderLine } from '#features/orders/rules/order-groups.ts'
import { companyNamesOf } from '#features/orders/rules/order-index.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'

const rowHeight = 60

/** The same orders as the product's list shows, in React and one virtual list, and nothing around them. */
function ReferenceList({ orders }: { orders: OrderListItem[] }) {
  const [search, setSearch] = useState('')
  const texts = useMemo(
    () =>
      orders.map((order) =>
        [
          order.forwardingDomain,
          companyNamesOf(order),
          ...order.groups.map(({ sendingTool = order.sendingTool }) => sendingToolNames[sendingTool]),
          ...order.domains.flatMap(({ domain, currentForwardingDomain = '' }) => [
            domain,
            currentForwardingDomain,
          ]),
        ]
          .join('\n')
          .toLowerCase(),
      ),
    [orders],
  )
  const wanted = search.trim().toLowerCase()
  const shown = useMemo(() => orders.filter((_, i) => texts[i]?.includes(wanted)), [orders, texts, wanted])
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  return (
    <>
      <input aria-label="Search orders" value={search} onChange={({ target }) => setSearch(target.value)} />
      <div ref={scroller} role="listbox" aria-label="Orders" style={{ height: 500, overflowY: 'auto' }}>
        <div style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((row) => {
            const order = shown[row.index] as OrderListItem
            return (
              <div
                key={order.orderId}
                role="option"
                aria-selected={false}
                tabIndex={-1}
                aria-setsize={shown.length}
                style={{ position: 'absolute', height: rowHeight, transform: `translateY(${row.start}px)` }}
              >
                <p>{order.forwardingDomain}</p>
                <p>{orderLine(order.monthlyCapacity ?? 0, countDomains(order.domains))}</p>
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}

const { orders } = (await (await fetch('./orders.json')).json()) as { orders: OrderListItem[] }
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ReferenceList orders={orders} />
  </StrictMode>,
)
