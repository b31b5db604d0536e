import { formatUsd, isRecurring, type Quote } from '#shared/money/pricing.ts'
import { countOf } from '#shared/text/count-of.ts'

interface ReinstatePriceProps {
  quote: Quote
  /** Whether it is known which domains cost extra. */
  isKnown: boolean
}

/** What is due now and later, and which domains cost extra. */
export function ReinstatePrice({ quote, isKnown }: ReinstatePriceProps) {
  const orders = quote.items.filter(({ product }) => isRecurring(product))
  const registered = quote.items.filter(({ product }) => !isRecurring(product))
  return (
    <section aria-label="Price" className="flex flex-col gap-1 text-secondary">
      <p className="font-medium text-body text-text tabular-nums">{formatUsd(quote.totalCents)} due now</p>
      <p className="text-muted">
        {formatUsd(quote.monthlyCents)} for {countOf(orders.length, 'order')}, charged again every 30 days.
      </p>
      {registered.map(({ key, netCents }) => (
        <p key={key} className="text-muted">
          {formatUsd(netCents)} once for the registration of <span className="text-text">{key}</span>: it has
          run out, or what was paid for it went back to you.
        </p>
      ))}
      {!isKnown && (
        <p className="text-muted">
          A domain whose registration has run out, or was refunded, costs its usual price: you see the total
          before you pay.
        </p>
      )}
      <p className="text-muted">Nothing is set up before you have paid.</p>
    </section>
  )
}
