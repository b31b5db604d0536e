import { useQuery } from '@tanstack/react-query'
import { formatUsd } from '#base/text/usd.ts'
import { Button } from '#ui/button.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { momentText } from '#ui/time-texts.ts'
import type { OrderOverview as Overview } from '../../api/order-overview.ts'
import { lastUpdatedText } from '../../rules/order-date.ts'
import { overviewQuery } from '../shared/orders-query.ts'
import { SetUpPicture } from './set-up-picture.tsx'

/** How the order stands: its set-up in a picture, what is charged next, what happened last. */
export default function OrderOverview({ orderId }: { orderId: string }) {
  const { data, isError, isFetching, refetch } = useQuery(overviewQuery(orderId))
  if (!data)
    return (
      <div className="mt-6">
        {isError ? (
          <p className="flex flex-wrap items-center gap-3 text-muted text-secondary">
            Set-up and activity could not be loaded.
            <Button size="small" changes={false} loading={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          </p>
        ) : (
          <div role="status" aria-label="Loading set-up and activity">
            <SkeletonText lines={4} />
          </div>
        )}
      </div>
    )
  return (
    <div className="mt-6 grid gap-x-8 gap-y-6 @min-[46rem]:grid-cols-2">
      {data.setUp.length > 0 && (
        <section aria-labelledby="set-up">
          <h3 id="set-up" className="mb-3 text-card-title">
            Set-up
          </h3>
          <SetUpPicture stages={data.setUp} />
        </section>
      )}
      <section aria-labelledby="recent-activity" className="min-w-0">
        <NextBilling nextBilling={data.nextBilling} />
        <h3 id="recent-activity" className="mb-3 text-card-title">
          Recent activity
        </h3>
        <RecentActivity activity={data.activity} />
      </section>
    </div>
  )
}

const NextBilling = ({ nextBilling }: Pick<Overview, 'nextBilling'>) =>
  nextBilling && (
    <dl className="mb-5 flex items-baseline justify-between gap-4 rounded-card border border-line px-4 py-3">
      <dt className="text-muted text-secondary">Next billing</dt>
      <dd className="tabular-nums">
        <span className="font-medium">{formatUsd(nextBilling.cents)}</span>
        <span className="text-muted"> on {lastUpdatedText(nextBilling.at)}</span>
      </dd>
    </dl>
  )

function RecentActivity({ activity }: Pick<Overview, 'activity'>) {
  if (activity.length === 0) return <p className="text-muted text-secondary">No activity yet.</p>
  return (
    <ol className="flex flex-col gap-2">
      {activity.map(({ at, sentence, subject }) => (
        <li key={`${at} ${sentence} ${subject}`} className="flex gap-3 text-secondary">
          <time dateTime={at} className="w-24 shrink-0 pt-px font-mono text-label text-muted tabular-nums">
            {momentText(at)}
          </time>
          <p className="min-w-0 wrap-anywhere">
            {sentence} <span className="text-muted">· {subject}</span>
          </p>
        </li>
      ))}
    </ol>
  )
}
