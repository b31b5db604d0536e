import { Badge } from '#ui/badge.tsx'
import { type CustomerState, customerStates } from '../rules/customer-states.ts'

export const CustomerStateBadge = ({ state }: { state: CustomerState }) => (
  <Badge tone={customerStates[state].tone}>{customerStates[state].word}</Badge>
)
