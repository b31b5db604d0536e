import { isDeepStrictEqual } from 'node:util'
import { eq, isNotNull, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db/client.ts'
import {
  bulkJobs,
  helperCredentials,
  mailboxes,
  outbox,
  providerAccounts,
  settings,
  toolConnections,
} from './db/schema/index.ts'
import type { SecretPlace, Secrets } from './secrets.ts'

interface SealedColumn {
  table: PgTable
  name: string
  row: PgColumn
  column: PgColumn
}

/** Every column that holds sealed values: what rotation has to visit. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: toolConnections,
    name: 'tool_connections',
    row: toolConnections.id,
    column: toolConnections.secrets,
  },
  {
    table: helperCredentials,
    name: 'helper_credentials',
    row: helperCredentials.id,
    column: helperCredentials.secrets,
  },
  {
    table: providerAccounts,
    name: 'provider_accounts',
    row: providerAccounts.id,
    column: providerAccounts.credentials,
  },
  { table: mailboxes, name: 'mailboxes', row: mailboxes.id, column: mailboxes.secret },
  { table: outbox, name: 'outbox', row: outbox.id, column: outbox.attachments },
  { table: bulkJobs, name: 'bulk_jobs', row: bulkJobs.id, column: bulkJobs.credentials },
]

/** The place of a sealed value in one of these columns. */
export const placeOf = {
  connection: (id: string): SecretPlace => ({ table: 'tool_connections', row: id, field: 'secrets' }),
  helper: (id: string): SecretPlace => ({ table: 'helper_credentials', row: id, field: 'secrets' }),
  providerAccount: (id: string): SecretPlace => ({
    table: 'provider_accounts',
    row: id,
    field: 'credentials',
  }),
  mailbox: (id: string): SecretPlace => ({ table: 'mailboxes', row: id, field: 'secret' }),
  outbox: (id: string): SecretPlace => ({ table: 'outbox', row: id, field: 'attachments' }),
  bulkJob: (id: string): SecretPlace => ({ table: 'bulk_jobs', row: id, field: 'credentials' }),
}

/** Seals every value anew with the writing key. Answers how many changed; safe to repeat or to break off. */
export async function rotateSecrets(db: Db, secrets: Secrets): Promise<number> {
  let changed = 0
  for (const { table, name, row, column } of sealedColumns) {
    const rows = await db.select({ row, sealed: column }).from(table).where(isNotNull(column))
    for (const { row: id, sealed } of rows as { row: string; sealed: string }[]) {
      if (!secrets.isStale(sealed)) continue
      const place = { table: name, row: id, field: column.name }
      const fresh = secrets.seal(secrets.open(sealed, place), place)
      // Only where it is still the value that was read: a concurrent change has sealed with the new key already.
      const done = await db
        .update(table)
        .set({ [keyOf(table, column)]: fresh })
        .where(sql`${eq(row, id)} and ${eq(column, sealed)}`)
      changed += done.rowCount ?? 0
    }
  }
  return changed
}

const checkPlace = (keyId: string): SecretPlace => ({ table: 'settings', row: 'secret_check', field: keyId })

/**
 * Compares the configured keys with the check values stored under each key that ever wrote, and stores one for
 * a new writing key. A key that is gone is forgotten once nothing is sealed with it any more.
 * @throws Error with a sentence when a key that is still needed is missing, or one differs
 */
export async function verifySecrets(db: Db, secrets: Secrets): Promise<void> {
  const [row] = await db.select().from(settings).where(eq(settings.key, 'secret_check'))
  const stored = (row?.value ?? {}) as Record<string, string>
  const checks = { ...stored }
  for (const [keyId, sealed] of Object.entries(stored)) {
    if (!secrets.keyIds.includes(keyId)) {
      if (await isAnythingSealedWith(db, keyId))
        throw new Error(
          `SECRETS_KEYS does not contain the key "${keyId}", which stored secrets are sealed with. Add it, and run: npm run operator -- secrets rotate`,
        )
      delete checks[keyId]
      continue
    }
    try {
      secrets.open(sealed, checkPlace(keyId))
    } catch {
      throw new Error(
        `SECRETS_KEYS has another key under the id "${keyId}" than the one stored secrets are sealed with.`,
      )
    }
  }
  const writer = secrets.keyIds[0] as string
  checks[writer] ??= secrets.seal('inboxyard', checkPlace(writer))
  if (isDeepStrictEqual(checks, stored)) return
  await db
    .insert(settings)
    .values({ key: 'secret_check', value: checks })
    .onConflictDoUpdate({ target: settings.key, set: { value: checks } })
}

async function isAnythingSealedWith(db: Db, keyId: string): Promise<boolean> {
  for (const { table, column } of sealedColumns) {
    const [found] = await db
      .select({ one: sql`1` })
      .from(table)
      .where(sql`split_part(${column}, ':', 2) = ${keyId}`)
      .limit(1)
    if (found) return true
  }
  return false
}

function keyOf(table: PgTable, column: PgColumn): string {
  const entry = Object.entries(table).find(([, candidate]) => candidate === column)
  if (!entry) throw new Error(`${column.name} is not a column of its table`)
  return entry[0]
}
