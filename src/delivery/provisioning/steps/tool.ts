import { and, eq, sql } from 'drizzle-orm'
import { mailboxLinks, toolConnections } from '#base/db/schema/index.ts'
import { withdrawMails } from '#base/mail/outbox.ts'
import { platformContents } from '#features/plans/rules/catalog.ts'
import { isFileTool, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import type { ToolMailbox } from '#vendors/ports/sending-tools.ts'
import { type DesiredMailbox, mailboxesToConnect, toolDigest } from '../desired.ts'
import { mailboxesWere } from '../healing-sentences.ts'
import { throwFirstFailure } from '../refusals.ts'
import type { Step, StepContext } from '../step-context.ts'
import { stoppedByHost } from '../stopped-mailboxes.ts'
import { confirmConnections } from './confirm-connections.ts'
import { bringIn, closeConnecting } from './connect.ts'
import { disconnectBefore } from './disconnect.ts'
import { resumePaused } from './pause-tool.ts'
import { linksOf, list, toLink } from './tool-calls.ts'

/**
 * The sending tool can use exactly the wanted mailboxes: it is asked what it has, and what it cannot sign in to is
 * brought in. A mailbox counts as connected only when the tool itself says so.
 */
export const tool: Step = async (context) => {
  const { desired, holding, vendors, call, at } = context
  const digest = toolDigest(desired)
  const disconnectRest = await disconnectBefore(context)
  if (isFileTool(holding.connection.kind)) {
    await disconnectRest()
    return { facts: { tool: { at: at(), digest } } }
  }

  const wanted = mailboxesToConnect(desired)
  const sendingTool = await vendors.sendingTool(holding.connection.id)
  const settings = { dailyLimit: platformContents[holding.platform].dailyLimit, warmupOn: true }
  // First: a tool does not say of what is paused whether it can use it.
  const before = await list(context, sendingTool)
  const listed = await resumePaused(context, sendingTool, before, settings.dailyLimit)
  const stopped = new Set(stoppedByHost(desired, context.facts).map(({ id }) => id))
  // Nobody can sign in to what its host has stopped.
  const open = (await confirmConnections(context, wanted, listed)).filter(({ id }) => !stopped.has(id))
  if (open.length > 0) {
    if (context.facts.tool?.digest === digest) await noteWhatIsGone(context, open, listed)
    await bringIn(context, sendingTool, open, { wanted: wanted.length, listed })
  }
  // What was brought in once is the customer's to adjust there: only connecting it sets limit and warm-up.
  const unconfigured = wanted.filter(
    (mailbox) =>
      !mailbox.links.some((link) => link.connectionId === holding.connection.id && link.configuredAt),
  )
  const unset = unconfigured.flatMap((mailbox) => listed.get(mailbox.address)?.externalId ?? [])
  if (unset.length > 0) {
    await forgetLimits(context, unconfigured)
    throwFirstFailure(await sendingTool.configure(unset, settings, call))
  }
  await disconnectRest()
  return {
    facts: { tool: { at: at(), digest } },
    async also(tx) {
      const [mended] = await tx
        .update(toolConnections)
        .set({ state: 'working', problem: null })
        .where(and(eq(toolConnections.id, holding.connection.id), sql`${toolConnections.state} <> 'working'`))
        .returning({ id: toolConnections.id })
      if (mended) await withdrawMails(tx, `refused:${mended.id}:`)
      if (unconfigured.length > 0) {
        await tx
          .update(mailboxLinks)
          .set({ configuredAt: new Date(at()) })
          .where(linksOf(holding.connection.id, unconfigured.map(toLink)))
      }
      await closeConnecting(context, tx)
    },
  }
}

/** What a rest has set of them is about to be overwritten by ourselves: it is nobody's change, and is set again. */
const forgetLimits = (
  { holding, save }: StepContext,
  unconfigured: readonly DesiredMailbox[],
): Promise<void> =>
  save({ coldLimit: undefined }, async (tx) => {
    await tx
      .update(mailboxLinks)
      .set({ rest: null })
      .where(linksOf(holding.connection.id, unconfigured.map(toLink)))
  })

/** Mailboxes that the tool had, and has or can use no more. */
async function noteWhatIsGone(
  { holding, noteHealing }: StepContext,
  open: readonly DesiredMailbox[],
  listed: ReadonlyMap<string, ToolMailbox>,
): Promise<void> {
  const were = open.filter(({ links }) =>
    links.some(
      ({ connectionId, connection }) => connectionId === holding.connection.id && connection === 'connected',
    ),
  )
  const name = sendingToolNames[holding.connection.kind]
  const missing = were.filter(({ address }) => !listed.has(address)).length
  const found = [
    mailboxesWere(missing, `missing in ${name}`, 'put back'),
    mailboxesWere(were.length - missing, `signed out of ${name}`, 'signed in again'),
  ].filter(Boolean)
  if (found.length > 0) await noteHealing('tool', found.join('. '))
}
