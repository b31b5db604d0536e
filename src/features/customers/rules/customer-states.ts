import { keysOf } from '#base/records/keys-of.ts'
import type { StatusTone } from '#features/orders/rules/order-status.ts'

/**
 * What a customer is to the operator: the state of the account, where one who has been given access and has never
 * chosen a password of their own is told apart.
 */
export const customerStates = {
  active: { word: 'Active', tone: 'success' },
  invited: { word: 'Invited', tone: 'info' },
  disabled: { word: 'Disabled', tone: 'neutral' },
  suspended: { word: 'Suspended', tone: 'warning' },
  closed: { word: 'Closed', tone: 'neutral' },
  erased: { word: 'Erased', tone: 'neutral' },
} as const satisfies Record<string, { word: string; tone: StatusTone }>

export type CustomerState = keyof typeof customerStates
export const customerStateNames = keysOf(customerStates)
