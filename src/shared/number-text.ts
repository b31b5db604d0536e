/**
 * "5,000", or "12.5" with the decimals asked for. `Intl` would write the same; it takes as long to start as the first
 * list takes to be drawn.
 */
export const numberText = (value: number, decimals: 0 | 1 | 2 = 0): string =>
  value.toFixed(decimals).replace(/\B(?=(\d{3})+\b)/g, ',')
