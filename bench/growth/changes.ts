import { sql } from 'drizzle-orm'
import { required } from '#base/text/required.ts'
import { listChanges } from '#features/orders/server/list-changes.ts'
import { listOrders } from '#features/orders/server/list-orders.ts'
import type { Figure } from '../figures.ts'
import { withLargeInstallation } from '../installation.ts'
import { bareTransaction, timesInTurn } from './in-turn.ts'

const rounds = 60
const orders = 1_000
const domainsPerOrder = 10

/** What one change costs who follows the list of an account with 1,000 orders, beside the whole list. */
export async function measureChanges(): Promise<Figure[]> {
  const { times, changed, whole } = await withLargeInstallation(
    async ({ db }, pool) => {
      const customerId = 'cus_f0'
      for (const table of ['orders', 'bundles', 'domains', 'tool_connections', 'checkouts'])
        await pool.query(
          `update ${table} set customer_id = '${customerId}' where customer_id like 'cus\\_f%'`,
        )
      await pool.query('vacuum analyze')
      const read = async () => required((await listOrders(db, customerId, undefined)).list, 'the list')
      let { cursor } = await read()
      let before = cursor
      const changes = async () => {
        const answer = required(await listChanges(db, customerId, before), 'what has changed')
        if (answer.orders.length !== 1) throw new Error(`${answer.orders.length} orders have changed.`)
        cursor = answer.cursor
        return answer
      }
      const times = await timesInTurn(
        { bare: () => bareTransaction(db, 3), changes, read },
        rounds,
        async () => {
          before = cursor
          await db.execute(sql`update domains set rev = rev where id = 'dom_f0'`)
        },
      )
      const bytes = (answer: unknown) => JSON.stringify(answer).length / 1_000
      return { times, changed: bytes(await changes()), whole: bytes(await read()) }
    },
    { orders, domainsPerOrder, mailboxesPerDomain: 1 },
  )
  return [
    {
      what: 'one change of 1,000 orders: what is sent of the list',
      measured: changed,
      unit: 'KB',
      target: { at: 'most', value: 2 },
      note: `the whole list: ${whole.toFixed(0)} KB before it is compressed`,
    },
    {
      what: 'one change of 1,000 orders: reading it',
      measured: times.changes,
      unit: 'ms',
      target: { at: 'most', value: 15 },
      note: `three statements that ask for nothing: ${times.bare.toFixed(2)} ms; the whole list: ${times.read.toFixed(0)} ms`,
    },
    {
      what: 'the same, to reading the whole list',
      measured: times.changes / times.read,
      unit: 'x',
      target: { at: 'most', value: 0.2 },
    },
  ]
}
