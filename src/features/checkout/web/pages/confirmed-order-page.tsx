import { CircleCheck } from 'lucide-react'
import { formatUsd } from '#base/text/usd.ts'
import { paidWords } from '#features/billing/rules/paid-words.ts'
import { backText, isServed } from '#features/billing/rules/payment-served.ts'
import { isMixed, type PlanId, platformContents, platformsOf } from '#features/plans/rules/catalog.ts'
import { type PlanNames, planName } from '#features/plans/rules/naming.ts'
import { Alert } from '#ui/alert.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card } from '#ui/card.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import type { PaymentConfirmation } from '../../api/payments.ts'
import { PaymentGoesBack } from './payment-goes-back.tsx'
import { PaymentNotice } from './payment-notice.tsx'
import { usePayment } from './use-payment.ts'

/** "Premium (Entra + Google)": a plan over several platforms says which. */
const planText = (plan: PlanId, names: PlanNames): string =>
  isMixed(plan)
    ? `${planName(plan, names)} (${platformsOf(plan)
        .map((platform) => platformContents[platform].name)
        .join(' + ')})`
    : planName(plan, names)

/** What was paid for, once its payment is verified. */
export function ConfirmedOrderPage() {
  const payment = usePayment()
  const { planNames } = useConfig()
  if (payment.status !== 'paid') return <PaymentNotice payment={payment} />
  const { confirmation } = payment
  if (!isServed(confirmation)) return <PaymentGoesBack confirmation={confirmation} />
  const { title, next } = paidWords[confirmation.kind]
  const back = backText(confirmation)
  return (
    <>
      <CircleCheck className="mb-4 text-success" />
      <h1 className="text-page-title">{title}</h1>
      <Card className="mt-6">
        <FactList facts={factsOf(confirmation, planNames)} />
      </Card>
      {back && (
        <Alert tone="warning" className="mt-4">
          {back}
        </Alert>
      )}
      <h2 className="mt-6 text-card-title">What's Next?</h2>
      <ol className="mt-2 flex list-decimal flex-col gap-1 pl-5 text-muted">
        {next.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ol>
      <ButtonLink to="/dashboard" variant="primary" className="mt-6 self-start">
        Go to Dashboard
      </ButtonLink>
    </>
  )
}
export { ConfirmedOrderPage as Component }

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

type Fact = Parameters<typeof FactList>[0]['facts'][number]

const factsOf = ({ orderId, date, plan, orderCount, totalCents }: PaymentConfirmation, names: PlanNames) => {
  // What is paid for besides an order has neither a number nor a plan of its own.
  const facts: Fact[] = []
  if (orderId)
    facts.push([
      'Order ID',
      <code translate="no" key="id" className="break-all font-mono text-secondary">
        {orderId}
      </code>,
    ])
  facts.push(['Date', dates.format(new Date(date))])
  if (plan) facts.push(['Plan', planText(plan, names)])
  if (orderId) facts.push(['Number of Orders', orderCount])
  facts.push(['Paid', `${formatUsd(totalCents)} USD`])
  return facts
}
