import { sparesLabel } from '#features/domains/rules/place-label.ts'
import { Badge } from '#ui/badge.tsx'
import { PlanName } from '#ui/console/plan-name.tsx'
import type { ConsoleOrder } from '../api/console-orders.ts'

type Ordered = Pick<ConsoleOrder, 'plan' | 'liveGroups' | 'isReserve'>

/** "3 × Entra" */
export const OrderedPlan = ({ plan, liveGroups, isReserve }: Ordered) => (
  <span className="wrap-anywhere">
    {liveGroups > 1 && `${liveGroups} × `}
    <PlanName plan={plan} />
    {isReserve && <Badge className="ml-2">{sparesLabel}</Badge>}
  </span>
)
