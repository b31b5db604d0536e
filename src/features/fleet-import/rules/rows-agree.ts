import type { ImportProblem, ImportRow } from './import-row.ts'

/** What is the same in every line of an order, with how it is called. */
const ofAnOrder = {
  plan: 'plan',
  started: 'start',
  subscription: 'subscription',
  people: 'people',
  tool: 'tool',
} as const

/** What lines say against each other; the first line that says something counts. */
export function rowsAgree(rows: readonly ImportRow[]): ImportProblem[] {
  const problems: ImportProblem[] = []
  const domains = new Map<string, number>()
  const customers = new Map<string, ImportRow>()
  const orders = new Map<string, ImportRow>()
  const subscriptions = new Map<string, ImportRow>()
  for (const row of rows) {
    const tell = (message: string) => problems.push({ line: row.line, message })
    const before = domains.get(row.domain)
    if (before !== undefined) tell(`${row.domain} is on line ${before} already.`)
    else domains.set(row.domain, row.line)

    const customer = firstOf(customers, row.email, row)
    if (customer.customer !== row.customer)
      tell(`${row.email} is called “${customer.customer}” on line ${customer.line}.`)
    const order = firstOf(orders, orderKey(row), row)
    for (const [column, called] of Object.entries(ofAnOrder)) {
      const of = (each: ImportRow) => JSON.stringify(each[column as keyof typeof ofAnOrder])
      if (of(order) !== of(row)) tell(`Order ${row.order} has another ${called} on line ${order.line}.`)
    }
    if (row.subscription !== null) {
      const payer = firstOf(subscriptions, row.subscription, row)
      if (payer.email !== row.email)
        tell(`${row.subscription} pays for ${payer.email} on line ${payer.line}.`)
    }
  }
  return problems
}

/** Orders of two customers may have the same number. */
export const orderKey = ({ email, order }: Pick<ImportRow, 'email' | 'order'>): string =>
  JSON.stringify([email, order])

function firstOf(known: Map<string, ImportRow>, key: string, row: ImportRow): ImportRow {
  const first = known.get(key) ?? row
  known.set(key, first)
  return first
}
