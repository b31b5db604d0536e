import { Pause, Play, Trash } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import type { ConsoleOrderPage } from '../api/console-orders.ts'

/** What is asked before each. */
const questions: Record<keyof ConsoleOrderPage['acts'], string> = {
  hold: 'Put this order on hold?',
  release: 'Release this order?',
  end: 'End this order for good?',
}

const OrderActDialog = lateDialog(() => import('./order-act-dialog.tsx'), {
  frame: 'question',
  title: ({ act }) => questions[act],
})

/** What may be done with an order as a whole. What cannot be done now says why. */
export function OrderActs({ page }: { page: ConsoleOrderPage }) {
  const [asked, setAsked] = useState<keyof typeof questions>()
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
