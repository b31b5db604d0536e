import { Pause, Play, Trash } from 'lucide-react'
import { useState } from 'react'
import type { ConsoleOrderPage } from '#shared/api/console/orders.ts'
import { Button } from '../../ui/button.tsx'
import { type OrderAct, OrderActDialog } from './order-act-dialog.tsx'

/** What may be done with an order as a whole. What cannot be done now says why. */
export function OrderActs({ page }: { page: ConsoleOrderPage }) {
  const [asked, setAsked] = useState<OrderAct>()
  const { hold, release, end } = page.acts
  return (
    <>
      {release.refusal === null && (
        <Button icon={<Play />} onClick={() => setAsked('release')}>
          Release
        </Button>
      )}
      <Button icon={<Pause />} unavailable={hold.refusal ?? false} onClick={() => setAsked('hold')}>
        Hold
      </Button>
      <Button
        variant="danger"
        icon={<Trash />}
        unavailable={end.refusal ?? false}
        onClick={() => setAsked('end')}
      >
        End
      </Button>
      {asked && <OrderActDialog act={asked} page={page} onClose={() => setAsked(undefined)} />}
    </>
  )
}
