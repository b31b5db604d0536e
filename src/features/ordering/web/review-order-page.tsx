import type { Ref } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { formatUsd } from '#base/text/usd.ts'
import { paymentOutcomeMessages } from '#features/billing/rules/payment-outcome.ts'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import { billingPeriodDays, type DomainOption } from '#features/plans/rules/catalog.ts'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { RoomNote } from '#ui/frame/room-note.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { WizardFrame } from '#ui/frame/wizard-frame.tsx'
import { latePart } from '#ui/late-part.tsx'
import { MissingPart } from '#ui/missing-parts.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { toast } from '#ui/toast.ts'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { checkoutMessages } from '../rules/checkout-validation.ts'
import { type OrderDraft, requiredOf } from '../rules/order-draft.ts'
import { Invoice } from './invoice.tsx'
import { Onward } from './onward.tsx'
import { useOrderDraft } from './order-draft-store.ts'
import { orderSteps } from './order-steps.ts'
import { PromotionField } from './promotion-field.tsx'
import { ReviewOrderCard } from './review-order-card.tsx'
import { ReviewToolCard } from './review-tool-card.tsx'
import { ReviewUsersCard } from './review-users-card.tsx'
import { UnfitSparesNote } from './unfit-spares-note.tsx'
import { useAllowedStep } from './use-allowed-step.ts'
import { useCheckout } from './use-checkout.ts'
import type { OrderQuote } from './use-order-quote.ts'
import { useOrderQuote } from './use-order-quote.ts'

interface ReviewPaymentCardProps {
  offer: OrderQuote
  domainOption: DomainOption | null
  terms: Ref<HTMLDetailsElement>
}

/** What is agreed to before paying. */
function ReviewPaymentCard({ offer, domainOption, terms }: ReviewPaymentCardProps) {
  const { productName, supportEmail } = useConfig()
  return (
    <Card className="flex flex-col gap-4">
      <CardHeader title="Before you pay" />
      <PromotionField {...offer} />
      {domainOption === 'purchase' && (
        <p className="text-muted text-secondary">
          <strong className="font-medium text-text">Who owns the domains.</strong> {productName} registers
          them for you, is entered as their holder, and renews them while your order is active. You can move
          them to a registrar of your own: write to{' '}
          <a translate="no" href={`mailto:${supportEmail}`} className="link">
            {supportEmail}
          </a>{' '}
          and you receive their transfer codes.
        </p>
      )}
      <details ref={terms} className="text-secondary">
        <summary className="w-fit rounded-control font-medium">Terms and acceptable use, in short</summary>
        <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-muted">
          <li>
            The subscription is charged every {billingPeriodDays} days until you cancel. Cancelling acts at
            once.
          </li>
          <li>Registration fees are not refunded once a domain has been registered.</li>
          <li>
            Write only to people you may lawfully write to, name yourself truthfully, and stop when someone
            asks you to.
          </li>
          <li>No fraud, malware or illegal content. Accounts that do harm are suspended.</li>
        </ul>
      </details>
    </Card>
  )
}

/** Most orders never need it. */
const CheckoutFailed = latePart(() => import('./checkout-failed.tsx'), {
  Waiting: () => null,
  Missing: MissingPart,
})

/** Step 4 of an order. */
export function ReviewOrderPage() {
  const [draft] = useOrderDraft()
  const isCancelled = useSearchParams()[0].get('order_cancelled') === 'true'
  const redirect = useAllowedStep(draft, '/review-order', { isQuiet: isCancelled })
  useCancelledToast(isCancelled, Boolean(redirect))
  if (redirect || !draft.plan) return <Navigate to={redirect ?? '/choose-plan'} replace />
  return <Review draft={{ ...draft, plan: draft.plan }} />
}
export { ReviewOrderPage as Component }

function Review({ draft }: { draft: OrderDraft & { plan: PlanId } }) {
  const [isAccepted, setAccepted] = useState(false)
  const isWide = useMediaQuery('(min-width: 68.75rem)')
  const offer = useOrderQuote(draft)
  const { isProcessing, failure, checkout } = useCheckout(offer.replaceQuote)
  const { quote, appliedCode } = offer
  const invoice = quote && <Invoice draft={draft} quote={quote} promotionCode={appliedCode} />
  const terms = useRef<HTMLDetailsElement>(null)
  return (
    <WizardFrame
      steps={orderSteps}
      current={4}
      title="Review Your Order"
      intro="Check what you are ordering. Nothing is set up before it is paid."
      summary={isWide && invoice}
      actions={
        <div className="flex w-full flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <AcceptTerms
            isAccepted={isAccepted}
            onAccept={setAccepted}
            onRead={() => terms.current && showTerms(terms.current)}
          />
          <ButtonLink to="/setup-domain-settings" variant="quiet">
            Go Back
          </ButtonLink>
          <Onward
            toDo={
              offer.isChecking
                ? 'Checking your promotion code…'
                : isAccepted
                  ? undefined
                  : 'Accept the terms to check out.'
            }
          >
            {!isWide && quote && (
              <span className="font-medium tabular-nums max-sm:sr-only">{formatUsd(quote.totalCents)}</span>
            )}
            <Button
              variant="primary"
              loading={isProcessing}
              loadingText="Processing Order..."
              unavailable={
                (offer.isChecking && 'The promotion code is being checked. One moment, please.') ||
                (!isAccepted && checkoutMessages.termsMissing)
              }
              onClick={() =>
                quote && checkout({ draft, quote, promotionCode: appliedCode, termsAccepted: isAccepted })
              }
            >
              Checkout with Stripe
            </Button>
          </Onward>
        </div>
      }
    >
      <UnfitSparesNote
        draft={draft}
        action={
          <ButtonLink to="/setup-domain-settings" size="small">
            Change settings
          </ButtonLink>
        }
      />
      <div className="flex flex-col gap-4">
        <ReviewToolCard draft={draft} />
        <ReviewOrderCard draft={draft} />
        <ReviewUsersCard draft={draft} />
        {!isWide && invoice}
        <RoomNote places={{ needed: requiredOf(draft), areSomeKept: false }} />
        <ReviewPaymentCard offer={offer} domainOption={draft.domainOption} terms={terms} />
        {failure && <CheckoutFailed failure={failure} />}
      </div>
      {isProcessing && <ProcessingOverlay />}
    </WizardFrame>
  )
}

interface AcceptTermsProps {
  isAccepted: boolean
  onAccept: (isAccepted: boolean) => void
  onRead: () => void
}

/** What is agreed to, beside the button that it holds back. */
const AcceptTerms = ({ isAccepted, onAccept, onRead }: AcceptTermsProps) => (
  <div className="flex basis-full flex-wrap items-center justify-end gap-x-3 text-secondary max-sm:justify-between">
    <Checkbox checked={isAccepted} onCheckedChange={onAccept}>
      I accept the terms and the acceptable use policy
    </Checkbox>
    <button type="button" className="link max-sm:ml-6.5" onClick={onRead}>
      Read the terms
    </button>
  </div>
)

function showTerms(details: HTMLDetailsElement): void {
  details.open = true
  details.scrollIntoView({ block: 'center' })
  details.querySelector('summary')?.focus({ preventScroll: true })
}

/** Nothing can be changed while the order is on its way. */
const ProcessingOverlay = () => (
  <div className="fixed inset-0 z-30 grid place-items-center bg-scrim px-gutter">
    <div role="status" className="flex items-center gap-3 rounded-card bg-raised px-5 py-4 shadow-float">
      <Spinner />
      <p>Please do not close this window.</p>
    </div>
  </div>
)

/** Back from the payment page without having paid: told once. A page that is left takes its address along. */
function useCancelledToast(isCancelled: boolean, isLeaving: boolean): void {
  const [, setQuery] = useSearchParams()
  useEffect(() => {
    if (!isCancelled) return
    toast.error(paymentOutcomeMessages.cancelled, { id: 'order-cancelled' })
    if (isLeaving) return
    setQuery(
      (present) => {
        present.delete('order_cancelled')
        return present
      },
      { replace: true },
    )
  }, [isCancelled, isLeaving, setQuery])
}
