import { CircleCheck, CircleDashed, CircleHelp } from 'lucide-react'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { clockText } from '#ui/time-texts.ts'
import type { DomainFact } from '../api/console-domains.ts'

const marks = {
  true: { Icon: CircleCheck, tone: 'text-success', word: 'As wanted' },
  false: { Icon: CircleDashed, tone: 'text-warning', word: 'Not as wanted, or not looked at lately' },
  null: { Icon: CircleHelp, tone: 'text-muted', word: 'Unknown' },
} as const

function Agrees({ agrees }: DomainFact) {
  const { Icon, tone, word } = marks[`${agrees}`]
  return (
    <span className={tone}>
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{word}</span>
    </span>
  )
}

const columns: readonly ConsoleColumn<DomainFact>[] = [
  {
    id: 'label',
    title: 'Matter',
    cell: (fact) => (
      <span className="inline-flex items-center gap-2">
        <Agrees {...fact} /> {fact.label}
      </span>
    ),
  },
  {
    id: 'seen',
    title: 'Seen',
    cell: ({ seen }) => (
      <span className="whitespace-pre-line text-left wrap-anywhere">{seen ?? 'not yet'}</span>
    ),
  },
  {
    id: 'wanted',
    title: 'Wanted',
    cell: ({ wanted }) => (
      <span className="whitespace-pre-line text-left text-muted wrap-anywhere">{wanted}</span>
    ),
  },
  {
    id: 'at',
    title: 'Looked at',
    cell: ({ at }) => <span className="whitespace-nowrap">{at ? clockText(at) : '–'}</span>,
  },
]

/** What is known, beside what is wanted, each with its age. */
export const FactsTable = ({ facts }: { facts: readonly DomainFact[] }) => (
  <ConsoleTable label="What is known" rows={facts} keyOf={({ label }) => label} columns={columns} />
)
