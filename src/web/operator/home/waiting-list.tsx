import { CircleCheck } from 'lucide-react'
import type { consoleHome } from '#shared/api/console/home.ts'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import type { StatusTone } from '#shared/orders/order-status.ts'
import { numberText } from '#shared/text/number-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { clockText } from '../../ui/time-texts.ts'
import { OpenLink } from '../page/open-link.tsx'
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
