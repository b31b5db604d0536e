import { useEffect, useRef } from 'react'
import { IsItYours } from '#features/names/web/is-it-yours.tsx'
import { Alert } from '#ui/alert.tsx'
import { checkoutMessages } from '../rules/checkout-validation.ts'
import { selectedDomains } from '../rules/order-draft.ts'
import { Alternatives } from './alternatives.tsx'
import { useOrderDraft } from './order-draft-store.ts'
import type { useCheckout } from './use-checkout.ts'

type Failure = NonNullable<ReturnType<typeof useCheckout>['failure']>

/** Each of them is searched for; the others follow as these are replaced. */
const replacedAtOnce = 3

/** Why it did not come to a payment, brought into view. */
export default function CheckoutFailed({ failure }: { failure: Failure }) {
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure is brought into view again
  useEffect(() => {
    // In braces: browsers begin to return a promise, which React would call as the effect's end.
    ref.current?.scrollIntoView({ block: 'center' })
  }, [failure])
  const [draft, change] = useOrderDraft()
  const { azure, google } = selectedDomains(draft)
  const lost = failure.lost?.filter((name) => azure.includes(name) || google.includes(name))
  return (
    <div ref={ref} className="flex flex-col gap-4 wrap-anywhere">
      {lost?.length === 0 ? (
        <Alert tone="info" title={checkoutMessages.lostReplaced} />
      ) : (
        <Alert title={failure.title}>
          {failure.reason}
          {failure.held?.map((name) => (
            <p key={name}>
              {name}: <IsItYours domain={name} />
            </p>
          ))}
        </Alert>
      )}
      {lost?.slice(0, replacedAtOnce).map((name) => (
        <Alternatives key={name} name={name} draft={draft} change={change} />
      ))}
    </div>
  )
}
