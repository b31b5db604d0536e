import { type ToolField, toolFields } from '#shared/tool-fields.ts'
import { audit } from '../../audit.ts'
import type { Dependencies } from '../../dependencies.ts'
import { notFound, rateLimited } from '../../http/refusal.ts'
import { findConnection, openConnection } from '../connections/connections.ts'
import { findGroup } from './read-group.ts'

/** A page shows a handful of secrets; somebody who reads them all has other plans. */
const rate = { perSecond: 1 / 6, burst: 20 }

export interface CredentialRequest {
  groupId?: string | undefined
  connectionId?: string | undefined
  field: string
}

/** One stored secret of the customer's own. Who read it is noted before it leaves. Throws a `Refusal`. */
export async function revealCredential(
  { db, secrets, limits }: Dependencies,
  customerId: string,
  { groupId, connectionId, field }: CredentialRequest,
  address: string,
): Promise<{ field: string; value: string }> {
  const place = await limits.allow({ key: `reveal:${customerId}`, rate })
  if (!place.ok) throw rateLimited('Too many secrets shown. Please wait a moment.', place.retryAfterMs)
  const connection = groupId
    ? (await findGroup(db, customerId, groupId)).connection
    : await findConnection(db, customerId, connectionId ?? '')
  const isSecret =
    connection &&
    (toolFields[connection.kind] as readonly ToolField[]).some(({ name, secret }) => secret && name === field)
  const value = isSecret ? openConnection(secrets, connection)[field] : undefined
  if (!connection || value === undefined) throw notFound('There is no such secret.')
  await audit(db, {
    customerId,
    actor: 'customer',
    action: 'credentials.revealed',
    subject: groupId ?? connection.id,
    data: { tool: connection.kind, field },
    address,
  })
  return { field, value }
}
