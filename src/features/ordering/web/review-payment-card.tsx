import type { Ref } from 'react'
import { billingPeriodDays, type DomainOption } from '#features/plans/rules/catalog.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { PromotionField } from './promotion-field.tsx'
import type { OrderQuote } from './use-order-quote.ts'

interface ReviewPaymentCardProps {
  offer: OrderQuote
  domainOption: DomainOption | null
  terms: Ref<HTMLDetailsElement>
}

/** What is agreed to before paying. */
export function ReviewPaymentCard({ offer, domainOption, terms }: ReviewPaymentCardProps) {
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
