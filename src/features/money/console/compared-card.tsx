import { mayStaff } from '#base/access.ts'
import { formatUsd } from '#base/text/usd.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { momentText } from '#ui/time-texts.ts'
import { type MoneyView, readBooksAgain } from '../api/console-money.ts'
import { lookAtMoneyAgain } from './money-queries.ts'

type Compared = MoneyView['compared'][number]

const differs = ({ stripe, books }: Compared): boolean =>
  stripe.charged !== books.charged || stripe.returned !== books.returned

const columns: readonly ConsoleColumn<Compared>[] = [
  { id: 'month', title: 'Month', cell: ({ month }) => month },
  {
    id: 'stripe',
    title: 'Charged at Stripe',
    align: 'right',
    cell: ({ stripe }) => formatUsd(stripe.charged),
  },
  { id: 'books', title: 'Charged here', align: 'right', cell: ({ books }) => formatUsd(books.charged) },
  {
    id: 'back',
    title: 'Returned at Stripe',
    align: 'right',
    cell: ({ stripe }) => formatUsd(stripe.returned),
  },
  { id: 'ours', title: 'Returned here', align: 'right', cell: ({ books }) => formatUsd(books.returned) },
  { id: 'until', title: 'As of', align: 'right', cell: ({ until }) => momentText(until) },
  { id: 'same', title: 'Result', align: 'right', cell: (row) => (differs(row) ? 'Differs' : 'Same') },
]

/** Stripe's own sums beside those that the figures are made of, and all of it read anew where they differ. */
export function ComparedCard({ view: { compared } }: { view: MoneyView }) {
  return (
    <Card flush className="overflow-clip">
      <div className="px-5 py-3.5">
        <CardHeader
          title="Stripe’s own sums"
          description="Asked once a day. Returned are refunds and disputes, whatever became of them."
          actions={<ReadAgainButton />}
        />
      </div>
      <div className="overflow-x-auto border-line border-t">
        {compared.length === 0 ? (
          <EmptyState title="Not compared yet">
            Stripe is asked within minutes, once all of it is read.
          </EmptyState>
        ) : (
          <ConsoleTable
            label="Stripe’s own sums"
            rows={compared}
            keyOf={({ month }) => month}
            columns={columns}
          />
        )}
      </div>
    </Card>
  )
}

/** Reads everything again, for who may. */
function ReadAgainButton() {
  const reading = useStaffAction({
    mutationFn: () => callStaff(readBooksAgain, { body: {} }),
    onSuccess: tellAnswer(lookAtMoneyAgain),
  })
  if (!mayStaff(useStaff().role, 'money.costs')) return null
  return (
    <Button size="small" loading={reading.isPending} onClick={() => reading.mutate()}>
      Read again
    </Button>
  )
}

const lateMs = 3_600_000

/** Why figures are not what Stripe has: months that differ, and what was not read for a while. */
export function BooksAlerts({ view: { compared, readUntil } }: { view: MoneyView }) {
  const months = compared.filter(differs).map(({ month }) => month)
  return (
    <>
      {readUntil !== null && Date.parse(readUntil) < Date.now() - lateMs && (
        <Alert tone="warning" title={`Stripe was last read on ${momentText(readUntil)}`}>
          What happened since then is in no figure. Please check that a worker runs and that Stripe can be
          reached.
        </Alert>
      )}
      {months.length > 0 && (
        <Alert
          tone="warning"
          title={`These figures are not what Stripe has: ${months.join(', ')}`}
          action={<ReadAgainButton />}
        >
          Below, Stripe’s own sums stand beside those from here.
        </Alert>
      )}
    </>
  )
}
