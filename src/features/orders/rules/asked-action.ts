import type { PlanNames } from '#features/plans/rules/naming.ts'
import {
  actionProblem,
  isActionPossible,
  type OrderAction,
  orderActionLabels,
  orderActions,
  type SelectedGroup,
} from './order-actions.ts'

/** What the workspace can be asked to begin with an order. */
export const askableActions = [...orderActions, 'exportMailboxes'] as const
export type AskableAction = (typeof askableActions)[number]

export const askableActionLabels: Record<AskableAction, string> = {
  ...orderActionLabels,
  exportMailboxes: 'Export mailboxes',
}

/** Mailboxes are exported of the domains that could be changed: those that are delivered. */
const gateOf = (action: AskableAction): OrderAction =>
  action === 'exportMailboxes' ? 'updateForwarding' : action

/** The groups of an order with which the action can begin. */
export const askedGroups = <G extends SelectedGroup>(action: AskableAction, groups: readonly G[]): G[] =>
  groups.filter((group) => isActionPossible(gateOf(action), [group]))

/** Why the action cannot begin with any of them, fit for a toast; undefined when it can. */
export const askedActionProblem = (
  action: AskableAction,
  groups: readonly SelectedGroup[],
  names: PlanNames,
): string | undefined =>
  askedGroups(action, groups).length > 0 ? undefined : actionProblem(gateOf(action), groups, names)

const actionParameter = 'action'

/** The address of the workspace that shows an order and begins the action on it. */
export const askActionPath = (orderId: string, action: AskableAction): string =>
  `/dashboard?${new URLSearchParams({ order: orderId, [actionParameter]: action })}`

/** The action that an address asks for; undefined where it asks for none. */
export const readAskedAction = (query: URLSearchParams): AskableAction | undefined =>
  askableActions.find((action) => action === query.get(actionParameter))

/** The address without the question, once it was understood. */
export function withoutAskedAction(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query)
  rest.delete(actionParameter)
  return rest
}
