import { eq } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { databaseNow } from '#base/db/database-now.ts'
import { newId } from '#base/db/ids.ts'
import { fleetImportRows, fleetImports } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { type ImportRead, readImport } from '../rules/read-import.ts'

/** Rows written by one statement. */
const rowsAtOnce = 1_000

export type Stored = { ok: true; importId: string; domains: number } | Extract<ImportRead, { ok: false }>

/** Takes a file in, or tells all that is wrong with it. Of one with wrong lines only who asks takes the others in. */
export async function storeImport(
  { db }: Pick<Dependencies, 'db'>,
  {
    fileName,
    text,
    validOnly,
    madeBy,
  }: { fileName: string; text: string; validOnly?: boolean; madeBy: string },
): Promise<Stored> {
  const today = new Date(await databaseNow(db)).toISOString().slice(0, 10)
  const read = readImport(text, today)
  const rows = read.ok ? read.rows : read.valid
  if (!read.ok && !(validOnly && rows.length > 0)) return read
  const importId = newId('fleetImport')
  // It is how people find it in a list.
  const name = fileName.replace(/\p{C}/gu, '').trim() || 'fleet.csv'
  await db.transaction(async (tx) => {
    await tx.insert(fleetImports).values({ id: importId, fileName: name, madeBy })
    for (let i = 0; i < rows.length; i += rowsAtOnce)
      await tx
        .insert(fleetImportRows)
        .values(
          rows.slice(i, i + rowsAtOnce).map(({ order, ...row }) => ({ ...row, orderName: order, importId })),
        )
    await noteImport(tx, 'import.stored', { importId, file: name, domains: rows.length })
  })
  return { ok: true, importId, domains: rows.length }
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
