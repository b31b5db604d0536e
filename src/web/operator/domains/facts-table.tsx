import { CircleCheck, CircleDashed } from 'lucide-react'
import type { DomainFact } from '#shared/api/console/domains.ts'
import { clockText } from '../../ui/time-texts.ts'
import type { ConsoleColumn } from '../table/columns.ts'
import { ConsoleTable } from '../table/console-table.tsx'

const Agrees = ({ agrees }: DomainFact) => (
  <span className={agrees ? 'text-success' : 'text-warning'}>
    {agrees ? (
      <CircleCheck aria-hidden className="size-4" />
    ) : (
      <CircleDashed aria-hidden className="size-4" />
    )}
    <span className="sr-only">{agrees ? 'As wanted' : 'Not as wanted, or not looked at lately'}</span>
  </span>
)

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
