import type { ReactNode } from 'react'
import { formatUsd } from '#base/text/usd.ts'
import { usePrices } from '#ui/frame/use-prices.ts'
import { WizardFrame } from '#ui/frame/wizard-frame.tsx'
import { quoteDraft } from '../rules/draft-quote.ts'
import type { OrderDraft } from '../rules/order-draft.ts'
import { orderSteps } from './order-steps.ts'
import { ReserveNote } from './reserve-note.tsx'
import { RunningSummary } from './running-summary.tsx'
import { UnfitSparesNote } from './unfit-spares-note.tsx'

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
