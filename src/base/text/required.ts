/**
 * A value that is there by construction: an entry of a map that was filled from the same list, a column that a
 * constraint of the database requires. Throws, naming `what` is missing, where that does not hold.
 */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`Missing: ${what}.`)
  return value
}
