import { and, asc, eq, gt, isNull, notExists, sql } from 'drizzle-orm'
import { domainMoveRows, domainMoves } from '#base/db/schema/index.ts'
import { Refusal } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { moveDomain } from './move-domain.ts'

type Deps = Pick<Dependencies, 'db' | 'queue'>

/** How far one worker is with a move in this round, by the places of its domains. */
interface Round {
  at: number
  /** Up to here nothing more is tried: what is left of it has met an error. */
  passed: number
}

/**
 * Goes on with every move until nothing of it is left or the signal says so. Any number of workers may do it at once.
 * What meets an error is left for the next round and holds up nothing else; the first failure is thrown at the end.
 */
export async function runMoves(deps: Deps, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  const atWork = await deps.db
    .select({ id: domainMoves.id })
    .from(domainMoves)
    .where(eq(domainMoves.state, 'moving'))
    .orderBy(asc(domainMoves.createdAt))
  const failures: unknown[] = []
  for (const { id } of atWork) {
    const round: Round = { at: -1, passed: -1 }
    let isAnyLeft = true
    while (isAnyLeft && !signal?.aborted) {
      try {
        isAnyLeft = await moveNext(deps, id, round)
      } catch (error) {
        failures.push(error)
        // Not at a domain: the database does not answer, and would not for the next one.
        isAnyLeft = round.at > round.passed
        round.passed = round.at
      }
    }
    if (!signal?.aborted) await endMove(deps, id)
  }
  if (failures.length > 0) throw failures[0]
}

/**
 * Moves the next domain that no other worker has, and notes what became of it in the same transaction; whoever stops the
 * move waits for that. Returns whether there was one.
 */
const moveNext = ({ db, queue }: Deps, moveId: string, round: Round): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [move] = await tx
      .select()
      .from(domainMoves)
      .where(and(eq(domainMoves.id, moveId), eq(domainMoves.state, 'moving')))
      // Workers take turns, and so does who stops it: shared locks would let each other in before that.
      .for('no key update')
    if (!move) return false
    const [row] = await tx
      .select({ domainId: domainMoveRows.domainId, place: domainMoveRows.place })
      .from(domainMoveRows)
      .where(
        and(
          eq(domainMoveRows.moveId, moveId),
          isNull(domainMoveRows.outcome),
          gt(domainMoveRows.place, round.passed),
        ),
      )
      .orderBy(asc(domainMoveRows.place))
      .limit(1)
    if (!row) return false
    round.at = row.place
    const why = await moveDomain(
      { db: tx, queue },
      { domainId: row.domainId, accountId: move.accountId, userId: move.userId },
    )
      .then(() => null)
      .catch((error: unknown) => {
        if (error instanceof Refusal) return error.message
        throw error
      })
    await tx
      .update(domainMoveRows)
      .set({ outcome: why === null ? 'moved' : 'stays', why })
      .where(and(eq(domainMoveRows.moveId, moveId), eq(domainMoveRows.domainId, row.domainId)))
    return true
  })

/** Unless another worker has some of it still. */
async function endMove({ db }: Deps, moveId: string): Promise<void> {
  const left = db
    .select({ domainId: domainMoveRows.domainId })
    .from(domainMoveRows)
    .where(and(eq(domainMoveRows.moveId, moveId), isNull(domainMoveRows.outcome)))
  await db
    .update(domainMoves)
    .set({ state: 'done', stateSince: sql`now()` })
    .where(and(eq(domainMoves.id, moveId), eq(domainMoves.state, 'moving'), notExists(left)))
}
