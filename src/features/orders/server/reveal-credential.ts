import { audit } from '#base/audit/audit.ts'
import { notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { findGroup } from '#delivery/domains/find-group.ts'
import { fieldsOf } from '#features/tools/rules/sending-tools.ts'
import { findConnection, openConnection } from '#features/tools/server/connections.ts'

export interface CredentialRequest {
  groupId?: string | undefined
  connectionId?: string | undefined
  field: string
}

/** One stored secret of the customer's own. Who read it is noted before it leaves. Throws a `Refusal`. */
export async function revealCredential(
  { db, secrets }: Dependencies,
  customerId: string,
  { groupId, connectionId, field }: CredentialRequest,
): Promise<{ field: string; value: string }> {
  const connection = groupId
    ? (await findGroup(db, customerId, groupId)).connection
    : await findConnection(db, customerId, connectionId ?? '')
  const isSecret =
    connection && fieldsOf(connection.kind).some(({ name, secret }) => secret && name === field)
  const value = isSecret ? openConnection(secrets, connection)[field] : undefined
  if (!connection || value === undefined) throw notFound('There is no such secret.')
  await audit(db, {
    customerId,
    actor: 'customer',
    action: 'credentials.revealed',
    subject: groupId ?? connection.id,
    data: { tool: connection.kind, field },
  })
  return { field, value }
}
