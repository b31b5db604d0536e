import type { ConsoleOrder } from '#shared/api/console/orders.ts'
import { sparesLabel } from '#shared/domains/place-label.ts'
import { Badge } from '../../ui/badge.tsx'
import { PlanName } from '../plan-name.tsx'

type Ordered = Pick<ConsoleOrder, 'plan' | 'liveGroups' | 'isReserve'>

/** "3 × Entra" */
export const OrderedPlan = ({ plan, liveGroups, isReserve }: Ordered) => (
  <span className="wrap-anywhere">
    {liveGroups > 1 && `${liveGroups} × `}
    <PlanName plan={plan} />
    {isReserve && <Badge className="ml-2">{sparesLabel}</Badge>}
  </span>
)
