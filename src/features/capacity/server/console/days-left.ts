/** One thing that an account has room for. */
export interface Room {
  used: number
  capacity: number
  /** How many were added in `overDays`. */
  added: number
}

export type Left = { days: number } | { unknown: string }

/** A pace that was seen for less says nothing. */
const fewestDays = 3

/**
 * Whole days until the first of an account's rooms is full, if as many are added a day as were on average in the days
 * that were looked at. Never a guess: where there was no pace, or not for long enough, it is unknown, and why.
 */
export function daysLeft(rooms: readonly Room[], overDays: number): Left {
  if (rooms.some(({ used, capacity }) => used >= capacity)) return { days: 0 }
  if (overDays < fewestDays) return { unknown: `it is here for less than ${fewestDays} days` }
  const moving = rooms.filter(({ added }) => added > 0)
  if (moving.length === 0) return { unknown: `nothing was added in ${Math.floor(overDays)} days` }
  const days = moving.map(({ used, capacity, added }) => ((capacity - used) / added) * overDays)
  return { days: Math.floor(Math.min(...days)) }
}
