import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { platformContents } from '#shared/plans/catalog.ts'
import { isFileTool, sendingToolNames } from '#shared/tools/sending-tools.ts'
import { mailboxLinks, toolConnections } from '../../db/schema/index.ts'
import { placeOf } from '../../db/sealed-columns.ts'
import type { SendingTool, ToolMailbox } from '../../providers/ports/sending-tools.ts'
import { waitsForVendor } from '../../providers/vendor-error.ts'
import { type DesiredMailbox, mailboxesToConnect, toolDigest } from '../desired.ts'
import { mailboxesWere } from '../healing-sentences.ts'
import type { Step, StepContext } from '../step-context.ts'
import { closeWorkItem, ensureWorkItem } from '../work-items.ts'
import { disconnectUnwanted } from './disconnect.ts'
import { withOurTeam } from './mailbox-host.ts'
import { throwFirstFailure } from './mailboxes.ts'
import { resumePaused } from './pause-tool.ts'
import { linksOf, list, toLink, waiting } from './tool-calls.ts'

/**
 * The sending tool lists exactly the wanted mailboxes: it is asked what it has, the missing ones are pushed, and
 * it is asked again. A mailbox counts as delivered only when the tool itself has listed it.
 */
export const tool: Step = async (context) => {
  const { desired, holding, vendors, call, at } = context
  const digest = toolDigest(desired)
  await disconnectUnwanted(context)
  if (isFileTool(holding.connection.kind)) return { facts: { tool: { at: at(), digest } } }

  const wanted = mailboxesToConnect(desired)
  const sendingTool = await vendors.sendingTool(holding.connection.id)
  let listed = await list(context, sendingTool)
  await confirm(context, wanted, listed)
  const settings = { dailyLimit: platformContents[holding.platform].dailyLimit, warmupOn: true }
  let missing = wanted.filter((mailbox) => !listed.has(mailbox.address))
  const absent = new Set(missing)
  if (missing.length > 0) {
    if (context.facts.tool?.digest === digest) await noteWhatIsGone(context, missing)
    if (sendingTool.connectsBy(holding.platform) === 'person') await waitForUpload(context, missing)
    await consented(context)
    await push(context, sendingTool, missing)
    listed = await list(context, sendingTool)
    missing = await confirm(context, wanted, listed)
    if (missing.length > 0) {
      throw waiting(context, {
        ...waitsForVendor,
        reason: `${wanted.length - missing.length} of ${wanted.length} mailboxes are listed there so far`,
      })
    }
  }
  listed = await resumePaused(context, sendingTool, listed, settings.dailyLimit)
  // What was brought in once is the customer's to adjust there: only connecting it sets limit and warm-up.
  const unconfigured = wanted.filter(
    (mailbox) =>
      absent.has(mailbox) ||
      !mailbox.links.some((link) => link.connectionId === holding.connection.id && link.configuredAt),
  )
  // Connecting by API sets warm-up; what a person has uploaded begins as their uploader left it.
  const isUploaded = sendingTool.connectsBy(holding.platform) === 'person'
  const unset = unconfigured.flatMap((mailbox) => {
    const standing = listed.get(mailbox.address)
    // What the tool itself has barred from warm-up would be set again for ever.
    const isCold = standing !== undefined && !standing.warmupOn && !standing.warmupBarred
    const isUnset = isUploaded || standing?.dailyLimit !== settings.dailyLimit || isCold
    return standing && isUnset ? [standing.externalId] : []
  })
  if (unset.length > 0) throwFirstFailure(await sendingTool.configure(unset, settings, call))
  return {
    facts: { tool: { at: at(), digest } },
    async also(tx) {
      await tx
        .update(toolConnections)
        .set({ state: 'working', problem: null })
        .where(and(eq(toolConnections.id, holding.connection.id), sql`${toolConnections.state} <> 'working'`))
      if (unconfigured.length > 0) {
        await tx
          .update(mailboxLinks)
          .set({ configuredAt: new Date(at()) })
          .where(linksOf(holding.connection.id, unconfigured.map(toLink)))
      }
      if (context.facts.host) await closeWorkItem(tx, 'tool_consent', consentSubject(context))
      await closeWorkItem(tx, 'tool_upload', context.name)
    },
  }
}

/** Mailboxes that the tool listed before and lists no more. */
async function noteWhatIsGone(
  { holding, noteHealing }: StepContext,
  missing: readonly DesiredMailbox[],
): Promise<void> {
  const gone = missing.filter(({ links }) =>
    links.some(({ connectionId, confirmedAt }) => connectionId === holding.connection.id && confirmedAt),
  ).length
  const found = mailboxesWere(gone, `missing in ${sendingToolNames[holding.connection.kind]}`, 'put back')
  if (found) await noteHealing('tool', found)
}

/** Notes which of the wanted ones the tool lists; returns the others, which are set up again once they are back. */
async function confirm(
  { holding, save, at }: StepContext,
  wanted: readonly DesiredMailbox[],
  listed: ReadonlyMap<string, ToolMailbox>,
): Promise<DesiredMailbox[]> {
  const connectionId = holding.connection.id
  const rows = wanted.flatMap((mailbox) => {
    const there = listed.get(mailbox.address)
    return there ? [{ mailbox_id: mailbox.id, external_id: there.externalId }] : []
  })
  const absent = wanted.filter((mailbox) => !listed.has(mailbox.address))
  await save({}, async (tx) => {
    if (rows.length > 0) {
      await tx.execute(sql`
        insert into mailbox_links as l (mailbox_id, connection_id, want, external_id, confirmed_at)
        select r.mailbox_id, ${connectionId}, 'connected', r.external_id, ${at()}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(mailbox_id text, external_id text)
        on conflict (mailbox_id, connection_id) do update
          set want = 'connected', external_id = excluded.external_id, confirmed_at = excluded.confirmed_at, abandoned_at = null`)
    }
    if (absent.length > 0) {
      await tx
        .update(mailboxLinks)
        .set({ configuredAt: null, beforePause: null, pausedAt: null })
        .where(
          and(
            linksOf(connectionId, absent.map(toLink)),
            or(isNotNull(mailboxLinks.configuredAt), isNotNull(mailboxLinks.beforePause)),
          ),
        )
    }
  })
  return absent
}

/**
 * Connects what is missing. What is about to be connected is noted first: a push that fails half-way has put some
 * mailboxes there, and the run that takes the name down later has to know that they may be.
 */
async function push(
  { holding, secrets, call, save }: StepContext,
  sendingTool: SendingTool,
  missing: readonly DesiredMailbox[],
): Promise<void> {
  await save({}, async (tx) => {
    await tx
      .insert(mailboxLinks)
      .values(missing.map(({ id }) => ({ mailboxId: id, connectionId: holding.connection.id })))
      .onConflictDoUpdate({
        target: [mailboxLinks.mailboxId, mailboxLinks.connectionId],
        set: { want: 'connected', externalId: null, confirmedAt: null, abandonedAt: null },
      })
  })
  const outcomes = await sendingTool.ensureConnected(
    missing.map((mailbox) => ({
      address: mailbox.address,
      firstName: mailbox.firstName,
      lastName: mailbox.lastName,
      password: secrets.open(mailbox.secret ?? '', placeOf.mailbox(mailbox.id)),
      platform: holding.platform,
      dailyLimit: platformContents[holding.platform].dailyLimit,
    })),
    call,
  )
  throwFirstFailure(outcomes)
}

const consentSubject = ({ holding, facts }: StepContext) =>
  `${holding.connection.id} ${facts.host?.accountId}`

/**
 * Microsoft and Google let a sending tool in after an administrator has trusted it: once per connection and
 * account, by a person. The request is closed once mailboxes are seen there.
 */
async function consented(context: StepContext): Promise<void> {
  const { holding } = context
  const toolName = sendingToolNames[holding.connection.kind]
  const hostName = holding.platform === 'azure' ? 'Microsoft tenant' : 'Google account'
  const item = await ensureWorkItem(context, {
    kind: 'tool_consent',
    subject: consentSubject(context),
    instructions: `Trust ${toolName}'s app in the ${hostName} that ${context.name} is placed in (admin consent), so that mailboxes can be connected. Then answer done=yes.`,
  })
  if (!item.isClosed && item.answer?.done !== 'yes') throw waiting(context, withOurTeam(item))
}

async function waitForUpload(context: StepContext, missing: readonly DesiredMailbox[]): Promise<never> {
  const item = await ensureWorkItem(context, {
    kind: 'tool_upload',
    subject: context.name,
    instructions: `Upload the ${missing.length} mailboxes of ${context.name} to the customer's ${sendingToolNames[context.holding.connection.kind]} with its own uploader (CSV: npm run operator -- work-items csv --id <id>), then answer done=yes. It closes when they are listed there.`,
  })
  throw waiting(context, withOurTeam(item))
}
