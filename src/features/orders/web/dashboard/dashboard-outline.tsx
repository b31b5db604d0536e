import { WorkspaceOutline } from '#ui/frame/workspace-outline.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DashboardHeader } from './dashboard-header.tsx'
import { DashboardSkeleton, SummarySkeleton } from './dashboard-skeleton.tsx'

export const DashboardOutline = () => (
  <WorkspaceOutline title="Dashboard">
    <DashboardHeader>
      <Skeleton className="h-7 w-56" />
      <SummarySkeleton />
    </DashboardHeader>
    <DashboardSkeleton />
  </WorkspaceOutline>
)
