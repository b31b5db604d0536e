import { useQuery } from '@tanstack/react-query'
import type { CustomerSubscription } from '#shared/api/console/customer-payments.ts'
import type { OwedRenewal } from '#shared/api/owed-renewal.ts'
import { owedText } from '#shared/money/owed-words.ts'
import { Loaded } from '../../../app-shell/loaded.tsx'
import { Card, CardHeader } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { momentText } from '../../../ui/time-texts.ts'
import type { ConsoleColumn } from '../../table/columns.ts'
import { ConsoleTable } from '../../table/console-table.tsx'
import { subscriptionsQuery } from '../customer-queries.ts'

/** What a customer is billed for at the payment provider. */
export function SubscriptionsCard({ customerId }: { customerId: string }) {
  const query = useQuery(subscriptionsQuery(customerId))
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
              columns={columns}
            />
          )
        }
      </Loaded>
    </Card>
  )
}

const Owed = ({ number, url, ...renewal }: OwedRenewal) => {
  const asks = renewal.isToConfirm ? ', waits for the cardholder to confirm it' : ''
  const text = `${number ?? 'An invoice'}, ${owedText(renewal)}${asks}`
  if (!url) return <li>{text}</li>
  return (
    <li>
      <a href={url} target="_blank" rel="noreferrer" className="text-accent hover:underline">
        {text}
      </a>
    </li>
  )
}

const columns: readonly ConsoleColumn<CustomerSubscription>[] = [
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
        <ul>
          {owed.map((renewal) => (
            <Owed key={renewal.invoiceId} {...renewal} />
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
