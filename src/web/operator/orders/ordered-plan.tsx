import type { ConsoleOrder } from '#shared/api/console/orders.ts'
import { PlanName } from '../plan-name.tsx'

/** "3 × Entra" */
export const OrderedPlan = ({ plan, liveGroups }: Pick<ConsoleOrder, 'plan' | 'liveGroups'>) => (
  <span className="wrap-anywhere">
    {liveGroups > 1 && `${liveGroups} × `}
    <PlanName plan={plan} />
  </span>
)
