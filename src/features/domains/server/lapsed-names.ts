import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { feesOf } from '#base/db/left-of-payment.ts'
import { domainNames, domains } from '#base/db/schema/index.ts'
import { rateLimited } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isDueAgain, type NameRecord } from './due-again.ts'

/** Names of one customer that the registrar is asked about here: a visit asks twice, of at most a hundred names. */
const registrarRate = { perSecond: 200 / 3_600, burst: 300 }

/** A holding, and what is known of its name. */
interface Held {
  domain: Pick<typeof domains.$inferSelect, 'id' | 'source'>
  name: NameRecord
}

/**
 * Those of the holdings, by id, whose names cost their price again before their order resumes: where the registration
 * has run out, and where the latest payment for it went back as a whole.
 */
export async function namesDue(
  db: Db,
  held: readonly Held[],
  /** Whether what is not registered yet is going to be, for what was paid: not so once it was cancelled. */
  { isLive }: { isLive: boolean },
): Promise<Set<string>> {
  const paid = await feesOf(
    db,
    held.map(({ domain }) => domain.id),
  )
  const now = new Date()
  // The first is the latest payment for it.
  const latestFee = (id: string) => paid.find(({ heldId }) => heldId === id)
  const due = held.filter(({ domain, name }) =>
    isDueAgain({ ...name, source: domain.source }, latestFee(domain.id), { isLive, now }),
  )
  return new Set(due.map(({ domain }) => domain.id))
}

/**
 * Asks the registrar until when a customer's names are registered, where our record does not say so or is
 * over: it was written when the name was registered, which may have been renewed since. Throws a `Refusal` (429) when
 * the customer has had too many looked at.
 */
export async function refreshExpiry(
  { db, vendors, limits }: Pick<Dependencies, 'db' | 'vendors' | 'limits'>,
  customerId: string,
  names: readonly string[],
): Promise<void> {
  const unsure = await db
    .selectDistinct({ name: domainNames.name })
    .from(domains)
    .innerJoin(domainNames, eq(domainNames.name, domains.name))
    .where(
      and(
        eq(domains.customerId, customerId),
        inArray(domains.name, [...names]),
        eq(domains.source, 'bought'),
        eq(domainNames.registration, 'registered'),
        or(isNull(domainNames.expiresAt), lt(domainNames.expiresAt, sql`now()`)),
      ),
    )
  if (unsure.length === 0) return
  const place = await limits.allow({ key: `expiry:${customerId}`, rate: registrarRate, cost: unsure.length })
  if (!place.ok) throw rateLimited('Too many names were looked at. Please wait a moment.', place.retryAfterMs)
  await Promise.all(
    unsure.map(async ({ name }) => {
      const found = await vendors.registrar.findRegistration(name, undefined, {
        purpose: 'waiting',
        patienceMs: 10_000,
      })
      const until = found?.state === 'registered' ? found.expiresAt : new Date()
      if (until) await db.update(domainNames).set({ expiresAt: until }).where(eq(domainNames.name, name))
    }),
  )
}
