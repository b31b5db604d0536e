/** So much of the changes has to be noticed, of every rule: a weak test cannot hide behind the others. */
export const leastScore = 90

/**
 * @typedef {{ noticed: number, unnoticed: number }} Score
 */

/**
 * What a run found, by Stryker's report.
 * @param {{ files: Record<string, { mutants: { status: string }[] }> }} report
 * @returns {Score}
 */
export function scoreOf(report) {
  const statuses = Object.values(report.files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const count = (/** @type {readonly string[]} */ ...some) =>
    statuses.filter((status) => some.includes(status)).length
  // A change with which the tests never end is noticed as well. Some cannot be made at all, and count for nothing.
  return { noticed: count('Killed', 'Timeout'), unnoticed: count('Survived', 'NoCoverage') }
}

/** In percent; of a rule without a place to change there is nothing to notice. */
export const percentOf = (/** @type {Score} */ { noticed, unnoticed }) =>
  noticed + unnoticed === 0 ? 100 : (100 * noticed) / (noticed + unnoticed)
