import { readAgain, readBackfill } from '#base/db/books-read.ts'
import type { Routes } from '#base/http/binding.ts'
import { ruleBroken } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../api/console-money.ts'
import { enterCost, removeCost } from './enter-cost.ts'
import { moneyCsv } from './money-csv.ts'
import { booksAreRead, showMoney } from './show-money.ts'

/** What is earned and spent. */
export function moneyRoutes(deps: Dependencies): Routes {
  return (bind) => {
    bind(api.consoleMoney, ({ query }) => showMoney(deps, query.month))

    bind(api.consoleMoneyCsv, async ({ query: { table, month } }) => {
      const view = await showMoney(deps, month)
      if (!view.isRead) throw ruleBroken(booksAreRead)
      return {
        filename: `${['money', table, ...(month ? [month] : [])].join('-')}.csv`,
        csv: moneyCsv(view, table),
      }
    })

    bind(api.readBooksAgain, async () => {
      // One that is under way goes on.
      if ((await readBackfill(deps.db)).stage === 'done') await readAgain(deps.db)
      return { message: 'Stripe’s books are read again. Until all of it is here there are no figures.' }
    })

    bind(api.enterCost, async ({ body }) => ({ message: await enterCost(deps.db, body) }))

    bind(api.removeCost, async ({ body }) => ({ message: await removeCost(deps.db, body) }))
  }
}
