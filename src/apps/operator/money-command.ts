import { invalid } from '#base/http/refusal.ts'
import { formatUsd } from '#base/text/usd.ts'
import { figureOf, moneyColumns } from '#features/money/rules/money-columns.ts'
import { otherCurrenciesText } from '#features/money/rules/money-words.ts'
import { booksAreRead, showMoney } from '#features/money/server/show-money.ts'
import { type Command, reading, table } from './command.ts'

/** What is earned and spent: the last twelve months, or one. */
export const moneyCommand: Command = reading({
  name: 'money',
  summary: 'what is earned and spent, by month: the last twelve, or one',
  options: { month: { help: 'one month, as 2026-11' } },
  async read(deps, { month }) {
    if (month !== undefined && !/^20\d\d-(?:0[1-9]|1[0-2])$/.test(month))
      throw invalid('--month must be a month like 2026-11.')
    return showMoney(deps, month)
  },
  show({ isRead, months, total, otherCurrencies }) {
    if (!isRead || !total) return booksAreRead
    const rows = months.map((line) => ({
      month: line.month,
      ...Object.fromEntries(
        moneyColumns.map(({ id, title }) => {
          const { cents } = figureOf(line[id])
          return [title, cents === null ? 'unknown' : formatUsd(cents)]
        }),
      ),
    }))
    const why = [...new Set([total.fees.why, total.cost.why].filter((reason) => reason !== null))]
    return [
      table(rows),
      ...(why.length > 0 ? ['', `Unknown: ${why.join(' ')}`] : []),
      ...(otherCurrencies > 0 ? ['', otherCurrenciesText(otherCurrencies)] : []),
    ].join('\n')
  },
})
