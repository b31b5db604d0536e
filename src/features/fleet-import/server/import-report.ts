import { eq } from 'drizzle-orm'
import { fleetImportRows } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { type PlanNames, planName } from '#features/plans/rules/naming.ts'
import { planNamesOf } from '#features/plans/rules/price-list.ts'
import { csvText } from '#vendors/csv/adapter/mailboxes-csv.ts'
import type { ImportedRow } from '../api/console-fleet-import.ts'
import { importVerdictNames } from '../rules/import-verdict.ts'
import { readImportState, readRows } from './read-imports.ts'

const columnsOf = (names: PlanNames): [title: string, value: (row: ImportedRow) => string][] => [
  ['Line', ({ line }) => `${line}`],
  ['Domain', ({ domain }) => domain],
  ['Customer', ({ email }) => email],
  ['Order', ({ order }) => order],
  ['Plan', ({ plan }) => planName(plan, names)],
  ['Mailboxes', ({ mailboxes }) => `${mailboxes}`],
  ['Found', (row) => verdictText(row)],
  ['Adopted', ({ adoptedAt }) => adoptedAt ?? ''],
  ['Why', ({ findings }) => findings.map(({ sentence }) => sentence).join(' ')],
]

/** What a row is called by what was found of it. */
const verdictText = ({ verdict, adoptedAt }: Pick<ImportedRow, 'verdict' | 'adoptedAt'>): string =>
  adoptedAt ? 'Adopted' : verdict ? importVerdictNames[verdict] : 'Not looked at'

/** What was found of every domain of a file, as a CSV file after RFC 4180 in which a spreadsheet finds no formula. */
export async function importReport(
  { db, prices }: Pick<Dependencies, 'db' | 'prices'>,
  importId: string,
): Promise<{ filename: string; csv: string }> {
  const columns = columnsOf(planNamesOf(prices.now))
  const { fileName } = await readImportState(db, importId)
  const rows = await readRows(db, eq(fleetImportRows.importId, importId))
  const lines = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, value]) => value(row))),
  ]
  return {
    filename: `report-${fileName.replace(/\.csv$/i, '').replace(/[^\w.-]/g, '-')}.csv`,
    csv: csvText(lines),
  }
}
