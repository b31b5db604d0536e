/**
 * "5,000", or "12.5" with the decimals asked for. `Intl` would write the same; it takes as long to start as the first
 * list takes to be drawn.
 */
export function numberText(value: number, decimals = 0): string {
  const [whole = '', fraction] = value.toFixed(decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
