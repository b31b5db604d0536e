import { eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { healthActs } from '#base/db/schema/index.ts'
import type { Queue } from '#base/queue/queue.ts'
import { appendEvent } from '#delivery/provisioning/events.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import { actSentences } from '../../rules/act-words.ts'
import { type ActBy, asksForRest, overNow, restingNow, type Standing } from '../../rules/acts.ts'
import { type ActDomain, type WithAct, wordsOf } from './read-acts.ts'

const now = sql`now()`
/** The moment since which the domain is as it is now, exactly as it is stored. */
const askedSince = (domainId: string) => sql`(select since from domain_health where domain_id = ${domainId})`

const tell = (tx: Db, { customerId, domainId, name }: ActDomain, kind: string, sentence: string) =>
  appendEvent(tx, { customerId, domainId, name, kind: `health.${kind}`, sentence })

export async function suggestRest(tx: Db, domain: ActDomain): Promise<void> {
  const { domainId, customerId } = domain
  await tx
    .insert(healthActs)
    .values({ id: newId('healthAct'), domainId, customerId, state: 'suggested', ...askedBy(domain) })
  await tell(tx, domain, 'suggested', actSentences.suggested(wordsOf(domain)))
}

/** Has a domain rested: a new rest, or the one that was suggested, dismissed or ended before. Wakes nobody yet. */
export async function beginRest(tx: Db, domain: ActDomain, by: ActBy): Promise<void> {
  const { domainId, customerId, act } = domain
  const begun = {
    ...restingNow,
    ...askedBy(domain),
    by,
    restedAt: now,
    confirmedAt: null,
    returningAt: null,
    overAt: null,
  }
  if (act) await tx.update(healthActs).set(begun).where(eq(healthActs.id, act.id))
  else await tx.insert(healthActs).values({ id: newId('healthAct'), domainId, customerId, ...begun })
  await tell(tx, domain, 'resting', actSentences.resting(wordsOf(domain), by))
}

/**
 * Brings an open rest to where it stands now, and says so; where only what asks for it is something else by now, that is
 * noted. Returns whether the sending tool has to be told.
 */
export async function moveAct(tx: Db, domain: WithAct, to: Standing): Promise<boolean> {
  const { act } = domain
  const isOver = to.state === 'over'
  const restsAgain = act.state === 'returning' && to.state === 'resting'
  await tx
    .update(healthActs)
    .set({
      ...to,
      ...(to.share !== act.share && { confirmedAt: null }),
      ...(asksForRest(domain.state) && askedBy(domain)),
      ...(restsAgain && { restedAt: now, returningAt: null }),
      ...(to.state === 'returning' && { returningAt: sql`coalesce(${healthActs.returningAt}, now())` }),
      ...(isOver && { overAt: now }),
      // It answers nothing: what asks for a rest again while the domain counts as at rest is suggested anew.
      ...(isOver && act.state === 'suggested' && { askedSince: now }),
    })
    .where(eq(healthActs.id, act.id))
  await tellMove(tx, domain, to)
  return to.share !== act.share
}

/** Since when it is asked for, by what, and what is said of that. */
const askedBy = (domain: ActDomain) => ({
  askedSince: askedSince(domain.domainId),
  cause: domain.cause,
  why: wordsOf(domain).why,
})

async function tellMove(tx: Db, domain: WithAct, to: Standing): Promise<void> {
  const { act, tool } = domain
  if (to.state === act.state && to.share === act.share) return
  if (act.state === 'suggested') {
    const sentence = isFileTool(tool) ? actSentences.withdrawnForFile() : actSentences.withdrawn()
    return tell(tx, domain, 'withdrawn', sentence)
  }
  const words = act.isJoining ? actSentences.joining : actSentences
  if (to.state === 'over')
    return tell(tx, domain, 'over', isFileTool(tool) ? actSentences.overForFile() : words.over())
  if (to.state === 'returning') return tell(tx, domain, 'returning', words.returning(to.share ?? 0))
  return tell(tx, domain, 'resting', actSentences.again(wordsOf(domain)))
}

/** It is not asked again for what is so at this moment, whatever it was suggested for. */
export async function dismissAct(tx: Db, domain: ActDomain, actId: string): Promise<void> {
  await tx
    .update(healthActs)
    .set({ state: 'dismissed', askedSince: askedSince(domain.domainId) })
    .where(eq(healthActs.id, actId))
  await tell(tx, domain, 'dismissed', actSentences.dismissed())
}

/** Ends a rest at once, whatever is thought of the domain; it is not begun again for that by itself. Wakes nobody yet. */
export async function endAct(tx: Db, domain: ActDomain, actId: string): Promise<void> {
  await tx
    .update(healthActs)
    .set({ ...overNow, overAt: now, askedSince: askedSince(domain.domainId) })
    .where(eq(healthActs.id, actId))
  const sentence = isFileTool(domain.tool) ? actSentences.overForFile() : actSentences.returnedNow()
  await tell(tx, domain, 'over', sentence)
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
