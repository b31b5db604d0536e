import type { Blocklist } from '#features/health/rules/signals/blocklists.ts'

/** By list, the zone that it is asked in: Spamhaus' with the key before it, the others as they are. */
export function blocklistZones(
  dqsKey: string | undefined,
  others: readonly Exclude<Blocklist, 'dbl'>[],
): Partial<Record<Blocklist, string>> {
  return {
    ...(dqsKey ? { dbl: `${dqsKey}.dbl.dq.spamhaus.net` } : {}),
    ...(others.includes('surbl') ? { surbl: 'multi.surbl.org' } : {}),
    ...(others.includes('uribl') ? { uribl: 'multi.uribl.com' } : {}),
  }
}
