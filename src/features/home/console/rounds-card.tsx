import type { ResponseOf } from '#base/api/endpoint.ts'
import { countOf } from '#base/text/count-of.ts'
import { sentenceCase } from '#base/text/sentence-case.ts'
import { Badge } from '#ui/badge.tsx'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { clockText, durationText } from '#ui/time-texts.ts'
import type { consoleHome, Round } from '../api/console-home.ts'

type Home = Pick<ResponseOf<typeof consoleHome>, 'due' | 'rounds' | 'readAt'>
/** A round is late after two of them, and half a minute for noting it. */
const lateAfterMs = (everyMs: number) => 2 * everyMs + 30_000

interface ShownRound extends Round {
  readAt: string
}

/** What is due, and when each round last ended. */
export function RoundsCard({ due, rounds, readAt }: Home) {
  return (
    <>
      <p className="border-line border-b px-5 py-2.5 text-secondary">
        Due now: {countOf(due.names, 'domain')}
        {due.oldestName && ` (the first since ${clockText(due.oldestName)})`}, {countOf(due.mails, 'mail')},{' '}
        {countOf(due.paymentEvents, 'payment event')}.
      </p>
      {rounds.length === 0 ? (
        <EmptyState title="No worker has been here yet">
          Start a process with ROLE=worker, or ROLE=all.
        </EmptyState>
      ) : (
        <ConsoleTable
          label="Workers’ rounds"
          rows={rounds.map((round): ShownRound => ({ ...round, readAt }))}
          keyOf={({ what }) => what}
          columns={columns}
        />
      )}
    </>
  )
}

function State({ problem, doneAt, everyMs, readAt }: ShownRound) {
  if (problem !== null)
    return (
      <>
        <Badge tone="danger">Failed</Badge>{' '}
        <span className="text-muted text-secondary wrap-anywhere">{problem}</span>
      </>
    )
  const isLate =
    doneAt === null || new Date(readAt).getTime() - new Date(doneAt).getTime() > lateAfterMs(everyMs)
  return isLate ? <Badge tone="warning">Late</Badge> : <Badge tone="success">On time</Badge>
}

const columns: readonly ConsoleColumn<ShownRound>[] = [
  { id: 'what', title: 'Looks for', cell: ({ what }) => sentenceCase(what) },
  {
    id: 'every',
    title: 'Every',
    cell: ({ everyMs }) => durationText(Math.round(everyMs / 1000)),
    align: 'right',
  },
  { id: 'done', title: 'Last ended', cell: ({ doneAt }) => (doneAt ? clockText(doneAt) : 'Never') },
  { id: 'state', title: 'State', cell: (round) => <State {...round} />, align: 'right' },
]
