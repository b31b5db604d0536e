import { Info } from 'lucide-react'
import { useMemo } from 'react'
import { numberText } from '#base/text/number-text.ts'
import {
  dollarsPerHourSaved,
  minutesSavedPerDomain,
  minutesSavedPerMailbox,
} from '#features/plans/rules/catalog.ts'
import { dollarsSavedText, hoursText } from '#features/plans/rules/savings.ts'
import { cx } from '#ui/cx.ts'
import { latePart } from '#ui/late-part.tsx'
import { whenIdle } from '#ui/when-idle.ts'
import type { OrderListItem, OrdersSummary } from '../../api/orders.ts'
import { accountFacts, accountFactTexts } from '../../rules/account-facts.ts'

const markPlace =
  'relative grid size-4 shrink-0 place-items-center rounded-full after:absolute after:-inset-1'
const markIcon = <Info className="size-3" />

/** The mark stands at once; it can be used when what it explains has arrived, which takes the place of it. */
const Explanation = latePart(
  async () => {
    await whenIdle()
    return import('./explanation.tsx')
  },
  { Waiting: () => <span className={markPlace}>{markIcon}</span>, Missing: ({ children }) => children },
)

interface SummaryStripProps {
  orders: readonly OrderListItem[]
  summary: OrdersSummary
}

/** What was saved, and below, smaller, what the account has and costs; how each is computed is behind its mark. */
export function SummaryStrip({ orders, summary: { timeSaved, inboxCount } }: SummaryStripProps) {
  const facts = useMemo(() => accountFacts(orders), [orders])
  const cards = [
    {
      label: 'Hours of time saved',
      value: hoursText(timeSaved),
      how: `${minutesSavedPerMailbox} minutes for each inbox and ${minutesSavedPerDomain} minutes for each domain that is set up.`,
    },
    {
      label: 'Inboxes set up',
      value: numberText(inboxCount),
      how: 'Inboxes that your sending tool has confirmed. Those of orders on hold and of domains that are not done yet count, too.',
    },
    {
      label: 'Money saved',
      value: dollarsSavedText(timeSaved),
      how: `Hours of time saved, at $${dollarsPerHourSaved} an hour.`,
    },
  ]
  const below = [
    {
      label: 'Active inboxes',
      value: numberText(facts.activeInboxes),
      how: accountFactTexts.activeInboxes,
    },
    { label: 'Domains', value: numberText(facts.domains), how: accountFactTexts.domains },
    {
      label: 'Monthly price',
      value: `$${numberText(facts.monthlyCents / 100, 2)}`,
      how: accountFactTexts.monthlyCents,
    },
  ]
  return (
    <dl className="grid w-full grid-cols-[repeat(auto-fit,minmax(min(100%,max(5.5rem,30%)),1fr))] gap-px overflow-hidden rounded-card border border-line bg-line lg:w-auto lg:grid-cols-3">
      {cards.map((figure) => (
        <div
          key={figure.label}
          className="flex flex-col-reverse justify-end bg-surface px-3 pt-2.5 pb-2 sm:px-5"
        >
          <Figure {...figure} valueClass="text-card-title sm:text-figure" />
        </div>
      ))}
      {below.map((figure) => (
        <div
          key={figure.label}
          className="flex flex-wrap items-baseline justify-between gap-x-3 bg-surface px-3 py-1.5 sm:px-5"
        >
          <Figure {...figure} labelClass="text-label" valueClass="text-secondary" />
        </div>
      ))}
    </dl>
  )
}

interface FigureProps {
  label: string
  value: string
  how: string
  labelClass?: string
  valueClass: string
}

const Figure = ({
  label,
  value,
  how,
  labelClass = 'text-secondary max-sm:text-label',
  valueClass,
}: FigureProps) => (
  <>
    <dt className={cx('flex items-center gap-1 text-muted', labelClass)}>
      {label}
      <Explained label={label} how={how} />
    </dt>
    <dd className={cx('whitespace-nowrap tabular-nums', valueClass)}>{value}</dd>
  </>
)

const Explained = ({ label, how }: { label: string; how: string }) => (
  <Explanation how={how}>
    <button
      type="button"
      aria-label={`How it is computed: ${label}`}
      className={cx(markPlace, 'hover:text-text')}
    >
      {markIcon}
    </button>
  </Explanation>
)
