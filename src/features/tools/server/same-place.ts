import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domains, mailboxes, mailboxLinks, type toolConnections } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { platformContents } from '#features/plans/rules/catalog.ts'
import type { SendingTool } from '#vendors/ports/sending-tools.ts'
import type { ConnectedTool } from '../rules/sending-tools.ts'
import type { Tried } from './try-credentials.ts'

/** Names whose mailboxes are looked for: a few suffice, and each costs the tool a list. */
const namesMax = 3
type Values = Readonly<Record<string, string>>

/**
 * Whether two credentials of a tool lead to one place as far as their values tell: by the workspace's id, or by the same
 * key, where it opens no other workspace or both name the same one.
 */
export function leadToSamePlace(held: Values, values: Values, isOnlyOne = false): boolean {
  const isEqual = (field: string) => (held[field] ?? '') === (values[field] ?? '')
  if (!isEqual('url')) return false
  if (held.workspaceId && values.workspaceId) return isEqual('workspaceId')
  return isEqual('apiKey') && (isOnlyOne || ['workspace', 'workspaceId'].every(isEqual))
}

/** Mailboxes of a domain (`domains`) that the tool has by its own word. */
const isIn = (connectionId: string): SQL | undefined =>
  and(
    eq(mailboxLinks.connectionId, connectionId),
    eq(mailboxLinks.want, 'connected'),
    isNotNull(mailboxLinks.externalId),
  )

/** How many inboxes of an order are in the place that a connection leads to; spare ones are not counted, as in the list. */
export async function inboxesIn(db: Db, bundleId: string, connectionId: string): Promise<number> {
  const rows = await db
    .select({ platform: domains.platform, count: sql<number>`count(*)::int` })
    .from(mailboxLinks)
    .innerJoin(mailboxes, eq(mailboxes.id, mailboxLinks.mailboxId))
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .where(and(isIn(connectionId), eq(domains.bundleId, bundleId), eq(mailboxes.want, 'active')))
    .groupBy(domains.id)
  return rows.reduce(
    (sum, { platform, count }) => sum + Math.min(count, platformContents[platform].soldPerDomain),
    0,
  )
}

/**
 * Where other credentials lead, beside the place of a connection: to it, elsewhere, or nobody can tell (`unknown`: they
 * could not be tried). `corrected`: its own have never worked and nothing of ours is there, so these are what was meant.
 */
type Lead = 'same' | 'elsewhere' | 'corrected' | 'unknown'

/**
 * Credentials open a connection's place where their values say so, or where they show mailboxes of ours by the ids that
 * the tool has given them there: no call of every tool names the account that a key belongs to.
 * @throws a VendorError where the tool does not answer
 */
export async function leadOf(
  { db, vendors }: Pick<Dependencies, 'db' | 'vendors'>,
  tool: ConnectedTool,
  { values, state, opened }: Tried,
  {
    bundleId,
    connection,
    present,
  }: { bundleId: string; connection: typeof toolConnections.$inferSelect; present: Values },
): Promise<Lead> {
  if (leadToSamePlace(present, values, opened?.isOnly)) return 'same'
  const known = await db
    .select({ name: mailboxes.name, externalId: mailboxLinks.externalId })
    .from(mailboxLinks)
    .innerJoin(mailboxes, eq(mailboxes.id, mailboxLinks.mailboxId))
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .where(isIn(connection.id))
    .orderBy(desc(sql`${domains.bundleId} = ${bundleId}`), mailboxes.name)
    .limit(knownMax)
  const names = [...new Set(known.map(({ name }) => name))].slice(0, namesMax)
  if (names.length === 0) return connection.state === 'working' ? 'elsewhere' : 'corrected'
  if (state !== 'working') return 'unknown'
  const there: Awaited<ReturnType<SendingTool['mailboxes']>> = await vendors
    .toolOf(tool, values)
    .mailboxes(names, { purpose: 'waiting' })
  const ids = new Set(known.map(({ externalId }) => externalId))
  return there.some(({ externalId }) => ids.has(externalId)) ? 'same' : 'elsewhere'
}

const knownMax = 500
