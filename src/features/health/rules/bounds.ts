/** One-sided 95 %. */
const z = 1.645

function around(hits: number, of: number): { middle: number; reach: number } {
  const share = hits / of
  const shrink = 1 + z ** 2 / of
  return {
    middle: (share + z ** 2 / (2 * of)) / shrink,
    reach: (z / shrink) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2)),
  }
}

/**
 * The smallest rate that so many hits leave believable (Wilson's interval, one-sided 95 %), from 0 to 1. Of nothing it is
 * 0: a rate nobody has counted is not bad.
 */
export const lowerBound = (hits: number, of: number): number => {
  if (of <= 0) return 0
  const { middle, reach } = around(hits, of)
  return Math.max(0, middle - reach)
}

/** The largest rate that so many hits leave believable. Of nothing it is 1. */
export const upperBound = (hits: number, of: number): number => {
  if (of <= 0) return 1
  const { middle, reach } = around(hits, of)
  return Math.min(1, middle + reach)
}

/** "4 of 50 (8.0 %)": a share is never shown without its number. */
export const shareText = (hits: number, of: number): string =>
  of > 0 ? `${hits} of ${of} (${((hits / of) * 100).toFixed(1)} %)` : 'none of 0'
