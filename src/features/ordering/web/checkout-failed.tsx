import { useEffect, useRef } from 'react'
import { IsItYours } from '#features/names/web/is-it-yours.tsx'
import { Alert } from '#ui/alert.tsx'
import { checkoutMessages } from '../rules/checkout-validation.ts'
import { type OrderDraft, selectedDomains } from '../rules/order-draft.ts'
import type { ChangeDraft } from './order-draft-store.ts'
import { useOrderDraft } from './order-draft-store.ts'
import { SuggestedNames } from './suggested-names.tsx'
import type { useCheckout } from './use-checkout.ts'
import { useTaking } from './use-taking.ts'
import { withDomains } from './with-domains.ts'

interface AlternativesProps {
  /** A name of the draft that cannot be bought any more. */
  name: string
  draft: OrderDraft
  change: ChangeDraft
}

/** Names that can take the place of one, each once the registrar says that it is free. */
function Alternatives({ name, draft, change }: AlternativesProps) {
  const selected = selectedDomains(draft)
  const platform = selected.google.includes(name) ? 'google' : 'azure'
  const { takings, take } = useTaking((chosen) =>
    change((present) =>
      withDomains(present, platform, (list) => list.map((each) => (each === name ? chosen : each))),
    ),
  )
  return (
    <SuggestedNames
      title={`Available instead of ${name}`}
      seed={name}
      platform={platform}
      selected={selected}
      takings={takings}
      isFull={false}
      onAdd={take}
    />
  )
}

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
