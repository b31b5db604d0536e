import { Check } from 'lucide-react'
import { useState } from 'react'
import { formatUsd } from '#base/text/usd.ts'
import { orderCountMax, orderCountMin, type Plan, platformsOf } from '#features/plans/rules/catalog.ts'
import { planName } from '#features/plans/rules/naming.ts'
import { planFeatures } from '#features/plans/rules/plan-features.ts'
import { orderCents } from '#features/plans/rules/price-list.ts'
import { registrationFees } from '#features/plans/rules/registration-fees.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { usePrices } from '#ui/frame/use-prices.ts'
import { PlatformGlyph } from '#ui/platform-glyph.tsx'
import { Select } from '#ui/select.tsx'

const counts = Array.from({ length: orderCountMax }, (_, index) => {
  const count = String(index + orderCountMin)
  return { value: count, label: count }
})

interface PlanCardProps {
  plan: Plan
  /** What is ordered are spares. */
  isReserve: boolean
  isChosen: boolean
  initialCount: number
  onChoose: (orderCount: number) => void
}

/** One plan: what one order of it contains and costs, how many orders, and the button that takes it. */
export function PlanCard({ plan, isReserve, isChosen, initialCount, onChoose }: PlanCardProps) {
  const [orderCount, setOrderCount] = useState(initialCount)
  const prices = usePrices()
  const { purchasableTlds, planNames } = useConfig()
  const fees = registrationFees(prices, purchasableTlds)
  const name = planName(plan.id, planNames)
  return (
    <section
      aria-label={name}
      className={cx(
        'flex min-w-0 flex-col rounded-card border bg-surface p-5',
        isChosen ? 'border-accent' : 'border-line',
      )}
    >
      <header className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="min-w-0 text-card-title wrap-anywhere">{name}</h2>
        {platformsOf(plan.id).map((platform) => (
          <PlatformGlyph key={platform} platform={platform} />
        ))}
        {isChosen && (
          <Badge tone="info" className="ml-auto">
            Your choice
          </Badge>
        )}
      </header>
      {plan.audience && <p className="mt-1 text-accent text-secondary">{plan.audience}</p>}
      <PlanPrice plan={plan} cents={orderCents(prices, plan.id, isReserve)} />
      <ul className="mt-4 flex flex-col gap-2">
        {planFeatures(plan.id).map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check className="mt-0.5 text-success" />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
      <ul className="mt-4 mb-5 flex flex-col gap-1 border-line border-t pt-4 text-muted text-secondary">
        <li>New domains: one-time {fees.com ?? fees.others} per domain</li>
        {fees.com && fees.others && <li>{fees.others} for endings other than .com</li>}
        <li>{plan.ownDomains ? 'Domains you own already cost nothing' : 'Domains are registered for you'}</li>
      </ul>
      <Field
        label="How many orders would you like to place?"
        hint="All orders will be for the same forwarding domain."
        className="mt-auto"
      >
        <Select
          value={String(orderCount)}
          onValueChange={(value) => setOrderCount(Number(value))}
          options={counts}
        />
      </Field>
      <Button
        variant={isChosen ? 'primary' : 'secondary'}
        className="mt-3"
        onClick={() => onChoose(orderCount)}
      >
        <span className="truncate">Select {name}</span>
      </Button>
    </section>
  )
}

/** What an order costs a month, beside what it cost before. */
function PlanPrice({ plan, cents }: { plan: Plan; cents: number }) {
  const original = useConfig().originalPriceCents[plan.id]
  const isReduced = original !== undefined && original > cents
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-2">
      {isReduced && (
        <s className="text-muted tabular-nums">
          <span className="sr-only">Original price </span>
          {formatUsd(original)}
        </s>
      )}
      <span className="text-figure tabular-nums">{formatUsd(cents)}</span>
      <span className="text-muted">per month, per order</span>
      {isReduced && <Badge tone="success">Save {Math.round(100 - (100 * cents) / original)}%</Badge>}
    </p>
  )
}
