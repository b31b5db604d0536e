import { Skeleton } from '#ui/skeleton.tsx'

/** The workspace while its orders are on their way, at the place and in the size it will have. */
export function DashboardSkeleton() {
  return (
    <div role="status" aria-label="Loading your orders">
      <div className="mb-3 flex justify-between">
        <Skeleton className="h-9 w-28" />
        <Skeleton className="h-9 w-40" />
      </div>
      <div className="flex flex-col overflow-hidden rounded-card border border-line bg-surface split:h-[max(28rem,calc(100dvh-var(--banner-height)-17rem))]">
        <div className="border-line border-b p-2">
          <Skeleton className="h-control-small w-full max-w-74" />
        </div>
        <div className="grid grow split:grid-cols-[20rem_minmax(0,1fr)]">
          <div className="border-line split:border-r">
            <div className="flex justify-end border-line border-b px-2 py-1.5">
              <Skeleton className="h-control-small w-40" />
            </div>
            {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
              <div key={row} className="flex h-20 flex-col justify-center gap-2 border-line border-b px-4">
                <Skeleton className="h-3.5 w-40" />
                <Skeleton className="h-3 w-56" />
                <Skeleton className="h-3 w-32" />
              </div>
            ))}
          </div>
          <div className="space-y-5 p-5 max-split:hidden">
            <Skeleton className="h-9 w-48" />
            <Skeleton className="h-18 w-full" />
            <Skeleton className="h-32 w-full" />
          </div>
        </div>
      </div>
    </div>
  )
}

/** The strip of figures, likewise. */
export const SummarySkeleton = () => <Skeleton className="h-25.25 w-full lg:w-156" />
