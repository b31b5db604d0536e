import type { ReactNode } from 'react'
import { Alert } from '../alert.tsx'
import { intoView } from '../into-view.ts'

/** Says above entries what came of a payment that was turned back from; nothing where there was none. */
export const CancelledPayment = ({ text, children }: { text: string | undefined; children: ReactNode }) =>
  text && (
    <div ref={intoView}>
      <Alert tone="info" title="Payment cancelled" action={children}>
        {text}
      </Alert>
    </div>
  )
