import type { Db } from '#base/db/client.ts'
import { orderStatuses } from '#base/db/schema/index.ts'
import { invalid } from '#base/http/refusal.ts'
import { formatUsd } from '#base/text/usd.ts'
import { customerByEmail } from '#features/customers/server/customer-by-email.ts'
import { sparesLabel } from '#features/domains/rules/place-label.ts'
import { countOrders, listOrders, type OrderFilters } from '#features/orders/server/console/list-orders.ts'
import { type Command, type Options, reading, table } from './command.ts'

const moment = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ')

const limits = { default: 50, most: 1_000 }

/** Orders a page at a time, newest first, and how many there are in all. */
export const orderListCommand: Command = reading({
  name: 'order list',
  summary: `orders, newest first, ${limits.default} to a page`,
  options: {
    customer: { help: 'only those of the customer with this address' },
    domain: { help: 'only the orders that hold this domain, or held it' },
    status: { help: orderStatuses.map(asTyped).join(', ') },
    stuck: {
      help: 'only those with a domain that has stopped with an error, or waits at a vendor’s limit',
      flag: true,
    },
    held: { help: 'only those on hold', flag: true },
    unrefunded: { help: 'only those with a refund that failed and was not settled', flag: true },
    page: { help: 'which page, from 1 on' },
    limit: { help: `how many to a page, at most ${limits.most}` },
  },
  async read({ db }, options) {
    const limit = numberOf('limit', options.limit ?? String(limits.default), limits.most)
    const page = numberOf('page', options.page ?? '1', 1_000_000)
    const filters = await chosen(db, options)
    const total = await countOrders(db, filters)
    const rows = await listOrders(db, filters, { limit, offset: (page - 1) * limit })
    return {
      total,
      page,
      pages: Math.max(1, Math.ceil(total / limit)),
      orders: rows.map(({ customerId, customerName, liveGroups, holds, isSuspended, ...row }) => ({
        ...row,
        held: [...holds, ...(isSuspended ? ['suspended'] : [])].join(', '),
      })),
    }
  },
  show({ total, page, pages, orders: rows }) {
    if (total === 0) return 'none'
    const list = table(
      rows.map((row) => ({
        order: row.order,
        customer: row.customer,
        companyName: row.companyName,
        plan: row.isReserve ? `${row.plan}, ${sparesLabel.toLowerCase()}` : row.plan,
        status: row.status.replace('_', ' '),
        done: `${row.done} of ${row.domains}`,
        stuck: row.stuck || '',
        'at a limit': row.atLimitSince ? `${row.atLimit} since ${moment(row.atLimitSince)}` : '',
        held: row.held.replace('_', ' '),
        'refund failed': row.unrefundedCents > 0 ? formatUsd(row.unrefundedCents) : '',
        since: moment(row.since),
      })),
    )
    const next = page < pages ? `; more with --page ${page + 1}` : ''
    return `${list}\n\nPage ${page} of ${pages}, ${total} in all${next}.`
  },
})

/** As a person types it: `awaiting-payment`. */
function asTyped(status: string): string {
  return status.replaceAll('_', '-')
}

async function chosen(db: Db, options: Options): Promise<OrderFilters> {
  const customer = options.customer ? await customerByEmail(db, options.customer.trim()) : undefined
  const status = orderStatuses.find((each) => asTyped(each) === options.status?.trim().replaceAll('_', '-'))
  if (options.status !== undefined && !status)
    throw invalid(`--status must be one of ${orderStatuses.map(asTyped).join(', ')}.`)
  return {
    customerId: customer?.id,
    status,
    domain: options.domain?.trim().toLowerCase(),
    isHeld: options.held !== undefined,
    isUnrefunded: options.unrefunded !== undefined,
    isStuck: options.stuck !== undefined,
  }
}

function numberOf(name: string, text: string, most: number): number {
  const value = Number(text)
  if (!/^\d{1,7}$/.test(text) || value < 1 || value > most)
    throw invalid(`--${name} must be a whole number from 1 to ${most}.`)
  return value
}
