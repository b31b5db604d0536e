/**
 * "5,000", or "12.5" with the decimals asked for. `Intl` would write the same; on a slow processor its start alone
 * holds up the first list by a tenth of a second.
 */
export const numberText = (value: number, decimals: 0 | 1 | 2 = 0): string =>
  value.toFixed(decimals).replace(/\B(?=(\d{3})+\b)/g, ',')
