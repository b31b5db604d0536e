import { Info } from 'lucide-react'
import type { OrdersSummary } from '#shared/api/orders.ts'
import { dollarsSavedText, hoursText } from '#shared/money/savings.ts'
import { dollarsPerHourSaved, minutesSavedPerDomain, minutesSavedPerMailbox } from '#shared/plans/catalog.ts'
import { numberText } from '#shared/text/number-text.ts'
import { cx } from '../../ui/cx.ts'
import { latePart } from '../../ui/late-part.tsx'
import { whenIdle } from '../../ui/when-idle.ts'

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

/** What the orders amount to, in three figures; how each is computed is behind its mark. */
export function SummaryStrip({ summary: { timeSaved, inboxCount } }: { summary: OrdersSummary }) {
  const figures = [
    {
      label: 'Hours of time saved',
      value: hoursText(timeSaved),
      how: `${minutesSavedPerMailbox} minutes for each inbox and ${minutesSavedPerDomain} minutes for each domain that is set up.`,
    },
    {
      label: 'Inboxes set up',
      value: numberText(inboxCount),
      how: 'Inboxes that your sending tool has confirmed.',
    },
    {
      label: 'Money saved',
      value: dollarsSavedText(timeSaved),
      how: `Hours of time saved, at $${dollarsPerHourSaved} an hour.`,
    },
  ]
  return (
    <dl className="grid w-full grid-cols-3 divide-x divide-line rounded-card border border-line bg-surface lg:w-auto">
      {figures.map(({ label, value, how }) => (
        <div key={label} className="flex flex-col-reverse px-3 py-2.5 sm:px-5">
          <dt className="flex items-center gap-1 text-muted text-secondary max-sm:text-label">
            {label}
            <Explained label={label} how={how} />
          </dt>
          <dd className="whitespace-nowrap text-card-title tabular-nums sm:text-figure">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

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
