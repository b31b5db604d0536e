/** The shortest text that staff search everything for; shorter ones begin too much. */
export const findMinLength = 2

/** Ids of third parties are longer than the longest address is likely to be. */
export const findMaxLength = 254

/** How many of a kind a search lists at most: one more letter brings the others. */
export const findAtMost = 8
