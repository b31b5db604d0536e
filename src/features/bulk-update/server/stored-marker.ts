import { audit } from '#base/audit/audit.ts'
import { ruleBroken } from '#base/http/refusal.ts'
import type { Secrets } from '#base/secrets/secrets.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { BulkAccess } from '#vendors/client/bulk-tools.ts'
import { bulkJobMessages } from '../rules/bulk-job.ts'
import { storedMarkerPrefix } from '../rules/stored-marker.ts'
import { findKeptCredentials } from './kept-credentials.ts'

/** Shorter secrets would be told by their end. */
const leastShown = 16

/**
 * Stands for a stored secret wherever the secret may be sent: it shows the secret's end and is worth nothing to
 * anyone but this customer, for as long as the secret is stored. The first is shown, each is taken.
 */
function markersOf(
  secrets: Secrets,
  { customerId, tool, field, secret }: { customerId: string; tool: string; field: string; secret: string },
): [string, ...string[]] {
  const end = secret.length < leastShown ? '' : secret.slice(-4)
  const [proof, ...others] = secrets.proofs(
    'stored-marker',
    JSON.stringify([customerId, tool, field, secret]),
  )
  const marker = (bytes: Buffer) => `${storedMarkerPrefix}****${end} ${bytes.toString('base64url')}]`
  return [marker(proof), ...others.map(marker)]
}

type Access = Record<string, string>

/** The same access with markers in the place of its secrets. */
export function maskAccess<A extends BulkAccess['access']>(
  secrets: Secrets,
  customerId: string,
  tool: BulkAccess['tool'],
  access: A,
): A {
  const { kind, ...fields } = access as unknown as Access
  const masked = Object.entries(fields).map(([field, secret]) => [
    field,
    markersOf(secrets, { customerId, tool, field, secret })[0],
  ])
  return { kind, ...Object.fromEntries(masked) }
}

/**
 * The access that a request means: each marker in it replaced by the stored secret it stands for, which is noted.
 * Throws a `Refusal` for a marker of someone else, or of what is not stored any more.
 */
export async function openMarkers<A extends BulkAccess>(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  customerId: string,
  given: A,
): Promise<A> {
  const fields = given.access as unknown as Access
  const marked = Object.keys(fields).filter((field) => fields[field]?.startsWith(storedMarkerPrefix))
  if (marked.length === 0) return given
  const kept = await findKeptCredentials(db, secrets, customerId, given.tool)
  const stored = (kept?.access ?? {}) as unknown as Access
  const opened = { ...fields }
  for (const field of marked) {
    const secret = stored[field]
    const markers: readonly string[] = secret
      ? markersOf(secrets, { customerId, tool: given.tool, field, secret })
      : []
    if (!secret || !markers.includes(fields[field] ?? '')) throw ruleBroken(bulkJobMessages.notStored)
    opened[field] = secret
  }
  await audit(db, {
    customerId,
    actor: 'customer',
    action: 'stored_credentials.used',
    data: { tool: given.tool },
  })
  return { ...given, access: opened }
}
