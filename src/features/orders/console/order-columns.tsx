import { Link } from 'react-router'
import { formatUsd } from '#base/text/usd.ts'
import { customerPath } from '#ui/console/operator-paths.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { clockText } from '#ui/time-texts.ts'
import type { ConsoleOrder } from '../api/console-orders.ts'
import { OrderState } from './order-state.tsx'
import { OrderedPlan } from './ordered-plan.tsx'

const domainsText = ({ domains, done, stuck }: ConsoleOrder) => (
  <>
    {done === domains ? `${domains}, all done` : `${done} of ${domains} done`}
    {stuck > 0 && <span className="block text-danger text-secondary">{stuck} with an error</span>}
  </>
)

export const orderColumns: readonly ConsoleColumn<ConsoleOrder>[] = [
  { id: 'company', title: 'Order', cell: ({ companyName }) => companyName },
  {
    id: 'customer',
    title: 'Customer',
    cell: ({ customer }) => (
      <Link to={customerPath(customer.id)} className="wrap-anywhere hover:underline">
        {customer.name}
      </Link>
    ),
  },
  {
    id: 'plan',
    title: 'Plan',
    cell: (order) => <OrderedPlan {...order} />,
  },
  { id: 'state', title: 'State', cell: (order) => <OrderState order={order} /> },
  { id: 'domains', title: 'Domains', cell: domainsText },
  {
    id: 'money',
    title: 'Per month',
    align: 'right',
    cell: ({ monthlyCents }) => (monthlyCents === null ? '–' : formatUsd(monthlyCents)),
  },
  {
    id: 'since',
    title: 'Since',
    cell: ({ since }) => <span className="whitespace-nowrap">{clockText(since)}</span>,
  },
]
