import type { ReactNode } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import { billingPeriodDays, platformContents, platformsOf } from '#features/plans/rules/catalog.ts'
import { planLabel } from '#features/plans/rules/naming.ts'
import { Card } from '#ui/card.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { usePrices } from '#ui/frame/use-prices.ts'
import { WizardFrame } from '#ui/frame/wizard-frame.tsx'
import { PlatformGlyph } from '#ui/platform-glyph.tsx'
import { quoteDraft } from '../rules/draft-quote.ts'
import type { OrderDraft } from '../rules/order-draft.ts'
import { requiredOf, selectedDomains } from '../rules/order-draft.ts'
import { orderSteps } from './order-steps.ts'
import { ReserveNote } from './reserve-note.tsx'
import { UnfitSparesNote } from './unfit-spares-note.tsx'

/** What the order comes to so far. */
function RunningSummary({ draft }: { draft: OrderDraft }) {
  const quote = quoteDraft(draft, usePrices())
  const { plan } = draft
  const naming = useConfig()
  if (!plan || !quote) return null
  const [selected, required] = [selectedDomains(draft), requiredOf(draft)]
  return (
    <Card>
      <h2 className="text-card-title">Your order</h2>
      <dl className="mt-3 flex flex-col gap-2">
        <Line label={planLabel(plan, naming)}>{countOf(draft.orderCount, 'order')}</Line>
        {platformsOf(plan).map((platform) => (
          <Line
            key={platform}
            label={
              <span className="flex items-center gap-2">
                <PlatformGlyph platform={platform} />
                {platformContents[platform].name} domains
              </span>
            }
          >
            {selected[platform].length} of {required[platform]}
          </Line>
        ))}
      </dl>
      <dl className="mt-3 flex flex-col gap-2 border-line border-t pt-3">
        <Line label="Monthly">{formatUsd(quote.monthlyCents)}</Line>
        <Line label="Domains, once">{formatUsd(quote.oneTimeCents)}</Line>
      </dl>
      <dl className="mt-3 border-line border-t pt-3 font-medium">
        <Line label="Due now" strong>
          {formatUsd(quote.totalCents)}
        </Line>
      </dl>
      <p className="mt-1 text-label text-muted">
        Then {formatUsd(quote.monthlyCents)} every {billingPeriodDays} days.
      </p>
    </Card>
  )
}

function Line({ label, strong, children }: { label: ReactNode; strong?: boolean; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <dt className={strong ? undefined : 'text-muted'}>{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

interface OrderFrameProps {
  draft: OrderDraft
  /** Counted from 1. */
  current: number
  title: string
  intro: ReactNode
  actions: ReactNode
  children: ReactNode
}

/** A step between choosing the plan and reviewing: what it comes to stands beside it all the time. */
export function OrderFrame({ draft, children, ...rest }: OrderFrameProps) {
  const quote = quoteDraft(draft, usePrices())
  return (
    <WizardFrame
      {...rest}
      steps={orderSteps}
      summary={<RunningSummary draft={draft} />}
      summaryLine={quote && `${formatUsd(quote.totalCents)} due now`}
    >
      <ReserveNote draft={draft} />
      <UnfitSparesNote draft={draft} />
      {children}
    </WizardFrame>
  )
}
