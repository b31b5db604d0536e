/** Waits for an answer; answered, and not observed yet; observed to be done. */
export const workStates = ['open', 'answered', 'closed'] as const

/** Days, as the list's filter has them. */
export const workAges = ['1', '3', '7', '30'] as const

/** Rows of one page of a list. */
export const workPageSize = 100
