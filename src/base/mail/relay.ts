import { and, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { mailRelay, outbox } from '../db/schema/index.ts'
import { required } from '../text/required.ts'
import { isWaiting } from './outbox.ts'

const id = 'relay'
/** So many different people refused alike, with nobody's mail taken between, are the relay's fault and not theirs. */
const alikeAtLeast = 3
const firstDelayS = 60
const longestDelayS = 15 * 60

const isRelay = eq(mailRelay.id, id)
const isDue = lte(mailRelay.nextTryAt, sql`now()`)

/** What a mail may be handed over as: by itself, or to try a relay that refuses everybody. */
export type Turn = 'own' | 'trial'

/** Held until the transaction ends; undefined while it is not time to try a relay that has stopped. */
export async function turnOf(tx: Db): Promise<Turn | undefined> {
  const [relay] = await tx
    .select({ stoppedAt: mailRelay.stoppedAt, isDue: sql<boolean>`${isDue}` })
    .from(mailRelay)
    .where(isRelay)
    .for('update')
  if (!relay?.stoppedAt) return 'own'
  return relay.isDue ? 'trial' : undefined
}

/** Nobody else tries it meanwhile. */
export const claimTrial = (tx: Db, seconds: number) =>
  tx
    .update(mailRelay)
    .set({ nextTryAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(isRelay)

/** Whether it is time for a mail; with a relay that has stopped, for one alone. */
export async function mailsAtOnce(db: Db, most: number): Promise<number> {
  const [relay] = await db
    .select({ isDue: sql<boolean>`${isDue}` })
    .from(mailRelay)
    .where(and(isRelay, isNotNull(mailRelay.stoppedAt)))
  return relay ? Number(relay.isDue) : most
}

type Relay = typeof mailRelay.$inferSelect

/** Held until the transaction ends, and before any mail: whoever holds both has them in this order. */
export async function holdRelay(tx: Db): Promise<Relay> {
  await tx.insert(mailRelay).values({ id }).onConflictDoNothing()
  const [relay] = await tx.select().from(mailRelay).where(isRelay).for('update')
  return required(relay, 'the mail relay')
}

/** It has taken a mail: whatever waited since it did not is handed over now. */
export async function noteAccepted(tx: Db): Promise<void> {
  const { stoppedAt } = await holdRelay(tx)
  await tx
    .update(mailRelay)
    .set({ acceptedAt: sql`now()`, stoppedAt: null, refusedAs: null, tries: 0 })
    .where(isRelay)
  if (stoppedAt)
    await tx
      .update(outbox)
      .set({ nextTryAt: sql`now()` })
      .where(and(isWaiting, isNotNull(outbox.refusedAt), gt(outbox.nextTryAt, sql`now()`)))
}

/**
 * A mail of this turn was refused, and its row has it. Where several are refused alike everything waits, those included
 * that were given up for it. Returns for how many seconds the relay is left alone, if it is.
 */
export async function noteRefused(
  tx: Db,
  relay: Relay,
  turn: Turn,
  refusedAs: string,
): Promise<number | undefined> {
  const tries = relay.stoppedAt ? relay.tries + Number(turn === 'trial') : 0
  const delayS = Math.min(longestDelayS, firstDelayS * 2 ** tries)
  if (relay.stoppedAt && turn === 'own') return delayS
  const isAlike = and(
    eq(outbox.refusedAs, refusedAs),
    gt(outbox.refusedAt, relay.acceptedAt ?? new Date(0)),
    // An address that is refused again, after others were taken, is the matter itself.
    or(isNull(outbox.failedAt), lte(outbox.attempts, 1)),
  )
  if (!relay.stoppedAt) {
    const [alike] = await tx
      .select({ people: sql<number>`count(distinct lower(${outbox.recipient}))::int` })
      .from(outbox)
      .where(isAlike)
    if ((alike?.people ?? 0) < alikeAtLeast) return undefined
  }
  const nextTryAt = sql`now() + make_interval(secs => ${delayS})`
  await tx
    .update(mailRelay)
    .set({ stoppedAt: sql`coalesce(${mailRelay.stoppedAt}, now())`, refusedAs, tries, nextTryAt })
    .where(isRelay)
  await tx
    .update(outbox)
    .set({ failedAt: null, nextTryAt })
    .where(and(isAlike, isNotNull(outbox.failedAt)))
  return delayS
}

/** Whoever asks for it has mended it. */
export async function tryRelayNow(tx: Db): Promise<void> {
  await holdRelay(tx)
  await tx
    .update(mailRelay)
    .set({ nextTryAt: sql`least(${mailRelay.nextTryAt}, now())` })
    .where(isRelay)
}

export interface RelayState {
  /** Null while it takes mail. */
  stoppedAt: Date | null
  nextTryAt: Date
  /** What it answered last, where it has stopped. */
  problem: string | null
}

/** Undefined before anything was handed over. The answer is the mail's own, which goes with whom it names. */
export async function readRelay(db: Db): Promise<RelayState | undefined> {
  const [relay] = await db
    .select({
      stoppedAt: mailRelay.stoppedAt,
      nextTryAt: mailRelay.nextTryAt,
      problem: sql<string | null>`(select problem from outbox where refused_at is not null
        and refused_as = ${mailRelay.refusedAs} order by refused_at desc limit 1)`,
    })
    .from(mailRelay)
    .where(isRelay)
  return relay
}
