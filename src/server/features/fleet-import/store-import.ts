import { eq } from 'drizzle-orm'
import type { ImportProblem } from '#shared/fleet-import/import-row.ts'
import { readImport } from '#shared/fleet-import/read-import.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db/client.ts'
import { databaseNow } from '../../db/database-now.ts'
import { newId } from '../../db/ids.ts'
import { fleetImportRows, fleetImports } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'

/** Rows written by one statement. */
const rowsAtOnce = 1_000

export type Stored =
  | { ok: true; importId: string; domains: number }
  | { ok: false; problems: ImportProblem[] }

/** Takes a file in, or tells all that is wrong with it: of a file with one wrong line nothing is taken. */
export async function storeImport(
  { db }: Pick<Dependencies, 'db'>,
  { fileName, text, madeBy }: { fileName: string; text: string; madeBy: string },
): Promise<Stored> {
  const today = new Date(await databaseNow(db)).toISOString().slice(0, 10)
  const read = readImport(text, today)
  if (!read.ok) return read
  const importId = newId('fleetImport')
  // It is how people find it in a list.
  const name = fileName.replace(/\p{C}/gu, '').trim() || 'fleet.csv'
  await db.transaction(async (tx) => {
    await tx.insert(fleetImports).values({ id: importId, fileName: name, madeBy })
    for (let i = 0; i < read.rows.length; i += rowsAtOnce)
      await tx
        .insert(fleetImportRows)
        .values(
          read.rows
            .slice(i, i + rowsAtOnce)
            .map(({ order, ...row }) => ({ ...row, orderName: order, importId })),
        )
    await noteImport(tx, 'import.stored', { importId, file: name, domains: read.rows.length })
  })
  return { ok: true, importId, domains: read.rows.length }
}

/** What staff do with an import, in the log. */
export const noteImport = (
  tx: Db,
  action:
    | 'import.stored'
    | 'import.look_begun'
    | 'import.adopting_begun'
    | 'import.stopped'
    | 'import.removed',
  data: { importId: string; file: string; domains?: number },
): Promise<void> => audit(tx, { actor: 'operator', action, subject: data.importId, data })

/** Its rows go with it; what was adopted stays. */
export const removeImport = async (tx: Db, importId: string): Promise<void> => {
  await tx.delete(fleetImports).where(eq(fleetImports.id, importId))
}
