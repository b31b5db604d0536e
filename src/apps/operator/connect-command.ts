import { writeFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { providerAccounts } from '#base/db/schema/index.ts'
import { invalid, notFound } from '#base/http/refusal.ts'
import { numberText } from '#base/text/number-text.ts'
import { listWaiting, type WaitingForPerson } from '#delivery/sending/connect/claim-sign-in.ts'
import { pictureOf } from '#delivery/sending/connect/sign-in-pictures.ts'
import { connectLinkMinutes } from '#features/tools/rules/connecting-texts.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { makeConnectLink } from '#features/tools/server/connecting/connect-links.ts'
import { whatToConnect } from '#features/tools/server/connecting/what-to-connect.ts'
import { type Command, table } from './command.ts'

/** Mailboxes that a sending tool lets in only once someone has signed in to each. */
export const connectCommand: Command = {
  name: 'connect',
  summary: `print a link, good for ${connectLinkMinutes} minutes and for one opening, to the page that leads a person through the mailboxes to be signed in to; with --list, what waits for one; with --picture, the page that stopped the browser`,
  options: {
    connection: { help: 'the customer’s sending tool, as --list shows it' },
    account: { help: 'only mailboxes in the tenant or Google account with this label' },
    list: { help: 'show what waits for a person, the longest first', flag: true },
    picture: { help: 'the address of a mailbox whose sign-in met a page that only a person can answer' },
    out: { help: 'the file that the picture of that page is written to, a PNG that is not there yet' },
  },
  async run(deps, options, print) {
    if (options.list) {
      const waiting = await listWaiting(deps.db)
      return print(waitingText(waiting), { document: waiting })
    }
    if (options.picture !== undefined)
      return print(await writePicture(deps.db, options.picture, options.out), { data: { file: options.out } })
    if (options.connection === undefined) throw invalid('--connection is needed, or --list or --picture.')
    const connectionId = options.connection.trim()
    const accountId =
      options.account === undefined ? null : await findAccount(deps.db, options.account.trim())
    const { left } = await whatToConnect(deps.db, { connectionId, accountId })
    const link = await makeConnectLink(deps, { connectionId, accountId })
    print(link, { data: { link, mailboxes: left, minutes: connectLinkMinutes } })
    print(
      `${left === 1 ? '1 mailbox' : `${numberText(left)} mailboxes`} to sign in to. Whoever opens the link first can read their passwords, so hand it to one person; it works once, within ${connectLinkMinutes} minutes.`,
    )
  },
}

async function writePicture(db: Db, address: string, file: string | undefined): Promise<string> {
  if (!file) throw invalid('--out is needed with --picture: the file to write.')
  const picture = await pictureOf(db, { address: address.trim() })
  if (!picture) throw notFound(`There is no picture of a page for ${address.trim()}.`)
  try {
    await writeFile(file, picture.png, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw invalid(`${file} could not be written: ${error instanceof Error ? error.message : error}`)
  }
  return `Written to ${file}.`
}

function waitingText(rows: readonly WaitingForPerson[]): string {
  if (rows.length === 0) return 'No mailbox waits for a person.'
  return table(
    rows.map(({ connectionId, tool, email, account, count, since, cause, reason }) => ({
      connection: connectionId,
      tool: sendingToolNames[tool],
      customer: email,
      account,
      mailboxes: count,
      since: since.toISOString().slice(0, 16).replace('T', ' '),
      cause: cause ?? '',
      reason: reason ?? '',
    })),
  )
}

/** A tenant and a Google account may have the same label. */
async function findAccount(db: Db, label: string): Promise<string> {
  const rows = await db
    .select({ id: providerAccounts.id })
    .from(providerAccounts)
    .where(eq(providerAccounts.label, label))
  const [only, another] = rows
  if (!only) throw notFound(`There is no account labelled ${label}.`)
  if (another) throw invalid(`A tenant and a Google account are labelled ${label}. Leave --account out.`)
  return only.id
}
