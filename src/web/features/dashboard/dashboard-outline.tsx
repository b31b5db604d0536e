import { LoadingMark } from '../../app-shell/loading-mark.tsx'
import { BarLayout, BarTitle, WorkspaceLayout } from '../../app-shell/workspace-layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Glyph } from '../../ui/wordmark.tsx'
import { DashboardHeader } from './dashboard-header.tsx'
import { DashboardSkeleton, SummarySkeleton } from './dashboard-skeleton.tsx'

/**
 * The dashboard before anything is known of its customer: written into its page when that is built. Its places
 * stand still: to move them would keep a slow processor from the code that takes its place.
 */
export const DashboardOutline = () => (
  <div className="flex min-h-dvh flex-col">
    <WorkspaceLayout
      menu={
        <span className="flex h-bar items-center px-2">
          <Glyph />
        </span>
      }
      bar={
        <BarLayout customer={<LoadingMark />}>
          <BarTitle>Dashboard</BarTitle>
        </BarLayout>
      }
    >
      <div className="**:animate-none">
        <DashboardHeader>
          <Skeleton className="h-7 w-56" />
          <SummarySkeleton />
        </DashboardHeader>
        <DashboardSkeleton />
      </div>
    </WorkspaceLayout>
  </div>
)
