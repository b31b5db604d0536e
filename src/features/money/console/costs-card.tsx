import { useState } from 'react'
import { mayStaff } from '#base/access.ts'
import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { useStaff } from '#ui/console/staff-session.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import type { MoneyView } from '../api/console-money.ts'
import { subjectText } from '../rules/cost-of.ts'
import { costKinds } from '../rules/money-words.ts'
import { DownloadButton } from './money-tables.tsx'

const CostDialog = lateDialog(() => import('./cost-dialog.tsx'), { frame: 'medium', title: 'Enter a cost' })
const RemoveCostDialog = lateDialog(() => import('./remove-cost-dialog.tsx'), {
  frame: 'question',
  title: ({ cost }) => `Remove ${formatUsd(cost.cents)} from ${cost.from} on?`,
})

type Cost = MoneyView['costs'][number]
const nameOf = ({ kind, subject }: Cost) => `${costKinds[kind].title} ${subjectText(kind, subject)}`

const columns: readonly ConsoleColumn<Cost>[] = [
  { id: 'what', title: 'What', cell: ({ kind }) => costKinds[kind].title },
  { id: 'of', title: 'Of', cell: ({ kind, subject }) => subjectText(kind, subject) },
  { id: 'per', title: 'Per', cell: ({ kind }) => costKinds[kind].per },
  { id: 'from', title: 'From', cell: ({ from }) => from },
  { id: 'cents', title: 'Cost', align: 'right', cell: ({ cents }) => formatUsd(cents) },
]

/** The columns of somebody who may enter costs. */
const withRemoval = (onRemove: (cost: Cost) => void): readonly ConsoleColumn<Cost>[] => [
  ...columns,
  {
    id: 'remove',
    title: 'Remove',
    align: 'right',
    cell: (cost) => (
      <Button size="small" variant="quiet" onClick={() => onRemove(cost)}>
        Remove<span className="sr-only"> {`${nameOf(cost)} from ${cost.from}`}</span>
      </Button>
    ),
  },
]

/** What things cost, entered once for each; what has none is named, since every margin waits for it. */
export function CostsCard({ view: { costs, missing } }: { view: MoneyView }) {
  const mayEnter = mayStaff(useStaff().role, 'money.costs')
  const [isOpen, setOpen] = useState(false)
  const [removed, setRemoved] = useState<Cost>()
  return (
    <Card flush className="overflow-clip">
      <div className="px-5 py-3.5">
        <CardHeader
          title="Costs"
          description="What one of each costs, from a month on. A later month’s price takes an earlier one’s place."
          actions={
            <>
              {costs.length > 0 && <DownloadButton table="costs" title="Costs" month="" />}
              {mayEnter && (
                <Button size="small" onClick={() => setOpen(true)}>
                  Enter a cost
                </Button>
              )}
            </>
          }
        />
        {missing.length > 0 && (
          <Alert
            tone="warning"
            className="mt-3"
            title={`No cost is entered for ${countOf(missing.length, 'thing')}`}
          >
            {missing
              .map(({ kind, subject }) => `${costKinds[kind].title} ${subjectText(kind, subject)}`)
              .join(', ')}
            . What costs nothing is entered as 0.
          </Alert>
        )}
      </div>
      <div className="border-line border-t">
        {costs.length === 0 ? (
          <EmptyState title="No cost is entered">Until there is, costs and margins are unknown.</EmptyState>
        ) : (
          <ConsoleTable
            label="Costs"
            rows={costs}
            keyOf={({ kind, subject, from }) => `${kind} ${subject} ${from}`}
            columns={mayEnter ? withRemoval(setRemoved) : columns}
          />
        )}
      </div>
      {isOpen && <CostDialog missing={missing} onClose={() => setOpen(false)} />}
      {removed && <RemoveCostDialog cost={removed} costs={costs} onClose={() => setRemoved(undefined)} />}
    </Card>
  )
}
