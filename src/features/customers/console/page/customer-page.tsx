import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { mayStaff, type StaffRight } from '#base/access.ts'
import { Card } from '#ui/card.tsx'
import { operatorPaths } from '#ui/console/operator-paths.ts'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { useAddressValue } from '#ui/console/page/use-address-value.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { momentText } from '#ui/time-texts.ts'
import type { CustomerFacts, HistoryEntry } from '../../api/console-customer.ts'
import { CustomerActs } from '../acts/customer-acts.tsx'
import { factsQuery, historyQuery } from '../customer-queries.ts'
import { CustomerStateBadge } from '../customer-state-badge.tsx'
import { OrdersTab } from './orders-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { PagedRows } from './paged-rows.tsx'
import { PaymentsTab } from './payments-tab.tsx'
import { PeopleTab } from './people-tab.tsx'

/** What was done by and about a customer. */
const HistoryTab = ({ customerId }: { customerId: string }) => (
  <PagedRows
    query={useInfiniteQuery(historyQuery(customerId))}
    failed="The history could not be loaded."
    empty="Nothing has happened yet"
  >
    {(rows, more) => (
      <ConsoleTable label="History" rows={rows} keyOf={({ id }) => id} columns={columns} more={more} />
    )}
  </PagedRows>
)

const others: Record<Exclude<HistoryEntry['by'], 'staff'>, string> = {
  customer: 'Customer',
  operator: 'Command line',
  system: 'By itself',
}
const whoOf = ({ by, name }: HistoryEntry): string =>
  by === 'staff' ? `${name} (staff)` : (name ?? others[by])

const What = ({ sentence, url }: HistoryEntry) => (
  <span className="wrap-anywhere">
    {sentence}
    {url && (
      <>
        {' '}
        <a href={url} target="_blank" rel="noreferrer" className="text-accent hover:underline">
          Invoice
        </a>
      </>
    )}
  </span>
)

const columns: readonly ConsoleColumn<HistoryEntry>[] = [
  { id: 'what', title: 'What', cell: (entry) => <What {...entry} /> },
  { id: 'who', title: 'Who', cell: whoOf },
  {
    id: 'about',
    title: 'About',
    cell: ({ subject }) => <span className="text-muted text-secondary wrap-anywhere">{subject ?? '–'}</span>,
  },
  {
    id: 'from',
    title: 'From',
    cell: ({ address }) => <span className="text-muted text-secondary wrap-anywhere">{address ?? '–'}</span>,
  },
  { id: 'when', title: 'When', align: 'right', cell: ({ at }) => momentText(at) },
]

const tabs: readonly { value: string; label: string; right?: StaffRight }[] = [
  { value: 'overview', label: 'Overview' },
  { value: 'orders', label: 'Orders' },
  { value: 'payments', label: 'Payments', right: 'money.read' },
  { value: 'people', label: 'People' },
  { value: 'history', label: 'History' },
]

/** All about one customer, and what can be done about them. */
export function CustomerPage() {
  const { id: customerId = '' } = useParams()
  const query = useQuery(factsQuery(customerId))
  const facts = query.data
  return (
    <>
      <nav aria-label="Up" className="mb-2">
        <Link to={operatorPaths.customers} className="text-muted text-secondary hover:underline">
          Customers
        </Link>
      </nav>
      <ConsolePage
        title={facts?.name ?? 'Customer'}
        about={
          facts && (
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span translate="no" className="wrap-anywhere">
                {facts.email}
              </span>
              <CustomerStateBadge state={facts.state} />
            </span>
          )
        }
        actions={facts && <CustomerActs facts={facts} />}
      >
        <Loaded query={query} failed="This customer could not be loaded." within="page">
          {(loaded) => <CustomerTabs facts={loaded} />}
        </Loaded>
      </ConsolePage>
    </>
  )
}

function CustomerTabs({ facts }: { facts: CustomerFacts }) {
  const { role } = useStaff()
  const [wanted, setTab] = useAddressValue('tab')
  const shown = tabs.filter(({ right }) => !right || mayStaff(role, right))
  const { value } = shown.find((each) => each.value === wanted) ?? { value: 'overview' }
  return (
    <Tabs
      label="About this customer"
      value={value}
      onValueChange={(next) => setTab(next === 'overview' ? '' : next)}
      tabs={shown}
    >
      <TabPanel value="overview">
        <OverviewTab facts={facts} />
      </TabPanel>
      <TabPanel value="orders">
        <Flush>
          <OrdersTab customerId={facts.id} />
        </Flush>
      </TabPanel>
      <TabPanel value="payments">
        <PaymentsTab customerId={facts.id} />
      </TabPanel>
      <TabPanel value="people">
        <PeopleTab customer={facts} />
      </TabPanel>
      <TabPanel value="history">
        <Flush>
          <HistoryTab customerId={facts.id} />
        </Flush>
      </TabPanel>
    </Tabs>
  )
}

const Flush = ({ children }: { children: React.ReactNode }) => (
  <Card flush className="overflow-hidden">
    {children}
  </Card>
)

export { CustomerPage as Component }
