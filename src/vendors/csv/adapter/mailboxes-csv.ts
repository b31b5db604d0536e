import type { Platform } from '#features/plans/rules/catalog.ts'
import { platformContents } from '#features/plans/rules/catalog.ts'
import { mailServers, signInPages } from '#vendors/client/mail-servers.ts'

export interface CsvMailbox {
  email: string
  firstName: string
  lastName: string
  /** Must not begin as a formula does: see `beginsLikeFormula`. */
  password: string
  platform: Platform
}

const columns: [header: string, value: (mailbox: CsvMailbox) => string | number][] = [
  ['Email', ({ email }) => harmless(email)],
  ['First Name', ({ firstName }) => harmless(firstName)],
  ['Last Name', ({ lastName }) => harmless(lastName)],
  ['Password', ({ password }) => unchanged(password)],
  ['SMTP Host', ({ platform }) => mailServers[platform].smtpHost],
  ['SMTP Port', ({ platform }) => mailServers[platform].smtpPort],
  ['IMAP Host', ({ platform }) => mailServers[platform].imapHost],
  ['IMAP Port', ({ platform }) => mailServers[platform].imapPort],
  ['Platform', ({ platform }) => platformContents[platform].name],
  // The servers take no password: without these a row serves nobody.
  ['Authentication', () => 'OAuth'],
  ['Sign-in Page', ({ platform }) => signInPages[platform]],
]

/**
 * User names and passwords for a customer whose sending tool we do not speak to: a CSV file after RFC 4180, with
 * a header line and CRLF after every line. A spreadsheet that opens it runs nothing.
 */
export function mailboxesCsv(rows: readonly CsvMailbox[]): string {
  const lines = [
    columns.map(([header]) => header),
    ...rows.map((row) => columns.map(([, value]) => field(String(value(row))))),
  ]
  return lines.map((line) => `${line.join(',')}\r\n`).join('')
}

/** Spreadsheets take a cell for a formula that begins so, quoted or not; some accept the full-width signs too. */
export const beginsLikeFormula = (text: string): boolean => /^\s*[=+\-@\t\r\n＝＋－＠]/.test(text)

/** An apostrophe makes it text to every spreadsheet, at the price of being part of it to everyone else. */
const harmless = (text: string): string => (beginsLikeFormula(text) ? `'${text}` : text)

/** With a password that price is too high: one more character and it opens nothing. We make them, so none begins so. */
function unchanged(password: string): string {
  if (beginsLikeFormula(password))
    throw new RangeError('A password for a CSV file must not begin like a formula.')
  return password
}

/** One cell of a CSV file for whatever else is written down: never a formula, quoted where it has to be. */
export const csvCell = (text: string): string => field(harmless(text))
export const csvText = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')

const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
