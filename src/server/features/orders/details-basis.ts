import { createHmac } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { DetailsBasis } from '#shared/api/orders.ts'
import { fieldsOf } from '#shared/tools/sending-tools.ts'
import type { Db } from '../../db/client.ts'
import { domains, type toolConnections } from '../../db/schema/index.ts'
import { isRunning } from '../../domains/running.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { openConnection } from '../connections/connections.ts'

interface Details {
  groupId: string
  company: string
  connection: typeof toolConnections.$inferSelect
}

/** What a correction of a group's details starts from. Nothing in it changes while domains are set up. */
export async function readDetailsBasis(
  db: Db,
  secrets: Secrets,
  { groupId, company, connection }: Details,
): Promise<DetailsBasis> {
  const urls = await db
    .selectDistinct({ url: domains.forwardingUrl })
    .from(domains)
    .where(and(eq(domains.bundleId, groupId), isRunning))
    .orderBy(domains.forwardingUrl)
  return {
    forwardingDomains: urls.map(({ url }) => url),
    organizationName: company,
    sendingTool: versionOf(secrets, connection),
  }
}

/**
 * Says in few letters which tool and credentials these are, and tells nothing about them to whoever has no key.
 * Only of what a customer enters: a connection also keeps what was made with it.
 */
function versionOf(secrets: Secrets, connection: Details['connection']): string {
  const values = openConnection(secrets, connection)
  const entered = fieldsOf(connection.kind).map(({ name }) => values[name] ?? '')
  return createHmac('sha256', secrets.derive('details-basis'))
    .update(JSON.stringify([connection.id, connection.kind, entered]))
    .digest('base64url')
    .slice(0, 22)
}
