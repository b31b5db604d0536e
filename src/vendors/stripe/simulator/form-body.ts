export type FormValue = string | FormValue[] | { [key: string]: FormValue }

/**
 * Reads Stripe's form encoding: `line_items[0][price_data][currency]=usd` nests, `expand[]=a` and `expand[0]=a`
 * make lists.
 */
export function parseForm(text: string): Record<string, FormValue> {
  const root: Record<string, FormValue> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const [head = '', ...rest] = name.replaceAll(']', '').split('[')
    const path = [head, ...rest]
    let place: Record<string, FormValue> = root
    path.forEach((key, index) => {
      if (key === '__proto__') return
      const slot = key === '' ? String(Object.keys(place).length) : key
      if (index === path.length - 1) place[slot] = value
      else {
        const known = place[slot]
        const next = typeof known === 'object' && !Array.isArray(known) ? known : {}
        place[slot] = next
        place = next
      }
    })
  }
  return Object.fromEntries(Object.entries(root).map(([key, value]) => [key, withLists(value)]))
}

/** Objects whose keys are 0, 1, 2, … are lists. */
function withLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const keys = Object.keys(value)
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const)
  if (keys.length > 0 && keys.every((key) => /^\d+$/.test(key)))
    return entries.sort((a, b) => Number(a[0]) - Number(b[0])).map(([, inner]) => inner)
  return Object.fromEntries(entries)
}
