import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { mayStaff } from '#base/access.ts'
import { sentenceCase } from '#base/text/sentence-case.ts'
import { formatUsd } from '#base/text/usd.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { customerPath, operatorPaths } from '#ui/console/operator-paths.ts'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { Timeline } from '#ui/console/page/timeline.tsx'
import { useStaff } from '#ui/console/staff-session.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { momentText } from '#ui/time-texts.ts'
import type { ConsoleOrderPage, ConsolePayment } from '../api/console-orders.ts'
import { GroupsTable } from './groups-table.tsx'
import { OrderActs } from './order-acts.tsx'
import { OrderDomains } from './order-domains.tsx'
import { orderQuery } from './order-queries.ts'
import { OrderState } from './order-state.tsx'
import { OrderedPlan } from './ordered-plan.tsx'

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
const PaymentsTable = ({ payments }: { payments: readonly ConsolePayment[] }) =>
  payments.length === 0 ? (
    <p className="px-5 pb-4 text-muted">Nothing was paid for it.</p>
  ) : (
    <ConsoleTable label="Payments" rows={payments} keyOf={({ id }) => id} columns={columns} />
  )

/** One order: what it is, what it costs, what was done to it. */
export function OrderPage() {
  const { id: orderId = '' } = useParams()
  const query = useQuery(orderQuery(orderId))
  const { role } = useStaff()
  const page = query.data
  return (
    <ConsolePage
      title={page?.order.companyName ?? 'Order'}
      about={
        <Link to={operatorPaths.orders} className="hover:underline">
          All orders
        </Link>
      }
      actions={page && mayStaff(role, 'customers.manage') && <OrderActs page={page} />}
    >
      <Loaded query={query} failed="The order could not be loaded." within="page">
        {(loaded) => <OrderParts page={loaded} />}
      </Loaded>
    </ConsolePage>
  )
}

const OrderParts = ({ page }: { page: ConsoleOrderPage }) => (
  <div className="grid gap-5">
    <Card>
      <OrderFacts page={page} />
    </Card>
    <Card flush className="overflow-clip">
      <Head title="Groups" />
      <GroupsTable groups={page.groups} />
    </Card>
    <OrderDomains orderId={page.order.id} />
    {page.payments && (
      <Card flush className="overflow-clip">
        <Head title="Payments" />
        <PaymentsTable payments={page.payments} />
      </Card>
    )}
    <Timeline title="Activity" entries={page.activity} />
  </div>
)

const Head = ({ title }: { title: string }) => (
  <div className="p-4 pb-2 md:px-5">
    <CardHeader title={title} />
  </div>
)

function OrderFacts({ page: { order, customerEmail } }: { page: ConsoleOrderPage }) {
  const { customer, monthlyCents, since } = order
  return (
    <FactList
      facts={[
        [
          'Order',
          <span key="id" className="inline-flex items-center gap-1 font-mono text-secondary">
            {order.id} <CopyButton value={order.id} label="Copy the order’s id" />
          </span>,
        ],
        [
          'Customer',
          <span key="customer">
            <Link to={customerPath(customer.id)} className="font-medium hover:underline">
              {customer.name}
            </Link>{' '}
            <span className="text-muted">{customerEmail}</span>
          </span>,
        ],
        ['State', <OrderState key="state" order={order} />],
        ['Plan', <OrderedPlan key="plan" {...order} />],
        ...(monthlyCents === null ? [] : [['Per month', formatUsd(monthlyCents)] as const]),
        ['Placed', momentText(since)],
      ]}
    />
  )
}

export { OrderPage as Component }
