/**
 * "5,000", or "12.5" with the decimals asked for. `Intl` would write the same; on a slow processor its start alone
 * holds up the first list by a tenth of a second.
 */
export function numberText(value: number, decimals: 0 | 1 | 2 = 0): string {
  const [whole = '', fraction] = value.toFixed(decimals).split('.')
  const sign = whole.startsWith('-') ? '-' : ''
  const groups: string[] = []
  for (let end = whole.length; end > sign.length; end -= 3)
    groups.unshift(whole.slice(Math.max(sign.length, end - 3), end))
  return `${sign}${groups.join(',')}${fraction === undefined ? '' : `.${fraction}`}`
}
