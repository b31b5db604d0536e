import type { ConsolePayment } from '#shared/api/console/orders.ts'
import { formatUsd } from '#shared/money/usd.ts'
import { sentenceCase } from '#shared/text/sentence-case.ts'
import { momentText } from '../../ui/time-texts.ts'
import type { ConsoleColumn } from '../table/columns.ts'
import { ConsoleTable } from '../table/console-table.tsx'

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
