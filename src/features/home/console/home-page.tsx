import { useQuery } from '@tanstack/react-query'
import { capacityQuery } from '#features/capacity/console/capacity-queries.ts'
import { Alert } from '#ui/alert.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { Below } from '#ui/console/page/below.tsx'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { failureText } from '#ui/frame/failure-text.ts'
import { Loaded } from '#ui/frame/loaded.tsx'
import { secondText } from '#ui/time-texts.ts'
import { CapacityTable } from './capacity-table.tsx'
import { Charts } from './charts.tsx'
import { ChecksCard } from './checks-card.tsx'
import { GoingLiveCard } from './going-live-card.tsx'
import { homeQuery } from './home-queries.ts'
import { MailCard } from './mail-card.tsx'
import { RoundsCard } from './rounds-card.tsx'
import { VendorsTable } from './vendors-table.tsx'
import { WaitingList } from './waiting-list.tsx'

/** What waits for whoever works here, what runs out, and how it goes. */
export function HomePage() {
  const home = useQuery(homeQuery)
  const capacity = useQuery(capacityQuery)
  const { data, error } = home
  const readAt = data && secondText(data.readAt)
  return (
    <ConsolePage title="Home" about={readAt && `Last read at ${readAt}, and again by itself.`}>
      {data && error && (
        <Alert tone="warning" className="mb-5" title={`This is what it was at ${readAt}.`}>
          {failureText(error)} It is asked again every few seconds.
        </Alert>
      )}
      <GoingLiveCard />
      <Card flush className="overflow-hidden">
        <CardTitle title="What waits" />
        <Loaded query={home} failed="What waits could not be loaded.">
          {(known) => <WaitingList home={known} />}
        </Loaded>
      </Card>
      <div className="mt-5 grid items-start gap-5 2xl:grid-cols-[3fr_2fr]">
        <Card flush className="overflow-hidden">
          <CardTitle
            title="Room at mailbox hosts"
            about="Full in so many days, at the pace of the last 30."
          />
          <Loaded query={capacity} failed="What fits in could not be loaded.">
            {({ accounts }) => <CapacityTable accounts={accounts} />}
          </Loaded>
        </Card>
        <Card flush className="overflow-hidden">
          <CardTitle title="Third parties" about="This hour and the one before." />
          <Loaded query={home} failed="Their state could not be loaded.">
            {({ vendors }) => <VendorsTable vendors={vendors.states} />}
          </Loaded>
        </Card>
      </div>
      <MailCard />
      <ChecksCard />
      <Below>
        <Charts />
        <Card flush className="mt-5 overflow-hidden">
          <CardTitle
            title="Workers"
            about="The rounds that find what is due, whichever process makes them."
          />
          <Loaded query={home} failed="The workers’ rounds could not be loaded.">
            {(known) => <RoundsCard {...known} />}
          </Loaded>
        </Card>
      </Below>
    </ConsolePage>
  )
}

const CardTitle = ({ title, about }: { title: string; about?: string }) => (
  <div className="border-line border-b px-5 py-3.5">
    <CardHeader title={title} description={about} />
  </div>
)

export { HomePage as Component }
