import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { mayStaff, type StaffRight } from '#base/access.ts'
import { Card } from '#ui/card.tsx'
import { operatorPaths } from '#ui/console/operator-paths.ts'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { useAddressValue } from '#ui/console/page/use-address-value.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import { Loaded } from '#ui/frame/loaded.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import type { CustomerFacts } from '../../api/console-customer.ts'
import { CustomerActs } from '../acts/customer-acts.tsx'
import { factsQuery } from '../customer-queries.ts'
import { CustomerStateBadge } from '../customer-state-badge.tsx'
import { HistoryTab } from './history-tab.tsx'
import { OrdersTab } from './orders-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { PaymentsTab } from './payments-tab.tsx'
import { PeopleTab } from './people-tab.tsx'

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
