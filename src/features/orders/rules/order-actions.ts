import { countOf } from '#base/text/count-of.ts'
import { fillMessage } from '#base/text/message.ts'
import { type PlanId, plans } from '#features/plans/rules/catalog.ts'
import { type PlanNames, planName } from '#features/plans/rules/naming.ts'
import type { DomainStatus, GroupBadge } from './order-status.ts'

/** What can be done with the selected groups of an order. */
export const orderActions = ['updateForwarding', 'updateUsernames', 'replaceDomains', 'reinstate'] as const
export type OrderAction = (typeof orderActions)[number]

export const orderActionLabels: Record<OrderAction, string> = {
  updateForwarding: 'Update Forwarding',
  updateUsernames: 'Update Usernames',
  replaceDomains: 'Replace Domains',
  reinstate: 'Reinstate',
}

const nothingSelected: Record<OrderAction, string> = {
  updateForwarding: 'Please select at least one order to update forwarding.',
  updateUsernames: 'Please select at least one order to change usernames.',
  replaceDomains: 'Please select at least one order to replace domains.',
  reinstate: 'Please select at least one order to reinstate.',
}

export const orderActionMessages = {
  nothingSelected,
  /** Beside the button: nothing that is selected can be changed. */
  nothingDone:
    "This feature is only available when there are domains with 'Done' status in the selected orders",
  /** After the button: what could be changed a moment ago no longer can. */
  nothingDoneLeft: "No domains with 'Done' status found in selected orders",
  notReinstatable: "This option isn't available for {plan} orders.",
  notCancelled: 'This option is only available for cancelled orders.',
  reinstateRequested: 'Reinstate request submitted for {domains}',
  usernamesRequested: 'Username changes will be processed for {domains}',
} as const

/** What gating needs of a selected group. */
export interface SelectedGroup<D extends { status: DomainStatus } = { status: DomainStatus }> {
  plan?: PlanId | undefined
  badge: GroupBadge
  /** As the order lists it: a group that is not live was cancelled, and may wait for its reinstatement to be paid. */
  group?: { live: boolean } | undefined
  domains: readonly D[]
}

/** The delivered domains of the selected groups: the ones that forwarding, people and replacement change. */
export const doneDomains = <D extends { status: DomainStatus }>(groups: readonly SelectedGroup<D>[]): D[] =>
  groups.flatMap(({ domains }) => domains.filter(({ status }) => status === 'done'))

/** Why a domain cannot be changed yet, behind its name; none where it can, or is gone for good. */
export const notSetUpReasons: Partial<Record<DomainStatus, string>> = {
  'to do': 'waits for its turn',
  'in progress': 'is being set up',
  pending: 'waits for you',
  error: 'could not be set up',
}

/** Those of the selected groups that are not set up yet. */
export const unfinishedDomains = <
  D extends { status: DomainStatus; replacementOrdered?: boolean | undefined },
>(
  groups: readonly SelectedGroup<D>[],
): D[] =>
  groups.flatMap(({ domains }) =>
    domains.filter(({ status, replacementOrdered }) => notSetUpReasons[status] && !replacementOrdered),
  )

/** What comes back with the selected groups: not what another domain has replaced, or its owner has taken. */
export const reinstatableDomains = <
  D extends { status: DomainStatus; replacementOrdered?: boolean | undefined; taken?: boolean | undefined },
>(
  groups: readonly SelectedGroup<D>[],
): D[] =>
  groups.flatMap(({ domains }) =>
    domains.filter(({ replacementOrdered, taken }) => !replacementOrdered && !taken),
  )

/** The sentence for the first of these whose plan does not come back; undefined when there is none. */
export function reinstatementProblem(
  groups: readonly { plan?: PlanId | undefined }[],
  names: PlanNames,
): string | undefined {
  const plan = groups.map((group) => group.plan).find((each) => each && !plans[each].reinstatable)
  return plan && fillMessage(orderActionMessages.notReinstatable, { plan: planName(plan, names) })
}

/** Why an action can't be used on these groups, fit for a toast; undefined when it can. */
export function actionProblem(
  action: OrderAction,
  groups: readonly SelectedGroup[],
  names: PlanNames,
): string | undefined {
  if (groups.length === 0) return nothingSelected[action]
  if (action !== 'reinstate')
    return doneDomains(groups).length > 0 ? undefined : orderActionMessages.nothingDone
  const unavailable = reinstatementProblem(groups, names)
  if (unavailable) return unavailable
  if (groups.some(({ badge, group }) => badge !== 'cancelled' && group?.live !== false))
    return orderActionMessages.notCancelled
  return undefined
}

/** Whether an action can be used on these groups. */
export const isActionPossible = (action: OrderAction, groups: readonly SelectedGroup[]): boolean =>
  actionProblem(action, groups, {}) === undefined

/** "Username changes will be processed for 4 domains". */
export const requestedMessage = (
  message: 'reinstateRequested' | 'usernamesRequested',
  domains: number,
): string => fillMessage(orderActionMessages[message], { domains: countOf(domains, 'domain') })
