import { Skeleton } from '../../ui/skeleton.tsx'

/** The workspace while its orders are on their way. */
export function DashboardSkeleton() {
  return (
    <div role="status" aria-label="Loading your orders">
      <Skeleton className="mb-3 h-9 w-32" />
      <div className="grid rounded-card border border-line bg-surface split:grid-cols-[20rem_1fr]">
        <div className="border-line split:border-r">
          {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
            <div key={row} className="flex h-15 flex-col justify-center gap-2 border-line border-b px-4">
              <Skeleton className="h-3.5 w-40" />
              <Skeleton className="h-3 w-56" />
            </div>
          ))}
        </div>
        <div className="space-y-5 p-5 max-split:hidden">
          <Skeleton className="h-6 w-48" />
          <Skeleton className="h-18 w-full" />
          <Skeleton className="h-32 w-full" />
        </div>
      </div>
    </div>
  )
}
