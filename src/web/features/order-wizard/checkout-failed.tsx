import { useEffect, useRef } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { IsItYours } from '../domains/is-it-yours.tsx'
import type { useCheckout } from './use-checkout.ts'

type Failure = NonNullable<ReturnType<typeof useCheckout>['failure']>

/** Why it did not come to a payment, brought into view. */
export default function CheckoutFailed({ failure }: { failure: Failure }) {
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure is brought into view again
  useEffect(() => {
    // In braces: browsers begin to return a promise, which React would call as the effect's end.
    ref.current?.scrollIntoView({ block: 'center' })
  }, [failure])
  return (
    <div ref={ref}>
      <Alert title={failure.title}>
        {failure.reason}
        {failure.held?.map((name) => (
          <p key={name}>
            {name}: <IsItYours domain={name} />
          </p>
        ))}
      </Alert>
    </div>
  )
}
