import type { DnsRecord } from '#vendors/ports/names.ts'
import { findRegistered, outsideNameServers, putRegistered } from '#vendors/sandbox/names/registered-names.ts'
import type { Sandbox } from '#vendors/sandbox/sandbox.ts'

/** The name's DNS host, somewhere outside, shows these records besides those it has. */
export function publishRecords(
  { world }: Pick<Sandbox, 'world'>,
  name: string,
  records: readonly DnsRecord[],
): void {
  const known = findRegistered(world, name)
  const added = records.map((record) => ({ ...record, ttl: record.ttl ?? 3600 }))
  putRegistered(world, {
    name,
    registrar: 'elsewhere',
    nameServers: outsideNameServers,
    registeredAt: world.now(),
    expiresAt: world.now() + 365 * 24 * 3_600_000,
    ...known,
    records: [...(known?.records ?? []), ...added],
  })
}
