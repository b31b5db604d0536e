import { CircleCheck } from 'lucide-react'
import type { ResponseOf } from '#base/api/endpoint.ts'
import { numberText } from '#base/text/number-text.ts'
import type { StatusTone } from '#features/orders/rules/order-status.ts'
import { Badge } from '#ui/badge.tsx'
import { OpenLink } from '#ui/console/page/open-link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { clockText } from '#ui/time-texts.ts'
import type { consoleHome } from '../api/console-home.ts'
import { type WaitingLine, waitingLines } from './waiting-lines.ts'

const tones: Record<WaitingLine['urgency'], { word: string; tone: StatusTone }> = {
  alarm: { word: 'Alarm', tone: 'danger' },
  act: { word: 'Act', tone: 'warning' },
  look: { word: 'Look', tone: 'info' },
  waits: { word: 'Waits', tone: 'neutral' },
}

/** Everything that waits for somebody, one line for each cause, the most urgent first. */
export function WaitingList({ home }: { home: ResponseOf<typeof consoleHome> }) {
  const lines = waitingLines(home)
  if (lines.length === 0)
    return (
      <EmptyState icon={<CircleCheck />} title="Nothing waits">
        No alarm, no work item, and no domain that stands still.
      </EmptyState>
    )
  return (
    <ul aria-label="What waits">
      {lines.map((line) => (
        <li key={line.key} className="border-line border-t first:border-t-0 hover:bg-hover">
          <Line {...line} />
        </li>
      ))}
    </ul>
  )
}

const Line = ({ urgency, count, title, detail, since, to }: WaitingLine) => {
  const { word, tone } = tones[urgency]
  return (
    <div className="relative grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-baseline gap-x-3 px-5 py-2.5 max-sm:grid-cols-[minmax(0,1fr)_auto]">
      <span className="max-sm:col-span-full max-sm:mb-1">
        <Badge tone={tone}>{word}</Badge>
      </span>
      <div className="min-w-0">
        <OpenLink
          to={to}
          plain="font-medium wrap-anywhere"
          className="font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
        >
          {title}
        </OpenLink>
        {detail && <p className="text-muted text-secondary wrap-anywhere">{detail}</p>}
      </div>
      <p className="text-right tabular-nums">
        {count !== undefined && <span className="block font-medium">{numberText(count)}</span>}
        {since && <span className="block text-muted text-secondary">since {clockText(since)}</span>}
      </p>
    </div>
  )
}
