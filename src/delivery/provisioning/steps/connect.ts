import { and, eq, or, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { mailboxLinks } from '#base/db/schema/index.ts'
import { countOf } from '#base/text/count-of.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { isVendorError, waitsForOperator, waitsForVendor } from '#vendors/client/vendor-error.ts'
import type { SendingTool, ToolMailbox, ToolSignIn } from '#vendors/ports/sending-tools.ts'
import { isBeingSetUp, setUpLookSeconds } from '../../sending/set-up.ts'
import type { DesiredMailbox } from '../desired.ts'
import type { StepContext } from '../step-context.ts'
import { closeWorkItem, ensureWorkItem } from '../work-items.ts'
import { linkOf } from './confirm-connections.ts'
import { withOurTeam } from './mailbox-host.ts'
import { connectingSubject, makeReady } from './make-ready.ts'
import { waiting } from './tool-calls.ts'

/** Sign-ins wake their name; a wake-up that is lost costs so much. */
const lookAgainMs = 60_000
/** A browser's sign-in with all that comes before and after it, and how many there are at once in a tenant: one. */
const signInMs = 20_000

interface Before {
  /** How many there are to be. */
  wanted: number
  listed: ReadonlyMap<string, ToolMailbox>
}

/** Has those brought in that the tool cannot use, and waits for it. */
export async function bringIn(
  context: StepContext,
  sendingTool: SendingTool,
  open: readonly DesiredMailbox[],
  before: Before,
): Promise<never> {
  const { holding } = context
  const way = sendingTool.signInAt(holding.platform)
  // Nobody can sign in to what was taken over with a password of its own.
  const held = open.filter(({ secret }) => secret !== null)
  if (held.length === 0) throw waiting(context, notHeld(open.length))
  // What has its place in line already was made ready before.
  const fresh = held.filter((mailbox) => !linkOf(context, mailbox)?.connection)
  if (fresh.length > 0) {
    const page = await firstPage(context, way)
    if (!page && holding.connection.kind === 'bison') return waitForUpload(context, held, before)
    await makeReady(context, page, fresh)
  }
  // Google refuses browsers that nobody sits at.
  const isByBrowser =
    holding.platform === 'azure' && way !== undefined && context.config.signInBrowser !== undefined
  const line = await wantSignIns(context, held, isByBrowser ? 'wanted' : 'person')
  const tool = sendingToolNames[holding.connection.kind]
  const reason = [
    progressText(before.wanted - open.length, before.wanted, refusedText(open, before.listed)),
    line.settingUp > 0 && `${tool} is setting up ${line.settingUp}`,
    line.browsers > 0 && `signing in to ${line.browsers} until about ${await untilAbout(context)}`,
  ]
    .filter(Boolean)
    .join(', ')
  const retryAfterMs =
    line.settingUp > 0 ? setUpLookSeconds * 1000 : line.held + line.browsers > 0 ? lookAgainMs : undefined
  const isPersons = held.length > line.settingUp + line.browsers
  if (!isPersons) throw waiting(context, { ...waitsForVendor, reason, retryAfterMs })
  const item = await ensureWorkItem(context, {
    kind: 'tool_sign_in',
    subject: connectingSubject(context),
    instructions: `Sign in to the mailboxes for the customer's ${tool} on the page that leads through them, in the console under Work. It closes when the tool says that they are connected.`,
  })
  const ours = withOurTeam(item)
  throw waiting(context, {
    ...ours,
    told: `${reason}, ${ours.told}`,
    customersMay: 'connect the rest yourself',
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

/** The tool's page for one of them, which says whose app is to be let in; undefined where it has none. */
async function firstPage({ call }: StepContext, way: ToolSignIn | undefined): Promise<string | undefined> {
  try {
    return way && (await way.begin(call)).link
  } catch (error) {
    if (isVendorError(error, 'not_found')) return undefined
    throw error
  }
}

const notHeld = (mailboxes: number) => ({
  ...waitsForOperator,
  reason: `the passwords of ${countOf(mailboxes, 'mailbox', 'mailboxes')} are not held, since they were taken over: set new ones on their pages in the console, or connect them in the tool by hand`,
  customersMay: 'connect them yourself',
})

/** "12 of 50 mailboxes are connected so far", with what the tool says of the others. */
const progressText = (connected: number, wanted: number, refused: string | undefined): string =>
  `${connected} of ${wanted} mailboxes are connected there so far${refused ? `, ${refused}` : ''}`

/** "2 cannot be signed in to: 535 5.7.139 …": the first reason stands for all. */
function refusedText(
  open: readonly DesiredMailbox[],
  listed: ReadonlyMap<string, ToolMailbox>,
): string | undefined {
  const reasons = open.flatMap(({ address }) => {
    const there = listed.get(address)
    return there?.connection.state === 'refused' ? [there.connection.reason] : []
  })
  return reasons.length > 0 ? `${reasons.length} cannot be signed in to: ${reasons[0]}` : undefined
}

/** Who is to sign in to what is not connected: what is in none of these waits for a person. */
interface Line {
  /** The tool was let in and is setting them up. */
  settingUp: number
  /** A browser signs in to them, now or later. */
  browsers: number
  /** Somebody is signing in to them. */
  held: number
}

/**
 * Puts what is to be signed in to in line: for the browser where it may, for a person where not. What waits for
 * either already keeps its place.
 */
async function wantSignIns(
  { holding, save, name }: StepContext,
  open: readonly DesiredMailbox[],
  hand: 'wanted' | 'person',
): Promise<Line> {
  const line: Line = { settingUp: 0, browsers: 0, held: 0 }
  await save({}, async (tx) => {
    const rows = await tx
      .insert(mailboxLinks)
      .values(
        open.map(({ id }) => ({
          mailboxId: id,
          connectionId: holding.connection.id,
          connection: hand,
          connectionSince: sql`now()`,
        })),
      )
      .onConflictDoUpdate({
        target: [mailboxLinks.mailboxId, mailboxLinks.connectionId],
        set: {
          want: 'connected',
          abandonedAt: null,
          // Where no browser runs any more, what was left to it is a person's.
          connection: sql`case when excluded.connection = 'person' and ${mailboxLinks.connection} = 'wanted'
            then 'person' else coalesce(${mailboxLinks.connection}, excluded.connection) end`,
        },
      })
      .returning({
        connection: mailboxLinks.connection,
        by: mailboxLinks.signInBy,
        isBeingSetUp: isBeingSetUp(mailboxLinks.setUpSince),
      })
    for (const { connection, by, isBeingSetUp: isLetIn } of rows) {
      const isHeld = connection === 'signing_in'
      if (isLetIn) line.settingUp += 1
      else if (connection === 'wanted' || (isHeld && by === 'browser')) line.browsers += 1
      if (isHeld) line.held += 1
    }
    // The tool has sign-in pages by now.
    await closeWorkItem(tx, 'tool_upload', name)
  })
  return line
}

/** When the browser has signed in to what is in line in the same tenant, and has tried again what it is to: "14:05 UTC". */
async function untilAbout({ db, facts, now }: StepContext): Promise<string> {
  const { rows } = await db.execute<{ count: number; afterMs: number }>(sql`
    select count(*)::int as count,
      coalesce(extract(epoch from max(l.sign_in_after) - now()) * 1000, 0)::float8 as "afterMs"
    from mailbox_links l
    join mailboxes m on m.id = l.mailbox_id
    join domain_names n on n.name = m.name and n.provider_account_id = ${facts.host?.accountId ?? ''}
    where l.want = 'connected' and (l.connection = 'wanted' or (l.connection = 'signing_in' and l.sign_in_by = 'browser'))`)
  const { count = 0, afterMs = 0 } = rows[0] ?? {}
  const until = new Date(now().getTime() + Math.max(0, afterMs) + count * signInMs)
  return `${until.toISOString().slice(11, 16)} UTC`
}

async function waitForUpload(
  context: StepContext,
  open: readonly DesiredMailbox[],
  { wanted, listed }: Before,
): Promise<never> {
  const missing = open.filter(({ address }) => !listed.has(address)).length
  // What was uploaded and cannot be used is for the tool, and then for a person, to mend.
  if (missing === 0)
    throw waiting(context, {
      ...waitsForVendor,
      reason: progressText(wanted - open.length, wanted, refusedText(open, listed)),
    })
  const item = await ensureWorkItem(context, {
    kind: 'tool_upload',
    subject: context.name,
    instructions: `Upload the ${missing} mailboxes of ${context.name} to the customer's ${sendingToolNames[context.holding.connection.kind]} with its own uploader, which takes the CSV with passwords, then answer that it is done. It closes when they are listed there.`,
  })
  throw waiting(context, withOurTeam(item))
}

/** All of the name's are in: nobody has to do anything more for it. */
export async function closeConnecting(context: StepContext, tx: Db): Promise<void> {
  const { holding, facts, name } = context
  if (facts.host) {
    await closeWorkItem(tx, 'tool_consent', connectingSubject(context))
    const [open] = await tx
      .select({ id: mailboxLinks.mailboxId })
      .from(mailboxLinks)
      .where(
        and(
          eq(mailboxLinks.connectionId, holding.connection.id),
          or(
            eq(mailboxLinks.connection, 'person'),
            and(eq(mailboxLinks.connection, 'signing_in'), eq(mailboxLinks.signInFrom, 'person')),
          ),
        ),
      )
      .limit(1)
    if (!open) await closeWorkItem(tx, 'tool_sign_in', connectingSubject(context))
  }
  await closeWorkItem(tx, 'tool_upload', name)
}
