import { Badge } from '#ui/badge.tsx'
import type { ConsoleOrder } from '../api/console-orders.ts'
import type { GroupHold } from '../rules/order-holds.ts'

/** Why something is on hold, in little room. */
export const holdNames: Record<GroupHold, string> = {
  past_due: 'Renewal refused',
  paused: 'Paused at Stripe',
  refund: 'Refunded',
  dispute: 'Disputed',
  operator: 'Held by us',
}

const words: Record<ConsoleOrder['status'], string> = {
  awaiting_payment: 'Not paid yet',
  active: 'Live',
  expired: 'Never paid',
}

/** What an order is, and what keeps it from being served. */
export const OrderState = ({ order }: { order: ConsoleOrder }) => {
  const { status, liveGroups, holds, isSuspended } = order
  if (status === 'active' && liveGroups === 0) return <Badge>Cancelled</Badge>
  return (
    <span className="inline-flex flex-wrap gap-1">
      {holds.map((hold) => (
        <Badge key={hold} tone="warning">
          {holdNames[hold]}
        </Badge>
      ))}
      {isSuspended && <Badge tone="warning">Suspended</Badge>}
      {holds.length === 0 && !isSuspended && (
        <Badge tone={status === 'active' ? 'success' : 'neutral'}>{words[status]}</Badge>
      )}
    </span>
  )
}
