import { and, countDistinct, eq, inArray, isNull, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { domainMoveRows, domainMoves, domains, providerAccounts } from '#base/db/schema/index.ts'
import { conflict, notFound } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'

interface NewMove {
  /** Of domains, each once. */
  ids: readonly string[]
  accountId: string
  /** The member of staff. */
  userId: string
}

/** Has domains placed at another account: workers do it, one after the other. Returns the move's id. Throws a `Refusal`. */
export async function beginMove(
  { db }: Pick<Dependencies, 'db'>,
  { ids, accountId, userId }: NewMove,
): Promise<string> {
  return db.transaction(async (tx) => {
    const [account] = await tx
      .select({ id: providerAccounts.id })
      .from(providerAccounts)
      .where(eq(providerAccounts.id, accountId))
    if (!account) throw notFound('There is no such account.')
    const rows = await tx
      .select({ id: domains.id })
      .from(domains)
      .where(inArray(domains.id, [...ids]))
      .orderBy(domains.id)
      // Two moves that begin together see each other.
      .for('no key update')
    const known = new Set(rows.map(({ id }) => id))
    const chosen = ids.filter((id) => known.has(id))
    if (chosen.length === 0) throw notFound('There is no such domain.')
    await refuseUnderWay(tx, chosen)
    const moveId = newId('domainMove')
    await tx.insert(domainMoves).values({ id: moveId, accountId, userId })
    await tx.insert(domainMoveRows).values(chosen.map((domainId, place) => ({ moveId, domainId, place })))
    await audit(tx, {
      actor: 'operator',
      action: 'move.begun',
      subject: moveId,
      data: { account: accountId, domains: chosen.length },
    })
    return moveId
  })
}

/** Two members of staff would otherwise take turns with the same domains, and neither would see it. */
export async function refuseUnderWay(tx: Db, ids: readonly string[]): Promise<void> {
  const [row] = await tx
    .select({ count: countDistinct(domainMoveRows.domainId) })
    .from(domainMoveRows)
    .innerJoin(domainMoves, eq(domainMoves.id, domainMoveRows.moveId))
    .where(
      and(
        eq(domainMoves.state, 'moving'),
        isNull(domainMoveRows.outcome),
        inArray(domainMoveRows.domainId, [...ids]),
      ),
    )
  if (row && row.count > 0)
    throw conflict(
      `${countOf(row.count, 'of these domains is', 'of these domains are')} being moved already. Watch or stop that at its account first.`,
    )
}

/**
 * Nothing more is moved once this has returned; what was moved stays there. Returns whether there was anything left to
 * stop. Throws a `Refusal`.
 */
export async function stopMove({ db }: Pick<Dependencies, 'db'>, moveId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(domainMoves)
      .set({ state: 'stopped', stateSince: sql`now()` })
      .where(and(eq(domainMoves.id, moveId), eq(domainMoves.state, 'moving')))
    if (rowCount === 0) {
      if ((await tx.$count(domainMoves, eq(domainMoves.id, moveId))) === 0)
        throw notFound('There is no such move.')
      return false
    }
    await audit(tx, { actor: 'operator', action: 'move.stopped', subject: moveId, data: {} })
    return true
  })
}
