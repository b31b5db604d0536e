import { and, eq, inArray, sql } from 'drizzle-orm'
import { mailboxLinks, toolConnections } from '#base/db/schema/index.ts'
import { sendingTools } from '#features/tools/rules/sending-tools.ts'
import { isVendorError, VendorError, vendorOfTool, waitsForVendor } from '#vendors/client/vendor-error.ts'
import { type DesiredMailbox, isStillLinked } from '../desired.ts'
import { throwFirstFailure } from '../refusals.ts'
import type { Step, StepContext } from '../step-context.ts'
import { linksOf, list, waiting } from './tool-calls.ts'

/** Hours after which disconnecting from a tool with dead credentials is given up. */
const disconnectHours = 24

/**
 * Takes out what has to be gone before the mailboxes can be connected: those that are not wanted any more, and those that
 * another workspace of a tool has which takes an address only once.
 * @returns what takes out the rest, once the mailboxes are connected
 */
export async function disconnectBefore(context: StepContext): Promise<() => Promise<void>> {
  const { db, desired, holding } = context
  const { id: present, kind } = holding.connection
  const elsewhere = desired.mailboxes.flatMap(({ links }) =>
    links
      .filter((link) => isStillLinked(link) && link.connectionId !== present)
      .map((link) => link.connectionId),
  )
  const inTheWay =
    elsewhere.length > 0 && !sendingTools[kind].sharesAddresses
      ? await db
          .select({ id: toolConnections.id })
          .from(toolConnections)
          .where(and(inArray(toolConnections.id, [...new Set(elsewhere)]), eq(toolConnections.kind, kind)))
      : []
  const ids = new Set(inTheWay.map(({ id }) => id))
  try {
    await disconnectWhere(
      context,
      (mailbox, connectionId) => mailbox.inTool === 'removed' || ids.has(connectionId),
    )
  } catch (error) {
    // Credentials that were left because they are dead hold nothing up: they are tried again at the end.
    if (!(error instanceof LeftRefused)) throw error
    return () => disconnectUnwanted(context)
  }
  return () =>
    disconnectWhere(
      context,
      (mailbox, connectionId) =>
        mailbox.inTool !== 'removed' && connectionId !== present && !ids.has(connectionId),
    )
}

/** Takes mailboxes out of tools they should not be in any more: people left, the connection changed. */
export const disconnectUnwanted = (context: StepContext): Promise<void> =>
  disconnectWhere(
    context,
    (mailbox, connectionId) => mailbox.inTool === 'removed' || connectionId !== context.holding.connection.id,
  )

async function disconnectWhere(
  context: StepContext,
  isUnwanted: (mailbox: DesiredMailbox, connectionId: string) => boolean,
): Promise<void> {
  const { desired, save, now } = context
  const links = desired.mailboxes.flatMap((mailbox) =>
    mailbox.links
      .filter((link) => isStillLinked(link) && isUnwanted(mailbox, link.connectionId))
      .map(({ connectionId }) => ({
        mailboxId: mailbox.id,
        address: mailbox.address.toLowerCase(),
        connectionId,
      })),
  )
  for (const [connectionId, some] of Map.groupBy(links, (link) => link.connectionId)) {
    try {
      await disconnectFrom(context, connectionId, some)
    } catch (error) {
      // Dead credentials never hold up anything: tried for a day, then noted and left.
      if (!isVendorError(error, 'unauthorised')) throw error
      if (!(await isGivenUp(context, connectionId)))
        throw connectionId === context.holding.connection.id
          ? error
          : await leftRefused(context, connectionId)
      await save({}, async (tx) => {
        await tx
          .update(mailboxLinks)
          .set({ want: 'disconnected', abandonedAt: now() })
          .where(linksOf(connectionId, some))
      })
    }
  }
}

/** Credentials that the order does not use any more are refused: nothing that its customer has to correct. */
class LeftRefused extends VendorError {}

async function leftRefused({ db, holding }: StepContext, connectionId: string): Promise<LeftRefused> {
  await db
    .update(toolConnections)
    .set({ state: 'refused', refusedAt: sql`coalesce(${toolConnections.refusedAt}, now())` })
    .where(eq(toolConnections.id, connectionId))
  return new LeftRefused({
    vendor: vendorOfTool(holding.connection.kind),
    operation: 'disconnectMailboxes',
    ...waitsForVendor,
    reason: `the credentials of the account that the mailboxes were in are refused, trying for ${disconnectHours} hours`,
    retryAfterMs: 15 * 60_000,
  })
}

interface LinkToEnd {
  mailboxId: string
  address: string
}

/** Takes mailboxes out of one tool, and believes that they are out when the tool no longer lists them. */
async function disconnectFrom(
  context: StepContext,
  connectionId: string,
  links: readonly LinkToEnd[],
): Promise<void> {
  const { vendors, call, save } = context
  const sendingTool = await vendors.sendingTool(connectionId)
  // By its address: the number that the tool had for it may be another's by now.
  const listed = await list(context, sendingTool)
  const ids = links.flatMap(({ address }) => listed.get(address)?.externalId ?? [])
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
