import { useQuery } from '@tanstack/react-query'
import { Layers } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { countOf } from '#base/text/count-of.ts'
import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import { type AskableAction, askActionPath, askedGroups } from '#features/orders/rules/asked-action.ts'
import { indexOrders } from '#features/orders/rules/order-index.ts'
import { ordersQuery } from '#features/orders/web/shared/orders-query.ts'
import { PaletteGroup, PaletteItem } from '#ui/palette-item.tsx'

/** Orders that are drawn at most: one more letter brings the others. */
const atMost = 20

interface ActionTargetsProps {
  action: AskableAction
  text: string
  onDone: () => void
}

/** The orders for which an action is possible, by the name of what they forward to or of one of their domains. */
export function ActionTargets({ action, text, onDone }: ActionTargetsProps) {
  const navigate = useNavigate()
  const { data } = useQuery(ordersQuery)
  const possible = useMemo(
    () => indexOrders(data?.orders ?? []).filter(({ groups }) => askedGroups(action, groups).length > 0),
    [data, action],
  )
  const words = text.trim().toLowerCase()
  const meant = possible.filter(
    (entry) => entry.text.includes(words) || entry.groups.some((group) => group.text.includes(words)),
  )
  if (meant.length === 0) return null
  return (
    <PaletteGroup heading="Orders">
      {meant.slice(0, atMost).map(({ order, counts }) => (
        <PaletteItem
          key={order.orderId}
          id={`order ${order.orderId}`}
          icon={<Layers />}
          label={displayForwardingUrl(order.forwardingDomain)}
          detail={countOf(counts.total, 'domain')}
          onSelect={() => {
            onDone()
            void navigate(askActionPath(order.orderId, action))
          }}
        />
      ))}
    </PaletteGroup>
  )
}
