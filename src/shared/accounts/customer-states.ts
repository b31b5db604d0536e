import type { StatusTone } from '../orders/order-status.ts'
import { keysOf } from '../records/keys-of.ts'

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
