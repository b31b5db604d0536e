import { eq, sql } from 'drizzle-orm'
import { actSentences } from '#shared/health/act-words.ts'
import { type ActBy, overNow, restingNow, type Standing } from '#shared/health/acts.ts'
import type { Db } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { healthActs } from '../../db/schema/index.ts'
import { appendEvent } from '../../provisioning/events.ts'
import { raiseWanted } from '../../provisioning/wanted.ts'
import type { Queue } from '../../queue/queue.ts'
import { type ActDomain, wordsOf } from './read-acts.ts'

const now = sql`now()`
/** The moment since which the domain is as it is now, exactly as it is stored. */
const askedSince = (domainId: string) => sql`(select since from domain_health where domain_id = ${domainId})`

const tell = (tx: Db, { customerId, domainId, name }: ActDomain, kind: string, sentence: string) =>
  appendEvent(tx, { customerId, domainId, name, kind: `health.${kind}`, sentence })

export async function suggestRest(tx: Db, domain: ActDomain): Promise<void> {
  const { domainId, customerId, cause } = domain
  const words = wordsOf(domain)
  await tx.insert(healthActs).values({
    id: newId('healthAct'),
    domainId,
    customerId,
    state: 'suggested',
    askedSince: askedSince(domainId),
    cause,
    why: words.why,
  })
  await tell(tx, domain, 'suggested', actSentences.suggested(words))
}

/** Has a domain rested: a new rest, or the one that was suggested, dismissed or ended before. Wakes nobody yet. */
export async function beginRest(tx: Db, domain: ActDomain, by: ActBy): Promise<void> {
  const { domainId, customerId, cause, act } = domain
  const words = wordsOf(domain)
  const begun = {
    ...restingNow,
    askedSince: askedSince(domainId),
    cause,
    why: words.why,
    by,
    restedAt: now,
    confirmedAt: null,
    returningAt: null,
    overAt: null,
  }
  if (act) await tx.update(healthActs).set(begun).where(eq(healthActs.id, act.id))
  else await tx.insert(healthActs).values({ id: newId('healthAct'), domainId, customerId, ...begun })
  await tell(tx, domain, 'resting', actSentences.resting(words, by))
}

/** Brings an open rest to where it stands now, and says so. Returns whether the sending tool has to be told. */
export async function moveAct(
  tx: Db,
  domain: ActDomain & { act: NonNullable<ActDomain['act']> },
  to: Standing,
): Promise<boolean> {
  const { act, domainId } = domain
  const isOver = to.state === 'over'
  await tx
    .update(healthActs)
    .set({
      ...to,
      ...(to.share !== act.share && { confirmedAt: null }),
      ...(to.state === 'resting' && { askedSince: askedSince(domainId), returningAt: null }),
      ...(to.state === 'returning' && { returningAt: sql`coalesce(${healthActs.returningAt}, now())` }),
      ...(isOver && { overAt: now }),
    })
    .where(eq(healthActs.id, act.id))
  if (act.state === 'suggested') {
    await tell(tx, domain, 'withdrawn', actSentences.withdrawn())
    return false
  }
  if (isOver) await tell(tx, domain, 'over', actSentences.over())
  else if (to.state === 'returning')
    await tell(tx, domain, 'returning', actSentences.returning(to.share ?? 0))
  else await tell(tx, domain, 'resting', actSentences.again(wordsOf(domain)))
  return to.share !== act.share
}

export async function dismissAct(tx: Db, domain: ActDomain, actId: string): Promise<void> {
  await tx.update(healthActs).set({ state: 'dismissed' }).where(eq(healthActs.id, actId))
  await tell(tx, domain, 'dismissed', actSentences.dismissed())
}

/** Ends a rest at once, whatever is thought of the domain. Wakes nobody yet. */
export async function endAct(tx: Db, domain: ActDomain, actId: string): Promise<void> {
  await tx
    .update(healthActs)
    .set({ ...overNow, overAt: now })
    .where(eq(healthActs.id, actId))
  await tell(tx, domain, 'over', actSentences.returnedNow())
}

/** Has the reconciler set limits: to none before any other work, and back when it comes to it. */
export async function wakeForLimits(
  tx: Db,
  queue: Queue,
  { resting = [], returning = [] }: { resting?: readonly string[]; returning?: readonly string[] },
): Promise<void> {
  if (resting.length > 0) await raiseWanted(tx, queue, resting, { urgent: true })
  if (returning.length > 0) await raiseWanted(tx, queue, returning)
}
