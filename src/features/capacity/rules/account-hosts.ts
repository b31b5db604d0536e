/** What holds customers' mailboxes: our tenants at Microsoft, our accounts at Google. */
export const accountHosts = {
  microsoft: { noun: 'tenant', title: 'Microsoft tenant' },
  google: { noun: 'Google account', title: 'Google account' },
} as const

/**
 * Whether an account takes new domains, and why not. `full`: it is open, and one of its rooms is used up. `accused`: it is
 * open, and its host says that it is to be suspended, or is. `held`: it is open, and its host refuses whatever it sends.
 */
export const roomStates = {
  open: { word: 'Open', tone: 'success' },
  full: { word: 'Full', tone: 'warning' },
  accused: { word: 'To be suspended', tone: 'danger' },
  held: { word: 'Held back', tone: 'danger' },
  draining: { word: 'Draining', tone: 'neutral' },
  closed: { word: 'Closed', tone: 'danger' },
} as const

/** A secret that ends within so many days is to be renewed. */
export const secretSoonDays = 30
