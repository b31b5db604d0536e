import { queryOptions } from '@tanstack/react-query'
import { callStaff } from '#ui/console/call-staff.ts'
import { consoleKey } from '#ui/console/staff-session.ts'
import { queryClient } from '#ui/query-client.ts'
import { saveFile } from '#ui/save-file.ts'
import { consoleMoney, consoleMoneyCsv, type MoneyTable } from '../api/console-money.ts'

const moneyKey = 'money'

/** One month, as the address has it, or the last twelve. */
const queryOf = (month: string) => (month ? { month } : {})

export const moneyQuery = (month: string) =>
  queryOptions({
    queryKey: [consoleKey, moneyKey, month],
    queryFn: ({ signal }) => callStaff(consoleMoney, { query: queryOf(month), signal }),
    meta: { quiet: true },
  })

/** Hands a table to the browser as a file. */
export async function downloadTable(table: MoneyTable, month: string): Promise<void> {
  const { filename, csv } = await callStaff(consoleMoneyCsv, { query: { table, ...queryOf(month) } })
  saveFile(filename, csv)
}

export const lookAtMoneyAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [consoleKey, moneyKey] })
