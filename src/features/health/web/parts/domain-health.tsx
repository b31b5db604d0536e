import '#ui/block-table.css'
import type { ReactNode } from 'react'
import { listed } from '#base/text/listed.ts'
import { Badge } from '#ui/badge.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { momentText } from '#ui/time-texts.ts'
import type { HealthOfDomain } from '../../rules/health-view.ts'
import { type ActAnswers, ActCard } from './act-card.tsx'
import { saidToCustomer } from './act-lines.ts'
import { NinetyDays } from './ninety-days.tsx'
import { SignalTable } from './signal-table.tsx'
import { spareText } from './spare-text.ts'
import { StateWord } from './state-word.tsx'

interface DomainHealthProps {
  view: HealthOfDomain
  /** Nothing where whoever looks may only look. */
  answers?: ActAnswers
  /** What may take its place, where it is theirs to choose. */
  replacing?: ReactNode
}

/** One domain's health: what is so and since when, its last 90 days, what every source says, and what was decided. */
export function DomainHealth({ view, answers, replacing }: DomainHealthProps) {
  const { state, since, sentence, todo, score, coverage, lookedAt, signals, missing, decisions } = view
  return (
    <div className="grid min-w-0 gap-4 *:min-w-0">
      <Card>
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <StateWord state={state} />
          <span className="text-muted text-secondary">since {momentText(since)}</span>
          {view.spare && <Badge>{spareText(view.spare, Date.now())}</Badge>}
        </p>
        <p className="mt-2">{sentence}</p>
        {todo && <p className="mt-1 font-medium">{answers ? todo : saidToCustomer(todo)}</p>}
        <p className="mt-2 text-muted text-secondary">
          {lookedAt
            ? `${score} of 100 points, with ${coverage} % of the picture known; looked at ${momentText(lookedAt)}.`
            : 'Not looked at yet: that happens within minutes.'}
          {lookedAt && missing.length > 0 && ` Not seen: ${listed(missing)}.`}
        </p>
      </Card>
      {view.act && <ActCard act={view.act} answers={answers} />}
      {replacing}
      <NinetyDays view={view} />
      <Card flush className="overflow-clip">
        <div className="p-4 pb-2 md:px-5">
          <CardHeader
            title="What is seen"
            description="The last word of every source, what weighs most first."
          />
        </div>
        <SignalTable signals={signals} />
      </Card>
      {decisions.length > 0 && (
        <Card>
          <CardHeader
            title="What was decided"
            description="Each from what was known then; the newest first."
          />
          <ul className="mt-3 grid gap-2">
            {decisions.map(({ at, to, why }) => (
              <li key={at} className="grid gap-x-4 sm:grid-cols-[8rem_6rem_minmax(0,1fr)]">
                <span className="text-muted text-secondary tabular-nums">{momentText(at)}</span>
                <StateWord state={to} />
                <span className="min-w-0 wrap-anywhere">{why}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
