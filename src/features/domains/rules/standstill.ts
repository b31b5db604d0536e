/** Whom a domain that does not go on waits for, and what the console calls it. */
export const standstills = {
  stopped: 'Stopped with an error',
  team: 'Waits for our team',
  customer: 'Waits for the customer',
  vendor: 'Waits for a third party',
  limit: 'At a third party’s limit',
} as const
export type Standstill = keyof typeof standstills
