import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { ReinstatePrice as Price } from '../rules/reinstate-price.ts'

interface ReinstatePriceProps {
  price: Price
  /** Whether it is known which domains cost extra. */
  isKnown: boolean
}

/** What is due now and later, and which domains cost extra. */
export function ReinstatePrice({ price, isKnown }: ReinstatePriceProps) {
  return (
    <section aria-label="Price" className="flex flex-col gap-1 text-secondary">
      <p className="font-medium text-body text-text tabular-nums">{formatUsd(price.totalCents)} due now</p>
      <p className="text-muted">
        {formatUsd(price.monthlyCents)} for {countOf(price.orders, 'order')}, charged again every 30 days.
      </p>
      {price.registrations.map(({ name, cents }) => (
        <p key={name} className="text-muted">
          {formatUsd(cents)} once for the registration of <span className="text-text">{name}</span>: it has
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
