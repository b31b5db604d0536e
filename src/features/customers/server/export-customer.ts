import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Column, getTableColumns, getTableName } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import {
  connectLinks,
  customerViews,
  mailboxLinks,
  outbox as mails,
  passkeyChallenges,
  recoveryCodes,
  refreshFamilies,
  sessions,
  signInPictures,
  signInSteps,
  users,
} from '#base/db/schema/index.ts'
import { sealedColumns } from '#base/db/sealed-columns.ts'
import { invalid } from '#base/http/refusal.ts'
import { makeDirectory } from '#base/make-directory.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { csvCell } from '#vendors/csv/adapter/mailboxes-csv.ts'
import { customerByEmail } from './customer-by-email.ts'
import { rowsOfCustomer } from './rows-of-customer.ts'

/**
 * Left out: passwords, credentials and what opens sessions. A customer takes the passwords of mailboxes out by the
 * product's own export, which asks for the password and is noted.
 */
const secretColumns: ReadonlySet<Column> = new Set<Column>([
  ...sealedColumns.map(({ column }) => column),
  users.passwordHash,
  users.passwordHashBeforeReset,
  signInSteps.tokenHash,
  mails.opens,
  recoveryCodes.codeHash,
  passkeyChallenges.boundTo,
  passkeyChallenges.challenge,
  sessions.tokenHash,
  refreshFamilies.currentHash,
  refreshFamilies.previousHash,
  refreshFamilies.networkHash,
  customerViews.tokenHash,
  connectLinks.linkHash,
  connectLinks.passHash,
  mailboxLinks.signInToken,
  mailboxLinks.signInSession,
  signInPictures.png,
])

export type ExportedRow = Record<string, unknown>

/** Everything held about someone, by table, without secrets; columns are called as they are in the database. */
export async function readEverythingAbout(
  db: Db,
  subject: { id: string; email: string },
): Promise<Record<string, ExportedRow[]>> {
  const everything: Record<string, ExportedRow[]> = {}
  for (const { table, are } of rowsOfCustomer) {
    const name = getTableName(table)
    const columns = Object.values(getTableColumns(table)).filter((column) => !secretColumns.has(column))
    const rows = await db
      .select(Object.fromEntries(columns.map((column) => [toSnakeCase(column.name), column])))
      .from(table)
      .where(are(subject))
    everything[name] = rows
  }
  return everything
}

/** Everything held about someone as text, all of it of one moment. That it was taken out is noted, and told them by mail. */
export async function exportedText(
  { db, outbox, brand }: Pick<Dependencies, 'db' | 'outbox' | 'config' | 'brand'>,
  customer: { id: string; email: string; name: string },
): Promise<{ everything: Record<string, ExportedRow[]>; text: string }> {
  const everything = await db.transaction((tx) => readEverythingAbout(tx, customer), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
  await db.transaction(async (tx) => {
    await audit(tx, { customerId: customer.id, actor: 'operator', action: 'customer.exported' })
    await outbox.put(tx, {
      key: `customer-exported:${newId('mail')}`,
      to: customer.email,
      subject: `A copy of your data at ${brand.now.productName}`,
      text: [
        `Hello ${customer.name},`,
        '',
        `a copy of everything that ${brand.now.productName} holds about you was made, without passwords and credentials.`,
        '',
        `If you did not ask for it, write to ${brand.now.supportEmail}.`,
      ].join('\n'),
    })
  })
  return { everything, text: `${JSON.stringify(everything, null, 2)}\n` }
}

/**
 * Writes everything held about someone into a new or empty directory, for its owner only: `everything.json`, and a
 * CSV file for each table that has rows. Returns how many rows and files.
 */
export async function exportCustomer(
  deps: Pick<Dependencies, 'db' | 'outbox' | 'config' | 'brand'>,
  email: string,
  directory: string,
): Promise<{ rows: number; files: string[] }> {
  const customer = await customerByEmail(deps.db, email)
  prepare(directory)
  const { everything, text } = await exportedText(deps, customer)
  const files: string[] = []
  const write = (name: string, text: string) => {
    writeFileSync(join(directory, name), text, { mode: 0o600, flag: 'wx' })
    files.push(name)
  }
  write('everything.json', text)
  let count = 0
  for (const [name, rows] of Object.entries(everything)) {
    count += rows.length
    if (rows.length > 0) write(`${name}.csv`, csvOf(rows))
  }
  return { rows: count, files }
}

function prepare(directory: string): void {
  let present: string[]
  try {
    makeDirectory(directory, 0o700)
    chmodSync(directory, 0o700)
    present = readdirSync(directory)
  } catch {
    throw invalid(`${directory} cannot be written to.`)
  }
  if (present.length > 0) throw invalid(`${directory} is not empty; name a new directory.`)
}

function csvOf(rows: readonly ExportedRow[]): string {
  const names = Object.keys(rows[0] ?? {})
  const lines = [names.map(csvCell), ...rows.map((row) => names.map((name) => csvCell(textOf(row[name]))))]
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('')
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
