import type { ImportRow } from './import-row.ts'
import { orderKey } from './rows-agree.ts'

/** What could be read of a line; `subscription` is null where the line names none. */
export interface ReadLine {
  said: Partial<ImportRow>
  messages: readonly string[]
}

/**
 * The lines that stay out with the wrong ones: orders come in whole, and so does all that one subscription pays for. Where
 * a wrong line doesn't say what it belongs to, it may be anything of its customer's, or of anybody's.
 */
export function heldBack<L extends ReadLine>(lines: readonly L[]): ReadonlySet<L> {
  const out = new Set(lines.filter(({ messages }) => messages.length > 0))
  const keys = new Set([...out].flatMap(({ said }) => claimsOf(said)))
  for (let before = -1; before < keys.size; ) {
    before = keys.size
    for (const line of lines) {
      const its = claimsOf(line.said)
      if (!out.has(line) && ![...its, ...widerOf(line.said)].some((key) => keys.has(key))) continue
      out.add(line)
      for (const key of its) keys.add(key)
    }
  }
  return out
}

const anything = 'anything'
const ofCustomer = (email: string) => `customer ${email}`
const ofName = (order: string) => `name ${order}`

/** What a line takes with it. */
function claimsOf({ email, order, subscription }: Partial<ImportRow>): string[] {
  if (email !== undefined && order !== undefined && subscription !== undefined)
    return [orderKey({ email, order }), ...(subscription === null ? [] : [subscription])]
  if (email !== undefined) return [ofCustomer(email)]
  return order !== undefined && subscription !== undefined ? [ofName(order)] : [anything]
}

/** What else may take a line with it. */
const widerOf = ({ email, order }: Partial<ImportRow>): string[] => [
  anything,
  ...(email === undefined ? [] : [ofCustomer(email)]),
  ...(order === undefined ? [] : [ofName(order)]),
]
