import { and, eq, inArray, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { audit } from '#base/audit/audit.ts'
import { lastChange } from '#base/audit/last-change.ts'
import type { Db } from '#base/db/client.ts'
import { groupSettings } from '#base/db/group-settings.ts'
import { bundles, domains, orders, toolConnections } from '#base/db/schema/index.ts'
import { changedMeanwhile, conflict, notFound, ruleBroken } from '#base/http/refusal.ts'
import { withdrawMails } from '#base/mail/outbox.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { notifyCustomer } from '#delivery/provisioning/events.ts'
import { noteChange } from '#delivery/provisioning/note-change.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { cancelOrderMessages } from '#features/cancellation/rules/cancel-order.ts'
import { lockRunning, sendElsewhere } from '#features/forwarding/server/update-forwarding.ts'
import { platformsOf } from '#features/plans/rules/catalog.ts'
import { type ConnectedTool, isFileTool } from '#features/tools/rules/sending-tools.ts'
import { checkToolCredentials, maskToolValues, storedFields } from '#features/tools/rules/tool-credentials.ts'
import {
  type movesInboxes as movesInboxesSaid,
  type ToolSpot,
  toolMoveText,
} from '#features/tools/rules/tool-move.ts'
import { trialTexts } from '#features/tools/rules/tool-trial.ts'
import { openConnection, sealConnection, typedOver } from '#features/tools/server/connections.ts'
import { keepConnection, lockConnections } from '#features/tools/server/keep-connection.ts'
import { inboxesIn, leadOf } from '#features/tools/server/same-place.ts'
import { keepsIfTheyWork, refuseOtherHost, type Tried } from '#features/tools/server/try-credentials.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { updateGroupBody } from '../api/groups.ts'
import { changedMeanwhileMessages } from '../rules/changed-meanwhile.ts'
import { isDetailsBasis } from './details-basis.ts'
import { expectedMove } from './expected-run.ts'

type Change = z.output<typeof updateGroupBody>

/**
 * Corrects the sending tool, forwarding or company name of a bundle. Credentials of the same place are corrected where
 * they are kept, for every bundle that shares them; another tool, workspace or account gives this bundle a connection of
 * its own, to which its inboxes move. Throws a `Refusal` when inboxes would move and that was not asked for, when the group is not the customer's, not live, or not as the correction is based on, or when the tool does
 * not take its credentials: then nothing is changed. Returns what the tool said of them.
 */
export async function updateGroup(
  deps: Dependencies,
  customerId: string,
  groupId: string,
  { basedOn, evenUntried, movesInboxes, ...change }: Change,
): Promise<string | undefined> {
  const { db, secrets, brand } = deps
  const tool =
    change.sendingTool &&
    (await tryTool(deps, customerId, groupId, change.sendingTool, { evenUntried, movesInboxes }))
  await db.transaction(async (tx) => {
    if (tool) await lockConnections(tx, customerId)
    const [row] = await tx
      .select({
        bundle: bundles,
        connection: toolConnections,
        companyName: groupSettings.companyName,
        profilePictureLink: groupSettings.profilePictureLink,
      })
      .from(bundles)
      .innerJoin(orders, eq(orders.id, bundles.orderId))
      .innerJoin(toolConnections, eq(toolConnections.id, bundles.connectionId))
      .where(and(eq(bundles.id, groupId), eq(bundles.customerId, customerId)))
      .for('update', { of: [bundles, toolConnections] })
    if (!row) throw notFound('There is no such order.')
    if (row.bundle.status !== 'live') throw conflict(cancelOrderMessages.alreadyCancelled)
    const names = await runningNames(tx, [groupId])
    const held = names.length > 0 ? await lockRunning(tx, customerId, names) : []
    const { companyName, profilePictureLink, connection } = row
    const details = { groupId, companyName, profilePictureLink, connection }
    if (!(await isDetailsBasis(tx, secrets, details, basedOn))) {
      const changed = await lastChange(tx, customerId, [groupId], {
        actions: ['order.corrected', 'forwarding.updated'],
        productName: brand.now.productName,
      })
      throw changedMeanwhile(changedMeanwhileMessages.details, { changed })
    }
    if (tool) await changeTool(deps, tx, row, tool)
    if (change.companyName !== undefined) {
      await tx.update(bundles).set({ companyName: change.companyName }).where(eq(bundles.id, row.bundle.id))
    }
    if (change.profilePictureLink !== undefined) {
      const { profilePictureLink } = change
      await tx.update(bundles).set({ profilePictureLink }).where(eq(bundles.id, row.bundle.id))
      await raiseWanted(tx, deps.queue, names)
    }
    await audit(tx, {
      customerId,
      actor: 'customer',
      action: 'order.corrected',
      subject: groupId,
      data: { fields: Object.keys(change) },
    })
    const forwardingUrl = change.forwardingDomain
    if (forwardingUrl !== undefined) {
      const wishes = held.map(({ name }) => ({ domain: name, forwardingUrl }))
      await sendElsewhere(deps, tx, customerId, held, wishes)
    }
    await notifyCustomer(tx, customerId)
  })
  return tool?.tried.message
}

interface Present {
  bundle: typeof bundles.$inferSelect
  connection: typeof toolConnections.$inferSelect
}

type Sent = NonNullable<Change['sendingTool']>

/** Credentials as they are to be kept, and what came of trying them. */
interface TriedTool extends Pick<Sent, 'tool'> {
  tried: Tried
  /** Where they lead, beside the place of the connection that the order has. */
  lead: 'same' | 'elsewhere' | 'corrected'
}

/** Before anything is locked: a tool may take its time. What it is based on is compared afterwards. */
async function tryTool(
  deps: Dependencies,
  customerId: string,
  groupId: string,
  sent: Sent,
  { evenUntried, movesInboxes }: Pick<Change, 'evenUntried' | 'movesInboxes'>,
): Promise<TriedTool> {
  const { db, secrets } = deps
  const [row] = await db
    .select({ plan: bundles.plan, connection: toolConnections })
    .from(bundles)
    .innerJoin(toolConnections, eq(toolConnections.id, bundles.connectionId))
    .where(and(eq(bundles.id, groupId), eq(bundles.customerId, customerId)))
  if (!row) throw notFound('There is no such order.')
  const { tool } = sent
  const present = tool === row.connection.kind ? openConnection(secrets, row.connection) : {}
  refuseOtherHost(tool, sent.values, present)
  const checked = checkToolCredentials(tool, sent.values, {
    context: 'order',
    platforms: platformsOf(row.plan),
    stored: storedFields(maskToolValues(tool, present)),
  })
  if (!checked.ok) throw ruleBroken(checked.problem.message)
  const entered = typedOver(present, checked.value)
  const tried = await keepsIfTheyWork(deps, customerId, tool, entered, { evenUntried, kept: present })
  const { values } = tried
  const asked = { bundleId: groupId, connection: row.connection, present }
  const lead =
    tool !== row.connection.kind
      ? 'elsewhere'
      : isFileTool(tool)
        ? 'same'
        : await knownLead(tool, () => leadOf(deps, tool, tried, asked))
  if (lead === 'elsewhere' && !movesInboxes)
    await askBeforeMoving(db, groupId, row.connection, { tool, workspace: values.workspace })
  return { tool, tried, lead }
}

/** A tool that is silent says nothing of where credentials lead: where inboxes could be lost nothing is changed then. */
async function knownLead(
  tool: ConnectedTool,
  ask: () => ReturnType<typeof leadOf>,
): Promise<TriedTool['lead']> {
  try {
    const lead = await ask()
    if (lead !== 'unknown') return lead
  } catch (error) {
    if (!isVendorError(error)) throw error
  }
  throw conflict(trialTexts.away(tool))
}

/** Says what would move, unless nothing would. */
async function askBeforeMoving(
  db: Db,
  groupId: string,
  connection: Present['connection'],
  to: ToolSpot,
): Promise<void> {
  const inboxes = await inboxesIn(db, groupId, connection.id)
  if (inboxes === 0) return
  const from = { tool: connection.kind, workspace: connection.details.workspace }
  const isShared = (await db.$count(bundles, isSharing(connection.id))) > 1
  const takesMs = await expectedMove(db, groupId, to.tool)
  throw conflict(toolMoveText(inboxes, { from, to, isShared, takesMs }), {
    movesInboxes: inboxes,
  } satisfies z.output<typeof movesInboxesSaid>)
}

const isSharing = (connectionId: string) =>
  and(eq(bundles.connectionId, connectionId), eq(bundles.status, 'live'))

async function sharingIds(tx: Db, connectionId: string): Promise<string[]> {
  const rows = await tx.select({ id: bundles.id }).from(bundles).where(isSharing(connectionId))
  return rows.map(({ id }) => id)
}

async function changeTool(
  deps: Dependencies,
  tx: Db,
  { bundle, connection }: Present,
  { tool, tried, lead }: TriedTool,
): Promise<void> {
  let concerned = [bundle.id]
  if (lead === 'same') {
    const sealed = sealConnection(deps.secrets, connection.id, tool, tried.values)
    await tx
      .update(toolConnections)
      .set({ ...sealed, state: tried.state, problem: null, refusedAt: null })
      .where(eq(toolConnections.id, connection.id))
    concerned = await sharingIds(tx, connection.id)
  } else {
    const instead = lead === 'corrected' ? connection : undefined
    const kept = await keepConnection(tx, deps, bundle.customerId, tool, tried, instead)
    if (kept.id === connection.id) concerned = await sharingIds(tx, connection.id)
    await tx.update(bundles).set({ connectionId: kept.id }).where(eq(bundles.id, bundle.id))
    await countInboxesAt(tx, bundle.id, kept.id)
  }
  await withdrawMails(tx, `refused:${connection.id}:`)
  const names = await runningNames(tx, concerned)
  await noteChange(tx, 'tool', names)
  await raiseWanted(tx, deps.queue, names)
}

/** How many of its mailboxes each domain has there: the count is kept where links change, and none does by this. */
const countInboxesAt = (tx: Db, bundleId: string, connectionId: string) =>
  tx
    .update(domains)
    .set({
      inboxes: sql`(
        select count(*)::int from mailbox_links l join mailboxes m on m.id = l.mailbox_id
        where m.domain_id = ${domains.id} and l.connection_id = ${connectionId} and l.confirmed_at is not null)`,
    })
    .where(eq(domains.bundleId, bundleId))

async function runningNames(db: Db, bundleIds: readonly string[]): Promise<string[]> {
  if (bundleIds.length === 0) return []
  const rows = await db
    .select({ name: domains.name })
    .from(domains)
    .where(and(inArray(domains.bundleId, [...bundleIds]), isRunning))
  return rows.map(({ name }) => name)
}
