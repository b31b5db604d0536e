import { and, desc, eq } from 'drizzle-orm'
import { required } from '#shared/text/required.ts'
import type { SendingToolId } from '#shared/tools/sending-tools.ts'
import { maskToolValues, separateSecrets, type ToolConnection } from '#shared/tools/tool-credentials.ts'
import type { Db } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { toolConnections } from '../../db/schema/index.ts'
import { placeOf } from '../../db/sealed-columns.ts'
import { openValues } from '../../secrets/open-values.ts'
import type { Secrets } from '../../secrets/secrets.ts'

type Row = typeof toolConnections.$inferSelect

/** All of a connection's values, secrets opened. Never leaves the server but through the audited reveal. */
export function openConnection(
  secrets: Secrets,
  row: Pick<Row, 'id' | 'details' | 'secrets'>,
): Record<string, string> {
  const sealed = row.secrets ? openValues(secrets, row.secrets, placeOf.connection(row.id)) : {}
  return { ...row.details, ...sealed }
}

/** What a connection's row holds for some values. */
export function sealConnection(
  secrets: Secrets,
  id: string,
  tool: SendingToolId,
  values: Record<string, string>,
) {
  const parts = separateSecrets(tool, values)
  const hasSecrets = Object.keys(parts.secrets).length > 0
  return {
    details: parts.details,
    secrets: hasSecrets ? secrets.seal(JSON.stringify(parts.secrets), placeOf.connection(id)) : null,
  }
}

export const presentConnection = (secrets: Secrets, row: Row): ToolConnection => ({
  id: row.id,
  tool: row.kind,
  shown: maskToolValues(row.kind, openConnection(secrets, row)),
})

/** The row of a new connection, for values that were checked already. */
export function newConnection(
  secrets: Secrets,
  customerId: string,
  tool: SendingToolId,
  values: Record<string, string>,
): typeof toolConnections.$inferInsert & { id: string } {
  const id = newId('connection')
  return { id, customerId, kind: tool, ...sealConnection(secrets, id, tool, values) }
}

/** Stores values that were checked already. */
export async function insertConnection(
  tx: Db,
  secrets: Secrets,
  customerId: string,
  tool: SendingToolId,
  values: Record<string, string>,
): Promise<Row> {
  const [row] = await tx
    .insert(toolConnections)
    .values(newConnection(secrets, customerId, tool, values))
    .returning()
  return required(row, 'the new row')
}

export async function findConnection(db: Db, customerId: string, id: string): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(toolConnections)
    .where(and(eq(toolConnections.id, id), eq(toolConnections.customerId, customerId)))
  return row
}

/** Newest first; a few suffice to choose from. */
export const recentConnections = (db: Db, customerId: string): Promise<Row[]> =>
  db
    .select()
    .from(toolConnections)
    .where(eq(toolConnections.customerId, customerId))
    .orderBy(desc(toolConnections.createdAt))
    .limit(20)
