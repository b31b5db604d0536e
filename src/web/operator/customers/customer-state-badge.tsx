import { type CustomerState, customerStates } from '#shared/accounts/customer-states.ts'
import { Badge } from '../../ui/badge.tsx'

export const CustomerStateBadge = ({ state }: { state: CustomerState }) => (
  <Badge tone={customerStates[state].tone}>{customerStates[state].word}</Badge>
)
