import { sql } from 'drizzle-orm'
import { mailboxLinks } from '#base/db/schema/index.ts'
import { isFileTool, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { chunksOf } from '#vendors/client/run-each.ts'
import { isVendorError, waitsForVendor } from '#vendors/client/vendor-error.ts'
import type { CallOutcome } from '#vendors/ports/call-context.ts'
import { isPaused, type SendingTool, type ToolMailbox } from '#vendors/ports/sending-tools.ts'
import { type DesiredMailbox, type MailboxLink, mailboxesToConnect, toolDigest } from '../desired.ts'
import { mailboxesWere } from '../healing-sentences.ts'
import { throwFirstFailure } from '../refusals.ts'
import type { Step, StepContext } from '../step-context.ts'
import { disconnectUnwanted } from './disconnect.ts'
import { linksOf, list, toLink, waiting } from './tool-calls.ts'

/** So many are paused before the tool is asked about them: where it is slow, one sees how far it is. */
const portion = 26

/** A mailbox of ours, and how the tool lists it. */
interface Standing {
  mailbox: DesiredMailbox
  there: ToolMailbox
}

/**
 * Nothing goes out of the sending tool from a name that stands still. Its mailboxes stay in the tool, where they
 * would lose their warm-up history and their campaigns otherwise. What they were set to is noted before they are
 * paused, and that they are is believed when the tool itself lists them so.
 */
export const pauseTool: Step = async (context) => {
  const { desired, holding, vendors, at } = context
  const facts = { tool: { at: at(), digest: toolDigest(desired) } }
  let isUntold = true
  const failures: CallOutcome<void>[] = []
  // Mailboxes handed over as a file are in nobody's tool that we could ask.
  if (!isFileTool(holding.connection.kind)) {
    const sendingTool = await vendors.sendingTool(holding.connection.id)
    const standing = standingOf(
      desired.mailboxes.filter((mailbox) => mailbox.inTool === 'paused'),
      await list(context, sendingTool),
    )
    const loud = standing.filter(
      // One that only looks paused may have been left so by its owner, or by a worker that ended before it noted it.
      ({ mailbox, there }) => !isPaused(there) || !linkOf(context, mailbox)?.pausedAt,
    )
    await noteWhatSendsAgain(context, loud)
    for (const some of chunksOf(loud, portion))
      await pauseThese(context, sendingTool, some).catch((error: unknown) => {
        // Some that cannot be paused are no reason to leave the others sending.
        if (!isVendorError(error) || error.isOverLimit) throw error
        failures.push({ ok: false, error })
      })
    isUntold = standing.length === 0
  }
  await disconnectUnwanted(context)
  throwFirstFailure(failures)
  return { facts, isUntold }
}

const linkOf = ({ holding }: StepContext, { links }: DesiredMailbox): MailboxLink | undefined =>
  links.find(({ connectionId }) => connectionId === holding.connection.id)

const standingOf = (
  mailboxes: readonly DesiredMailbox[],
  listed: ReadonlyMap<string, ToolMailbox>,
): Standing[] =>
  mailboxes.flatMap((mailbox) => {
    const there = listed.get(mailbox.address)
    return there ? [{ mailbox, there }] : []
  })

/** Mailboxes that we left paused and that send again. */
async function noteWhatSendsAgain(context: StepContext, loud: readonly Standing[]): Promise<void> {
  const again = loud.filter(({ mailbox }) => linkOf(context, mailbox)?.pausedAt).length
  const at = sendingToolNames[context.holding.connection.kind]
  const found = mailboxesWere(again, `sending again in ${at}`, 'paused again')
  if (found) await context.noteHealing('pause_tool', found)
}

async function pauseThese(
  context: StepContext,
  sendingTool: SendingTool,
  loud: readonly Standing[],
): Promise<void> {
  const { holding, call, save, at } = context
  await noteBefore(context, loud)
  const outcomes = await sendingTool.pause(
    loud.map(({ there }) => there.externalId),
    call,
  )
  const listed = await list(context, sendingTool)
  const isLoud = ({ mailbox }: Standing) => {
    const there = listed.get(mailbox.address)
    return there !== undefined && !isPaused(there)
  }
  // One that only looks paused is tried again.
  const quiet = loud
    .filter((each, at) => outcomes[at]?.ok && !isLoud(each))
    .map(({ mailbox }) => toLink(mailbox))
  if (quiet.length > 0) {
    await save({}, async (tx) => {
      await tx
        .update(mailboxLinks)
        .set({ pausedAt: new Date(at()) })
        .where(linksOf(holding.connection.id, quiet))
    })
  }
  throwFirstFailure(outcomes)
  const left = loud.length - quiet.length
  if (left > 0)
    throw waiting(context, {
      ...waitsForVendor,
      reason: `${left} of ${loud.length} mailboxes are not shown as paused there yet`,
    })
}

/** How they stand, unless that is known from an earlier try: by then it may be how we have left them. */
async function noteBefore({ holding, save, at }: StepContext, loud: readonly Standing[]): Promise<void> {
  const rows = loud.map(({ mailbox, there: { externalId, sends, warmupOn, dailyLimit, suspended } }) => ({
    mailbox_id: mailbox.id,
    external_id: externalId,
    before_pause: { sends, warmupOn, dailyLimit, suspended },
  }))
  await save({}, async (tx) => {
    await tx.execute(sql`
      insert into mailbox_links as l (mailbox_id, connection_id, want, external_id, confirmed_at, before_pause)
      select r.mailbox_id, ${holding.connection.id}, 'connected', r.external_id, ${at()}::timestamptz, r.before_pause
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(mailbox_id text, external_id text, before_pause jsonb)
      on conflict (mailbox_id, connection_id) do update
        set want = 'connected', external_id = excluded.external_id, confirmed_at = excluded.confirmed_at,
          abandoned_at = null, paused_at = null, before_pause = coalesce(l.before_pause, excluded.before_pause)`)
  })
}

/**
 * Lets those go on that we paused in the tool, each as it was before: one that its owner had paused stays so.
 * @returns what the tool lists afterwards
 */
export async function resumePaused(
  context: StepContext,
  sendingTool: SendingTool,
  listed: ReadonlyMap<string, ToolMailbox>,
  usualLimit: number,
): Promise<Map<string, ToolMailbox>> {
  const { desired, holding, call, save } = context
  const stopped = standingOf(mailboxesToConnect(desired), listed).flatMap(({ mailbox, there }) => {
    const before = linkOf(context, mailbox)?.beforePause
    if (!before) return []
    const dailyLimit = before.dailyLimit ?? usualLimit
    return [{ mailbox, to: { ...before, externalId: there.externalId, dailyLimit } }]
  })
  if (stopped.length === 0) return new Map(listed)
  const outcomes = await sendingTool.resume(
    stopped.map(({ to }) => to),
    call,
  )
  const standing = await list(context, sendingTool)
  throwFirstFailure(outcomes)
  const left = stopped.filter(({ mailbox, to }) => to.sends && standing.get(mailbox.address)?.sends === false)
  if (left.length > 0)
    throw waiting(context, {
      ...waitsForVendor,
      reason: `${stopped.length - left.length} of ${stopped.length} mailboxes go on there so far`,
    })
  const cold = stopped.filter(({ mailbox, to }) => {
    const there = standing.get(mailbox.address)
    return to.warmupOn && there !== undefined && !there.warmupOn && !there.warmupBarred
  })
  for (const [dailyLimit, some] of Map.groupBy(cold, ({ to }) => to.dailyLimit)) {
    const ids = some.map(({ to }) => to.externalId)
    throwFirstFailure(await sendingTool.configure(ids, { dailyLimit, warmupOn: true }, call))
  }
  await save({}, async (tx) => {
    await tx
      .update(mailboxLinks)
      .set({ beforePause: null, pausedAt: null })
      .where(
        linksOf(
          holding.connection.id,
          stopped.map(({ mailbox }) => toLink(mailbox)),
        ),
      )
  })
  return standing
}
