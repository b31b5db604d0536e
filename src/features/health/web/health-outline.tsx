import { Card } from '#ui/card.tsx'
import { WorkspaceOutline } from '#ui/frame/workspace-outline.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'

/** As the page itself is until its answer is there. */
export const HealthOutline = () => (
  <WorkspaceOutline title="Health">
    <Card>
      <div role="status" aria-label="Loading">
        <SkeletonText lines={5} />
      </div>
    </Card>
  </WorkspaceOutline>
)
