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
import { insertConnection, openConnection, sealConnection } from '../connections/connections.ts'
import { lockRunning, sendElsewhere } from '../domains/forwarding/update-forwarding.ts'
import { isDetailsBasis } from './details-basis.ts'

type Change = z.output<typeof updateGroupBody>

/**
 * Corrects the sending tool, forwarding or company name of a bundle. Credentials are corrected where they are
 * kept, for every bundle that shares them; another tool gives this bundle a connection of its own. Throws a
 * `Refusal` when the group is not the customer's, not live, or not as the correction is based on: then nothing is
 * changed.
 */
export async function updateGroup(
  deps: Dependencies,
  customerId: string,
  groupId: string,
  { basedOn, ...change }: Change,
): Promise<void> {
  const { db, secrets, config } = deps
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
        productName: config.productName,
      })
      throw changedMeanwhile(changedMeanwhileMessages.details, { changed })
    }
    if (change.sendingTool) await changeTool(deps, tx, row, change.sendingTool)
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
}

interface Present {
  bundle: typeof bundles.$inferSelect
  connection: typeof toolConnections.$inferSelect
}

async function changeTool(
  { secrets, queue }: Dependencies,
  tx: Db,
  { bundle, connection }: Present,
  sent: NonNullable<Change['sendingTool']>,
): Promise<void> {
  const isSameTool = sent.tool === connection.kind
  const present = isSameTool ? openConnection(secrets, connection) : {}
  const checked = checkToolCredentials(sent.tool, sent.values, {
    context: 'order',
    platforms: platformsOf(bundle.plan),
    stored: storedFields(maskToolValues(sent.tool, present)),
  })
  if (!checked.ok) throw ruleBroken(checked.problem.message)
  const typed = Object.fromEntries(Object.entries(checked.value).filter(([, value]) => value !== ''))
  let concerned = [bundle.id]
  if (isSameTool) {
    await tx
      .update(toolConnections)
      .set({
        ...sealConnection(secrets, connection.id, sent.tool, { ...present, ...typed }),
        state: 'unchecked',
        problem: null,
        refusedAt: null,
      })
      .where(eq(toolConnections.id, connection.id))
    const sharing = await tx
      .select({ id: bundles.id })
      .from(bundles)
      .where(and(eq(bundles.connectionId, connection.id), eq(bundles.status, 'live')))
    concerned = sharing.map(({ id }) => id)
  } else {
    const fresh = await insertConnection(tx, secrets, bundle.customerId, sent.tool, typed)
    await tx.update(bundles).set({ connectionId: fresh.id }).where(eq(bundles.id, bundle.id))
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
