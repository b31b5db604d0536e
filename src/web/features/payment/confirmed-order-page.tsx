import { CircleCheck } from 'lucide-react'
import type { PaymentConfirmation } from '#shared/api/payments.ts'
import type { PlanId } from '#shared/catalog.ts'
import { formatUsd } from '#shared/pricing.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { FactList } from '../order-wizard/fact-list.tsx'
import { PaymentNotice } from './payment-notice.tsx'
import { usePayment } from './use-payment.ts'

const planLabels: Record<PlanId, string> = {
  azure: 'Entra',
  google: 'Google',
  premium: 'Premium (Entra + Google)',
}
const next = [
  'Our team starts setting up your order right away.',
  'You get setup confirmation e-mails for each order within 24-48 hours.',
  'You can track the status of your order on your dashboard.',
]

/** What was ordered, once its payment is verified. */
export function ConfirmedOrderPage() {
  const payment = usePayment()
  if (payment.status !== 'paid') return <PaymentNotice payment={payment} />
  return (
    <>
      <CircleCheck className="mb-4 text-success" />
      <h1 className="text-page-title">Order Confirmed!</h1>
      <Card className="mt-6">
        <FactList facts={factsOf(payment.confirmation)} />
      </Card>
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

const factsOf = ({ orderId, date, plan, orderCount, totalCents }: PaymentConfirmation) =>
  [
    [
      'Order ID',
      <code key="id" className="break-all font-mono text-secondary">
        {orderId ?? '—'}
      </code>,
    ],
    ['Date', dates.format(new Date(date))],
    ['Plan', plan ? planLabels[plan] : '—'],
    ['Number of Orders', orderCount],
    ['Paid', `${formatUsd(totalCents)} USD`],
  ] as const
