import type { StatusTone } from '#features/orders/rules/order-status.ts'
import { Badge } from '#ui/badge.tsx'
import { LabelledCell } from '#ui/labelled-cell.tsx'
import { clockText } from '#ui/time-texts.ts'
import type { HealthOfDomain } from '../../rules/health-view.ts'

type Signal = HealthOfDomain['signals'][number]

const verdictWords: Record<Signal['verdict'], { word: string; tone: StatusTone }> = {
  ok: { word: 'In order', tone: 'success' },
  warn: { word: 'Warning', tone: 'warning' },
  bad: { word: 'Bad', tone: 'danger' },
  unknown: { word: 'Unknown', tone: 'neutral' },
  unwatched: { word: 'Not watched', tone: 'neutral' },
}

/** What every source has said last: verdict, what was seen with its numbers, its weight, its age. */
export function SignalTable({ signals }: { signals: readonly Signal[] }) {
  return (
    <table aria-label="What is seen" className="block-table w-full text-left">
      <thead>
        <tr>
          {['What', 'Verdict', 'Seen', 'Points taken', 'Source', 'When'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {signals.map(({ label, source, verdict, points, evidence, observedAt, isFresh }) => (
          <tr key={`${label} ${source}`}>
            <th scope="row" className="font-normal">
              {label}
            </th>
            <LabelledCell label="Verdict">
              <Badge tone={verdictWords[verdict].tone}>{verdictWords[verdict].word}</Badge>
            </LabelledCell>
            <LabelledCell label="Seen">{evidence}</LabelledCell>
            <LabelledCell label="Points taken" align="right">
              {points}
            </LabelledCell>
            <LabelledCell label="Source">{source}</LabelledCell>
            <LabelledCell label="When">
              {clockText(observedAt)}
              {!isFresh && ' (too old to count)'}
            </LabelledCell>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
