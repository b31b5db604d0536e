import { useQuery } from '@tanstack/react-query'
import { numberText } from '#base/text/number-text.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { domainHealthPath } from '#ui/console/operator-paths.ts'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { clockText } from '#ui/time-texts.ts'
import type { RefusedReport } from '../api/console-health.ts'
import { HealthOverview } from '../web/parts/health-overview.tsx'
import { healthQuery, refusedReportsQuery, strips } from './health-queries.ts'

const columns: readonly ConsoleColumn<RefusedReport>[] = [
  {
    id: 'sender',
    title: 'Sender',
    cell: ({ sender }) =>
      sender ? (
        <span translate="no" className="font-medium wrap-anywhere">
          {sender}
        </span>
      ) : (
        'Unknown'
      ),
  },
  { id: 'reason', title: 'Reason', cell: ({ reason }) => reason },
  { id: 'count', title: 'Emails', cell: ({ count }) => numberText(count), align: 'right' },
  {
    id: 'last',
    title: 'Last',
    cell: ({ lastAt }) => <span className="whitespace-nowrap">{clockText(lastAt)}</span>,
  },
]

/** Report emails that count for nothing, and why: a receiver that signs for another name is seen here. Absent without any. */
function RefusedReportsCard() {
  const { data } = useQuery(refusedReportsQuery)
  if (!data || data.reports.length === 0) return null
  return (
    <Card flush className="mt-5 overflow-clip">
      <div className="border-line border-b px-5 py-3.5">
        <CardHeader
          title="Refused DMARC reports"
          description="Report emails of the last 30 days that were not counted. Reports of Google or Microsoft here mean that the signal is missing mail."
        />
      </div>
      <ConsoleTable
        label="Refused DMARC reports"
        rows={data.reports}
        keyOf={({ sender, reason }) => `${sender} ${reason}`}
        columns={columns}
      />
    </Card>
  )
}

/** How all customers' domains are, by the account that their mailboxes are at. */
export function HealthPage() {
  const query = useQuery(healthQuery)
  return (
    <ConsolePage title="Health" about="How all customers’ delivered domains are, as they were seen last.">
      <Loaded query={query} failed="The health of domains could not be loaded." within="page">
        {(view) => (
          <HealthOverview
            view={view}
            groupTitle="Account"
            hrefOf={domainHealthPath}
            strips={strips}
            isOthers
          />
        )}
      </Loaded>
      <RefusedReportsCard />
    </ConsolePage>
  )
}

export { HealthPage as Component }
