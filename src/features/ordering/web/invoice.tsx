import type { ReactNode } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import { planOfProduct, type Quote } from '#features/checkout/rules/pricing.ts'
import { tldOf } from '#features/names/rules/domain-name.ts'
import { billingPeriodDays, type PlanId } from '#features/plans/rules/catalog.ts'
import { planLabel } from '#features/plans/rules/naming.ts'
import { Card } from '#ui/card.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import type { OrderDraft } from '../rules/order-draft.ts'

interface InvoiceProps {
  draft: OrderDraft & { plan: PlanId }
  quote: Quote
  /** The code behind the discount. */
  promotionCode: string
}

/** What, how many, how much now, and how much every 30 days. */
export function Invoice({ draft, quote, promotionCode }: InvoiceProps) {
  const label = planLabel(draft.plan, useConfig())
  const [subscriptions, registrations] = [true, false].map((isPlan) =>
    quote.lines.filter(({ product }) => isPlan === (planOfProduct(product) !== undefined)),
  )
  return (
    <Card>
      <h2 className="text-card-title">Order Summary</h2>
      <dl className="mt-4 flex flex-col gap-4">
        <Item
          title="Monthly Subscription"
          note={`Billed every ${billingPeriodDays} days`}
          amount={formatUsd(quote.monthlyCents)}
        >
          {label}: {countOf(draft.orderCount, 'order')} × {formatUsd(subscriptions?.[0]?.unitCents ?? 0)}
        </Item>
        <Item
          title="Domain Registration"
          note={draft.domainOption === 'purchase' ? 'One-time fee' : 'Free for own domains'}
          amount={formatUsd(quote.oneTimeCents)}
        >
          {registrations?.map(({ unitCents, quantity }) => (
            <span key={unitCents} className="block">
              {quantity} {endingsAt(quote, unitCents)} × {formatUsd(unitCents)}
            </span>
          ))}
        </Item>
        {quote.discountCents > 0 && (
          <Item
            title="Discount"
            note={promotionCode || undefined}
            amount={`−${formatUsd(quote.discountCents)}`}
          >
            On the first payment
          </Item>
        )}
      </dl>
      <dl className="mt-4 border-line border-t pt-4">
        <div className="flex items-baseline justify-between gap-4">
          <dt className="font-medium">Total Cost</dt>
          <dd className="text-card-title tabular-nums">{formatUsd(quote.totalCents)} USD</dd>
        </div>
      </dl>
      <p className="mt-1 text-muted text-secondary">
        Due now. Then {formatUsd(quote.monthlyCents)} every {billingPeriodDays} days, until you cancel.
      </p>
    </Card>
  )
}

/** Which domains cost so much. */
function endingsAt({ items }: Quote, cents: number): string {
  const are = new Set(
    items.flatMap(({ kind, key, listCents }) =>
      kind === 'domain' && listCents === cents ? [tldOf(key) === 'com'] : [],
    ),
  )
  return are.size > 1 ? 'domains' : are.has(true) ? '.com' : 'other'
}

interface ItemProps {
  title: string
  note: string | undefined
  amount: string
  children: ReactNode
}

function Item({ title, note, amount, children }: ItemProps) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0">
        <span className="block font-medium">{title}</span>
        {note && <span className="block text-muted text-secondary">{note}</span>}
        <span className="block text-muted text-secondary tabular-nums">{children}</span>
      </dt>
      <dd className="tabular-nums">{amount}</dd>
    </div>
  )
}
