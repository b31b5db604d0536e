import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { customers, toolConnections } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { conflict, notFound } from '#base/http/refusal.ts'
import { openValues } from '#base/secrets/open-values.ts'
import type { Secrets } from '#base/secrets/secrets.ts'
import { isHeldAs } from '#delivery/domains/held.ts'
import { connectedTools, type SendingToolId } from '../rules/sending-tools.ts'
import { maskToolValues, separateSecrets, type ToolConnection } from '../rules/tool-credentials.ts'

type Row = typeof toolConnections.$inferSelect

/** All of a connection's values, secrets opened. Never leaves the server but through the audited reveal. */
export function openConnection(
  secrets: Secrets,
  row: Pick<Row, 'id' | 'details' | 'secrets'>,
): Record<string, string> {
  const sealed = row.secrets ? openValues(secrets, row.secrets, placeOf.connection(row.id)) : {}
  return { ...row.details, ...sealed }
}

/** What was typed over what is kept. The id that is kept belongs to the workspace that is kept with it. */
export function typedOver(
  kept: Readonly<Partial<Record<string, string>>>,
  typed: Readonly<Record<string, string>>,
): Record<string, string> {
  const isOther = typed.workspace && typed.workspace !== kept.workspace
  const given: Partial<Record<string, string>> = { ...kept, ...(isOther && { workspaceId: '' }) }
  return Object.fromEntries(
    Object.entries({ ...given, ...typed }).flatMap(([name, value]) => {
      const filled = value || given[name]
      return filled ? [[name, filled]] : []
    }),
  )
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

export async function findConnection(db: Db, customerId: string, id: string): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(toolConnections)
    .where(and(eq(toolConnections.id, id), eq(toolConnections.customerId, customerId)))
  return row
}

/** Credentials as a customer tells them apart, the newest first; a few suffice to choose from. */
export async function recentConnections(db: Db, secrets: Secrets, customerId: string) {
  const rows = await db
    .select({
      row: toolConnections,
      lastUsedAt: sql<string | null>`(select max(b.created_at) from bundles b
        where b.connection_id = ${toolConnections.id} and b.status <> 'expired')`,
      isInUse: sql<boolean>`${isInUse}`,
    })
    .from(toolConnections)
    .innerJoin(customers, eq(customers.id, toolConnections.customerId))
    .where(
      and(
        eq(toolConnections.customerId, customerId),
        inArray(toolConnections.kind, [...connectedTools]),
        isNotNull(toolConnections.secrets),
      ),
    )
    .orderBy(desc(toolConnections.createdAt))
    .limit(20)
  return rows.map(({ row, lastUsedAt, isInUse: isUsed }) => ({
    ...presentConnection(secrets, row),
    state: row.state,
    savedAt: row.createdAt.toISOString(),
    lastUsedAt: lastUsedAt && new Date(lastUsedAt).toISOString(),
    isInUse: isUsed,
  }))
}

/**
 * An order needs it: one that is not over, one that was asked to come back with it, or one whose mailboxes are still to
 * be taken out of the tool.
 */
const isInUse = sql`(exists (select from bundles b where b.connection_id = ${toolConnections.id}
    and (b.status in ('awaiting_payment', 'live') or exists (
      select from domains d where d.bundle_id = b.id and d.want <> 'hold' and ${isHeldAs('d')})))
  or exists (select from bundles b where b.customer_id = ${toolConnections.customerId}
    and b.reinstate_wish ->> 'connectionId' = ${toolConnections.id})
  or exists (select from mailbox_links l join mailboxes m on m.id = l.mailbox_id
    where l.connection_id = ${toolConnections.id} and l.want = 'connected' and l.abandoned_at is null
      and m.want <> 'purged'))`

/** Forgets credentials that no order needs. Throws a `Refusal`. */
export async function removeConnection(db: Db, customerId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ kind: toolConnections.kind })
      .from(toolConnections)
      .where(
        and(
          eq(toolConnections.id, id),
          eq(toolConnections.customerId, customerId),
          isNotNull(toolConnections.secrets),
        ),
      )
      .for('update')
    if (!row) throw notFound('These credentials are not saved any more.')
    // In a statement of its own: it sees the order that was placed with them while the row was waited for.
    const [used] = await tx
      .select({ id: toolConnections.id })
      .from(toolConnections)
      .innerJoin(customers, eq(customers.id, toolConnections.customerId))
      .where(and(eq(toolConnections.id, id), isInUse))
    if (used) throw conflict('An order still uses these credentials.')
    // Orders that are over keep the row they name: without its values it says only which tool it was.
    await tx
      .update(toolConnections)
      .set({ details: {}, secrets: null, state: 'unchecked', problem: null, refusedAt: null })
      .where(eq(toolConnections.id, id))
    await audit(tx, {
      customerId,
      actor: 'customer',
      action: 'credentials.removed',
      subject: id,
      data: { tool: row.kind },
    })
  })
}
