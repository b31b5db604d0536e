import { eq } from 'drizzle-orm'
import { mailboxLinks, toolConnections } from '../../db/schema/index.ts'
import type { ToolMailbox } from '../../providers/ports/sending-tools.ts'
import { isVendorError, waitsForVendor } from '../../providers/vendor-error.ts'
import { type DesiredMailbox, isStillLinked } from '../desired.ts'
import { throwFirstFailure } from '../refusals.ts'
import type { Step, StepContext } from '../step-context.ts'
import { linksOf, list, waiting } from './tool-calls.ts'

/** Hours after which disconnecting from a tool with dead credentials is given up. */
const disconnectHours = 24

/** Takes mailboxes out of tools they should not be in any more: people left, the connection changed. */
export async function disconnectUnwanted(context: StepContext): Promise<void> {
  const { holding } = context
  await disconnectWhere(
    context,
    (mailbox, connectionId) => mailbox.inTool === 'removed' || connectionId !== holding.connection.id,
  )
}

async function disconnectWhere(
  context: StepContext,
  isUnwanted: (mailbox: DesiredMailbox, connectionId: string) => boolean,
): Promise<void> {
  const { desired, save, now } = context
  const links = desired.mailboxes.flatMap((mailbox) =>
    mailbox.links
      .filter((link) => isStillLinked(link) && isUnwanted(mailbox, link.connectionId))
      .map(({ connectionId, externalId }) => ({
        mailboxId: mailbox.id,
        address: mailbox.address.toLowerCase(),
        connectionId,
        externalId,
      })),
  )
  for (const [connectionId, some] of Map.groupBy(links, (link) => link.connectionId)) {
    try {
      await disconnectFrom(context, connectionId, some)
    } catch (error) {
      // Dead credentials never hold up anything: tried for a day, then noted and left.
      if (!isVendorError(error, 'unauthorised') || !(await isGivenUp(context, connectionId))) throw error
      await save({}, async (tx) => {
        await tx
          .update(mailboxLinks)
          .set({ want: 'disconnected', abandonedAt: now() })
          .where(linksOf(connectionId, some))
      })
    }
  }
}

interface LinkToEnd {
  mailboxId: string
  address: string
  /** Null when the mailbox was on its way there and the tool has not listed it yet. */
  externalId: string | null
}

/** Takes mailboxes out of one tool, and believes that they are out when the tool no longer lists them. */
async function disconnectFrom(
  context: StepContext,
  connectionId: string,
  links: readonly LinkToEnd[],
): Promise<void> {
  const { vendors, call, save } = context
  const sendingTool = await vendors.sendingTool(connectionId)
  const listed = links.some((link) => link.externalId === null)
    ? await list(context, sendingTool)
    : new Map<string, ToolMailbox>()
  const ids = links.flatMap((link) => link.externalId ?? listed.get(link.address)?.externalId ?? [])
  const outcomes = await sendingTool.disconnect(ids, call)
  const standing = await list(context, sendingTool)
  const [left, gone] = [
    links.filter((link) => standing.has(link.address)),
    links.filter((link) => !standing.has(link.address)),
  ]
  if (gone.length > 0) {
    await save({}, async (tx) => {
      await tx
        .update(mailboxLinks)
        .set({
          want: 'disconnected',
          externalId: null,
          confirmedAt: null,
          beforePause: null,
          rest: null,
          pausedAt: null,
          connection: null,
          connectionReason: null,
          connectionCause: null,
        })
        .where(linksOf(connectionId, gone))
    })
  }
  throwFirstFailure(outcomes)
  if (left.length > 0)
    throw waiting(context, {
      ...waitsForVendor,
      reason: `${left.length} of ${links.length} mailboxes are still listed there`,
    })
}

async function isGivenUp({ db, now }: StepContext, connectionId: string): Promise<boolean> {
  const [row] = await db
    .select({ refusedAt: toolConnections.refusedAt })
    .from(toolConnections)
    .where(eq(toolConnections.id, connectionId))
  return (
    row?.refusedAt !== null &&
    row !== undefined &&
    now().getTime() - row.refusedAt.getTime() > disconnectHours * 3600_000
  )
}

/** Retiring: no tool sends from these mailboxes any more. */
export const disconnect: Step = async (context) => {
  await disconnectWhere(context, () => true)
  return { facts: { tool: undefined, delivered: undefined } }
}
