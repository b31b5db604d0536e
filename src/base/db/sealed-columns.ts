import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { SecretPlace, Secrets } from '../secrets/secrets.ts'
import { howToReadAgain } from '../secrets/secrets-key-file.ts'
import type { Db } from './client.ts'
import {
  bulkFetches,
  bulkJobs,
  dnsAccounts,
  helperCredentials,
  mailboxes,
  outbox,
  postmasterSignIns,
  probeMailboxes,
  providerAccounts,
  secondFactors,
  settings,
  toolConnections,
} from './schema/index.ts'

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
  { table: dnsAccounts, name: 'dns_accounts', row: dnsAccounts.id, column: dnsAccounts.credentials },
  {
    table: probeMailboxes,
    name: 'probe_mailboxes',
    row: probeMailboxes.id,
    column: probeMailboxes.credentials,
  },
  {
    table: postmasterSignIns,
    name: 'postmaster_sign_ins',
    row: postmasterSignIns.id,
    column: postmasterSignIns.credentials,
  },
  { table: secondFactors, name: 'second_factors', row: secondFactors.id, column: secondFactors.secret },
  { table: mailboxes, name: 'mailboxes', row: mailboxes.id, column: mailboxes.secret },
  { table: outbox, name: 'outbox', row: outbox.id, column: outbox.attachments },
  { table: bulkJobs, name: 'bulk_jobs', row: bulkJobs.id, column: bulkJobs.credentials },
  { table: bulkFetches, name: 'bulk_fetches', row: bulkFetches.id, column: bulkFetches.credentials },
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
  dnsAccount: (id: string): SecretPlace => ({ table: 'dns_accounts', row: id, field: 'credentials' }),
  probeMailbox: (id: string): SecretPlace => ({ table: 'probe_mailboxes', row: id, field: 'credentials' }),
  postmasterSignIn: (id: string): SecretPlace => ({
    table: 'postmaster_sign_ins',
    row: id,
    field: 'credentials',
  }),
  secondFactor: (id: string): SecretPlace => ({ table: 'second_factors', row: id, field: 'secret' }),
  mailbox: (id: string): SecretPlace => ({ table: 'mailboxes', row: id, field: 'secret' }),
  outbox: (id: string): SecretPlace => ({ table: 'outbox', row: id, field: 'attachments' }),
  bulkFetch: (id: string): SecretPlace => ({ table: 'bulk_fetches', row: id, field: 'credentials' }),
  bulkJob: (id: string): SecretPlace => ({ table: 'bulk_jobs', row: id, field: 'credentials' }),
}

/** Rows that are read, sealed and written at once: a second's work at most, and no one waits longer for their locks. */
const batchRows = 2_000

/**
 * Seals every value again with the writing key, a batch at a time, and tells after each how far it is. Returns how many
 * changed; safe to repeat or to break off: what is done stays done, and is not done again.
 */
export async function rotateSecrets(
  db: Db,
  secrets: Secrets,
  told: (progress: { changed: number; of: number }) => void = () => {},
): Promise<number> {
  const counts = await Promise.all(
    sealedColumns.map(({ table, column }) => db.$count(table, isStale(secrets, column))),
  )
  const of = counts.reduce((sum, each) => sum + each, 0)
  let changed = 0
  for (const column of sealedColumns) {
    let last: string | undefined
    do {
      const batch = await rotateBatch(db, secrets, column, last ?? '')
      last = batch.last
      changed += batch.changed
      if (last !== undefined) told({ changed, of })
    } while (last !== undefined)
  }
  return changed
}

const isStale = (secrets: Secrets, column: PgColumn) =>
  sql`${column} is not null and split_part(${column}, ':', 2) <> ${secrets.keyIds[0]}`

/** The next rows after one, by their ids; without a last one there were none. */
async function rotateBatch(
  db: Db,
  secrets: Secrets,
  { table, name, row, column }: SealedColumn,
  after: string,
): Promise<{ last?: string; changed: number }> {
  const rows = (await db
    .select({ id: row, sealed: column })
    .from(table)
    .where(and(gt(row, after), isStale(secrets, column)))
    .orderBy(asc(row))
    .limit(batchRows)) as { id: string; sealed: string }[]
  if (rows.length === 0) return { changed: 0 }
  const fresh = rows.map(({ id, sealed }) => {
    const place = { table: name, row: id, field: column.name }
    return secrets.seal(secrets.open(sealed, place), place)
  })
  const list = (values: string[]) => sql`${sql.param(values)}::text[]`
  // Only where it is still the value that was read: a concurrent change has sealed with the new key already.
  const done = await db.execute(sql`
    update ${table} as t set ${sql.identifier(column.name)} = v.fresh
    from unnest(${list(rows.map(({ id }) => id))}, ${list(rows.map(({ sealed }) => sealed))}, ${list(fresh)})
      as v (id, sealed, fresh)
    where t.${sql.identifier(row.name)} = v.id and t.${sql.identifier(column.name)} = v.sealed`)
  return { last: rows.at(-1)?.id, changed: done.rowCount ?? 0 }
}

const checkPlace = (keyId: string): SecretPlace => ({ table: 'settings', row: 'secret_check', field: keyId })

/**
 * Compares the configured keys with the check values stored under each key that ever wrote, and stores one for
 * a new writing key. A key that is gone is forgotten once nothing is sealed with it any more.
 * @param keyFile where the key was read, if SECRETS_KEYS is not set
 * @throws Error with a sentence when a key that is still needed is missing, or one differs
 */
export async function verifySecrets(db: Db, secrets: Secrets, keyFile?: string): Promise<void> {
  const refusal = (ofVariable: string) =>
    new Error(
      keyFile ? `The key file ${keyFile} holds another key than before. ${howToReadAgain}` : ofVariable,
    )
  const [row] = await db.select().from(settings).where(eq(settings.key, 'secret_check'))
  const stored = (row?.value ?? {}) as Record<string, string>
  const checks = { ...stored }
  for (const [keyId, sealed] of Object.entries(stored)) {
    if (!secrets.keyIds.includes(keyId)) {
      if (await isAnythingSealedWith(db, keyId))
        throw refusal(
          `SECRETS_KEYS does not contain the key "${keyId}", which stored secrets are sealed with. Add it, and run: npm run operator -- secrets rotate`,
        )
      delete checks[keyId]
      continue
    }
    try {
      secrets.open(sealed, checkPlace(keyId))
    } catch {
      throw refusal(
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
