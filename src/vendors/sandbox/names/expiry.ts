import type { RegisteredName } from './registered-names.ts'

const dayMs = 24 * 3_600_000
/**
 * "Our registrar partners may offer a non-guaranteed 29-day grace period for renewal"; it is disabled meanwhile, and
 * renews at no extra cost: https://support.dnsimple.com/articles/what-happens-when-domain-expires/#grace-period
 */
const graceMs = 29 * dayMs
/** The registry keeps what was deleted for 30 days: https://www.rfc-editor.org/rfc/rfc3915 and ICANN's ERRP, 3.1. */
const redemptionMs = 30 * dayMs
/** "Pending Delete refers to the 5-day time frame after redemption": the same article, #deletion-period. */
const pendingDeleteMs = 5 * dayMs

export type ExpiryPhase = 'running' | 'grace' | 'redemption' | 'pending_delete' | 'gone'

/** How far a registration is past its end. */
export function expiryPhase(expiresAt: number, now: number): ExpiryPhase {
  const past = now - expiresAt
  if (past < 0) return 'running'
  if (past < graceMs) return 'grace'
  if (past < graceMs + redemptionMs) return 'redemption'
  return past < graceMs + redemptionMs + pendingDeleteMs ? 'pending_delete' : 'gone'
}

/**
 * What a registry says of each, as RDAP words it (RFC 8056): a registrar disables with a hold what has expired; what it
 * deletes is held by the registry, "redemption period" as long as it can be restored.
 */
const wordsOf: Record<ExpiryPhase, readonly string[]> = {
  running: [],
  grace: ['client hold', 'auto renew period'],
  redemption: ['server hold', 'pending delete', 'redemption period'],
  pending_delete: ['server hold', 'pending delete'],
  gone: [],
}

/** The registry's words that stop a name now: for its end, or since somebody let them be said. */
export const stoppingWords = (entry: RegisteredName, now: number): readonly string[] => [
  // Of a customer's own name the end is not known here.
  ...(entry.registrar === 'dnsimple' ? wordsOf[expiryPhase(entry.expiresAt, now)] : []),
  ...(entry.stopped ?? []),
]

/** Whether the registry leaves the name out of its zone: what is held, and what is to be deleted, does not resolve. */
export const isOutOfZone = (entry: RegisteredName, now: number): boolean =>
  stoppingWords(entry, now).some((word) => word.endsWith(' hold') || word === 'redemption period')
