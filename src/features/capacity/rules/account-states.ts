/** What is done with a payment that arrives although its page was to be closed. */
type PaymentFate =
  /** Set up, as it was ordered. */
  | 'set up'
  /** Kept, and set up once the account is open again. */
  | 'waits'
  /** Refunded, and its subscription ended: nobody will ever use what it was for. */
  | 'goes back'

export interface AccountRules {
  /** As operators read it: "ada@example.com is …". */
  words: string
  signsIn: boolean
  payment: PaymentFate
  /** The operator's command that undoes it, where one can. */
  undo?: 'customer enable' | 'customer reopen'
}

/** Every state an account can be in: what it allows, and what it is called. The first that applies is the state. */
export const accountStates = {
  erased: { words: 'erased', signsIn: false, payment: 'goes back' },
  closed: { words: 'closed', signsIn: false, payment: 'goes back', undo: 'customer reopen' },
  suspended: { words: 'suspended', signsIn: false, payment: 'waits', undo: 'customer enable' },
  disabled: { words: 'disabled', signsIn: false, payment: 'set up', undo: 'customer enable' },
  open: { words: 'open', signsIn: true, payment: 'set up' },
} as const satisfies Record<string, AccountRules>

export type AccountState = keyof typeof accountStates
/** When each thing was done that keeps a customer out; null while it is not so. */
export type AccountMoments = Record<'erasedAt' | 'eraseDueAt' | 'suspendedAt' | 'disabledAt', Date | null>

export function accountStateOf({
  erasedAt,
  eraseDueAt,
  suspendedAt,
  disabledAt,
}: AccountMoments): AccountState {
  if (erasedAt) return 'erased'
  if (eraseDueAt) return 'closed'
  if (suspendedAt) return 'suspended'
  return disabledAt ? 'disabled' : 'open'
}

export const rulesOfAccount = (moments: AccountMoments): AccountRules =>
  accountStates[accountStateOf(moments)]

/** What customers read of something they paid for while they were being suspended. */
export const suspendedMeanwhile =
  'Your account is suspended, so nothing is set up for now. Please contact support.'
