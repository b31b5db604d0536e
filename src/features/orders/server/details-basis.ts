import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domains, type toolConnections } from '#base/db/schema/index.ts'
import type { Secrets } from '#base/secrets/secrets.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { fieldsOf } from '#features/tools/rules/sending-tools.ts'
import { openConnection } from '#features/tools/server/connections.ts'
import type { DetailsBasis } from '../api/groups.ts'

interface Details {
  groupId: string
  companyName: string
  profilePictureLink: string | null
  connection: typeof toolConnections.$inferSelect
}

/** What a correction of a group's details starts from. Nothing in it changes while domains are set up. */
export const readDetailsBasis = async (db: Db, secrets: Secrets, details: Details): Promise<DetailsBasis> =>
  (await readBases(db, secrets, details))[0]

/** Whether a group's details still are as they were when the correction began. */
export const isDetailsBasis = async (
  db: Db,
  secrets: Secrets,
  details: Details,
  basedOn: DetailsBasis,
): Promise<boolean> =>
  (await readBases(db, secrets, details)).some((basis) => isDeepStrictEqual(basis, basedOn))

/** The same details as each configured key states them. */
async function readBases(
  db: Db,
  secrets: Secrets,
  { groupId, companyName, profilePictureLink, connection }: Details,
): Promise<[DetailsBasis, ...DetailsBasis[]]> {
  const urls = await db
    .selectDistinct({ url: domains.forwardingUrl })
    .from(domains)
    .where(and(eq(domains.bundleId, groupId), isRunning))
    .orderBy(domains.forwardingUrl)
  const basis = (sendingTool: string): DetailsBasis => ({
    forwardingDomains: urls.map(({ url }) => url),
    companyName,
    profilePictureLink: profilePictureLink ?? '',
    sendingTool,
  })
  const [version, ...others] = versionsOf(secrets, connection)
  return [basis(version), ...others.map(basis)]
}

/**
 * Says in few letters which tool and credentials these are, and tells nothing about them to anyone without a key.
 * Only of what a customer enters: a connection also keeps what was made with it.
 */
function versionsOf(secrets: Secrets, connection: Details['connection']): [string, ...string[]] {
  const values = openConnection(secrets, connection)
  const entered = fieldsOf(connection.kind).map(({ name }) => values[name] ?? '')
  const [proof, ...others] = secrets.proofs(
    'details-basis',
    JSON.stringify([connection.id, connection.kind, entered]),
  )
  const short = (bytes: Buffer) => bytes.toString('base64url').slice(0, 22)
  return [short(proof), ...others.map(short)]
}
