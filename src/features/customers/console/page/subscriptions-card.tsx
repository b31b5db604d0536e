import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mayStaff } from '#base/access.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { OwedRenewal } from '#features/billing/api/owed-renewal.ts'
import { owedText } from '#features/billing/rules/owed-words.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { useStaff } from '#ui/console/staff-session.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import { momentText } from '#ui/time-texts.ts'
import type { CustomerSubscription } from '../../api/console-customer-payments.ts'
import { subscriptionsQuery } from '../customer-queries.ts'

interface OwedProps {
  renewal: OwedRenewal
  /** Only for those who may give money back. */
  onForgive: ((renewal: OwedRenewal) => void) | undefined
}

const ForgiveDialog = lateDialog(() => import('./forgive-dialog.tsx'), {
  frame: 'question',
  title: ({ renewal }) => `Forgive ${formatUsd(renewal.cents)}?`,
})

/** What a customer is billed for at the payment provider. */
export function SubscriptionsCard({ customerId }: { customerId: string }) {
  const query = useQuery(subscriptionsQuery(customerId))
  const mayForgive = mayStaff(useStaff().role, 'money.refund')
  const [forgiven, setForgiven] = useState<OwedRenewal>()
  return (
    <Card flush className="overflow-hidden">
      <div className="p-4 md:p-5">
        <CardHeader title="Subscriptions" description="As Stripe has them." />
      </div>
      <Loaded query={query} failed="The subscriptions could not be loaded.">
        {(subscriptions) =>
          subscriptions.length === 0 ? (
            <EmptyState title="Nothing is billed" />
          ) : (
            <ConsoleTable
              label="Subscriptions"
              rows={subscriptions}
              keyOf={({ id }) => id}
              columns={columnsFor(mayForgive ? setForgiven : undefined)}
            />
          )
        }
      </Loaded>
      {forgiven && (
        <ForgiveDialog customerId={customerId} renewal={forgiven} onClose={() => setForgiven(undefined)} />
      )}
    </Card>
  )
}

function Owed({ renewal, onForgive }: OwedProps) {
  const { number, url, isToConfirm, isWrittenOff } = renewal
  const asks = isToConfirm ? ', waits for the cardholder to confirm it' : ''
  const name = number ?? 'An invoice'
  const text = `${name}, ${owedText(renewal)}${asks}${isWrittenOff ? ', written off at Stripe' : ''}`
  return (
    <li className="flex flex-col items-start gap-1.5">
      {url ? (
        <a href={url} target="_blank" rel="noreferrer" className="text-accent hover:underline">
          {text}
        </a>
      ) : (
        text
      )}
      {onForgive && (
        <Button size="small" aria-label={`Forgive ${name}`} onClick={() => onForgive(renewal)}>
          Forgive
        </Button>
      )}
    </li>
  )
}

const columnsFor = (onForgive: OwedProps['onForgive']): readonly ConsoleColumn<CustomerSubscription>[] => [
  {
    id: 'id',
    title: 'Subscription',
    cell: ({ id }) => (
      <code translate="no" className="font-mono text-label wrap-anywhere">
        {id}
      </code>
    ),
  },
  { id: 'status', title: 'Status', cell: ({ status }) => status.replaceAll('_', ' ') },
  {
    id: 'invoice',
    title: 'To be paid',
    cell: ({ owed }) =>
      owed.length === 0 ? (
        '–'
      ) : (
        <ul className="flex flex-col gap-3">
          {owed.map((renewal) => (
            <Owed key={renewal.invoiceId} renewal={renewal} onForgive={onForgive} />
          ))}
        </ul>
      ),
  },
  {
    id: 'until',
    title: 'Paid until',
    align: 'right',
    cell: ({ periodEnd }) => (periodEnd ? momentText(periodEnd) : '–'),
  },
]
