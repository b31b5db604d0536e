import { and, eq, inArray } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { updateGroupBody } from '#shared/api/groups.ts'
import { cancelOrderMessages } from '#shared/orders/cancel-order.ts'
import { changedMeanwhileMessages } from '#shared/orders/changed-meanwhile.ts'
import { platformsOf } from '#shared/plans/catalog.ts'
import { checkToolCredentials, maskToolValues, storedFields } from '#shared/tools/tool-credentials.ts'
import { audit } from '../../audit/audit.ts'
import { lastChange } from '../../audit/last-change.ts'
import type { Db } from '../../db/client.ts'
import { groupSettings } from '../../db/group-settings.ts'
import { bundles, domains, orders, toolConnections } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isRunning } from '../../domains/running.ts'
import { changedMeanwhile, conflict, notFound, ruleBroken } from '../../http/refusal.ts'
import { notifyCustomer } from '../../provisioning/events.ts'
import { noteChange } from '../../provisioning/note-change.ts'
import { raiseWanted } from '../../provisioning/wanted.ts'
import { keepConnection, openConnection, sealConnection } from '../connections/connections.ts'
import { keepsIfTheyWork, refuseOtherHost, type Tried } from '../connections/try-credentials.ts'
import { lockRunning, sendElsewhere } from '../domains/forwarding/update-forwarding.ts'
import { isDetailsBasis } from './details-basis.ts'

type Change = z.output<typeof updateGroupBody>

/**
 * Corrects the sending tool, forwarding or company name of a bundle. Credentials are corrected where they are
 * kept, for every bundle that shares them; another tool gives this bundle a connection of its own. Throws a
 * `Refusal` when the group is not the customer's, not live, or not as the correction is based on, or when the tool does
 * not take its credentials: then nothing is changed. Returns what the tool said of them.
 */
export async function updateGroup(
  deps: Dependencies,
  customerId: string,
  groupId: string,
  { basedOn, evenUntried, ...change }: Change,
): Promise<string | undefined> {
  const { db, secrets, brand } = deps
  const tool =
    change.sendingTool && (await tryTool(deps, customerId, groupId, change.sendingTool, evenUntried))
  await db.transaction(async (tx) => {
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
  values: Record<string, string>
  tried: Tried
}

/** Before anything is locked: a tool may take its time. What it is based on is compared afterwards. */
async function tryTool(
  deps: Dependencies,
  customerId: string,
  groupId: string,
  sent: Sent,
  evenUntried: boolean | undefined,
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
  const typed = Object.fromEntries(Object.entries(checked.value).filter(([, value]) => value !== ''))
  const values = { ...present, ...typed }
  const tried = await keepsIfTheyWork(deps, customerId, tool, values, { evenUntried, kept: present })
  return { tool, values, tried }
}

async function changeTool(
  { secrets, queue }: Dependencies,
  tx: Db,
  { bundle, connection }: Present,
  { tool, values, tried: { state } }: TriedTool,
): Promise<void> {
  let concerned = [bundle.id]
  if (tool === connection.kind) {
    const sealed = sealConnection(secrets, connection.id, tool, values)
    await tx
      .update(toolConnections)
      .set({ ...sealed, state, problem: null, refusedAt: null })
      .where(eq(toolConnections.id, connection.id))
    const sharing = await tx
      .select({ id: bundles.id })
      .from(bundles)
      .where(and(eq(bundles.connectionId, connection.id), eq(bundles.status, 'live')))
    concerned = sharing.map(({ id }) => id)
  } else {
    const kept = await keepConnection(tx, secrets, bundle.customerId, tool, values, state)
    await tx.update(bundles).set({ connectionId: kept.id }).where(eq(bundles.id, bundle.id))
  }
  const names = await runningNames(tx, concerned)
  await noteChange(tx, 'tool', names)
  await raiseWanted(tx, queue, names)
}

async function runningNames(db: Db, bundleIds: readonly string[]): Promise<string[]> {
  if (bundleIds.length === 0) return []
  const rows = await db
    .select({ name: domains.name })
    .from(domains)
    .where(and(inArray(domains.bundleId, [...bundleIds]), isRunning))
  return rows.map(({ name }) => name)
}
