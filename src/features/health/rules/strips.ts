/** Days of a domain that stand in its row among all. */
export const stripDays = 30
/** Domains whose days are asked for together at most. */
export const stripsMost = 50
