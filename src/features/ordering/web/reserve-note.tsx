import { noteOnSpares } from '#features/reserve/rules/spares.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import type { OrderDraft } from '../rules/order-draft.ts'
import { useOrderDraft } from './order-draft-store.ts'

/** Says that an order is one of spares, and how to make it one that sends. */
export function ReserveNote({ draft }: { draft: OrderDraft }) {
  const [, change] = useOrderDraft()
  if (!draft.isReserve) return null
  return (
    <Alert
      tone="info"
      title="You are ordering spares"
      className="mb-4"
      action={
        <Button size="small" onClick={() => change((present) => ({ ...present, isReserve: false }))}>
          Order domains that send
        </Button>
      }
    >
      They are set up and connected like any other domain, warm up in your sending tool and send no cold mail
      until one of them takes the place of a domain that has to be replaced.
      {draft.tool && ` ${noteOnSpares(draft.tool.tool)}`}
    </Alert>
  )
}
