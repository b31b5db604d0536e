import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { poolKeyOf } from '#features/health/rules/pool-key.ts'
import { reserveQuery } from '#features/reserve/web/reserve-query.ts'
import { Alert } from '#ui/alert.tsx'
import type { OrderDraft } from '../rules/order-draft.ts'

interface UnfitSparesNoteProps {
  draft: OrderDraft
  /** The way to change it, where the page has none. */
  action?: ReactNode
}

/** Says of an order of spares, once it is known what they are like, that no order that sends could use them. */
export function UnfitSparesNote({ draft: { isReserve, plan, tool, people }, action }: UnfitSparesNoteProps) {
  const known = isReserve && plan && tool && people.length > 0
  const { data } = useQuery({ ...reserveQuery, enabled: Boolean(known) })
  if (!known || !data) return null
  const key = poolKeyOf({ plan, tool: tool.tool, connectionId: tool.connectionId ?? '', people })
  const fits = data.pools.some(
    (pool) => pool.order && poolKeyOf({ ...pool.order, plan: pool.plan, tool: pool.tool }) === key,
  )
  return fits ? null : (
    <Alert tone="warning" title="These spares don't fit any of your orders" className="mb-4" action={action}>
      A spare can only replace a domain with the same plan, the same account of the sending tool and the same
      people, and no running order of yours has all three. For the same account, choose the saved credentials
      of that order.
    </Alert>
  )
}
