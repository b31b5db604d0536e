import { sentenceCase } from '#base/text/sentence-case.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { momentText } from '#ui/time-texts.ts'
import type { ConsolePayment } from '../api/console-orders.ts'

const columns: readonly ConsoleColumn<ConsolePayment>[] = [
  { id: 'for', title: 'For', cell: ({ kind }) => sentenceCase(kind) },
  { id: 'status', title: 'Status', cell: ({ status }) => sentenceCase(status) },
  { id: 'amount', title: 'Amount', align: 'right', cell: ({ cents }) => formatUsd(cents) },
  {
    id: 'refunded',
    title: 'Given back',
    align: 'right',
    cell: ({ refundedCents }) => (refundedCents > 0 ? formatUsd(refundedCents) : '–'),
  },
  { id: 'at', title: 'When', cell: ({ at }) => <span className="whitespace-nowrap">{momentText(at)}</span> },
]

/** What was paid for an order, and what was begun to be. */
export const PaymentsTable = ({ payments }: { payments: readonly ConsolePayment[] }) =>
  payments.length === 0 ? (
    <p className="px-5 pb-4 text-muted">Nothing was paid for it.</p>
  ) : (
    <ConsoleTable label="Payments" rows={payments} keyOf={({ id }) => id} columns={columns} />
  )
