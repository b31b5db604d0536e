import { and, eq, ne, not, sql } from 'drizzle-orm'
import { domainNames, domains } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { comesBack } from '#delivery/domains/comes-back.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { oweFee } from '#delivery/provisioning/owe-fee.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { dropWishes } from '#features/reinstatement/server/drop-wishes.ts'
import { isClaimable } from './is-claimable.ts'
import { lossOf, noteOf, tellHolder } from './tell-holder.ts'

/**
 * Takes a name out of the paid or cancelled order that is not its owner's. What stands at vendors is undone at once,
 * which gives the name free; a running order keeps its place for another domain, and is told. A fee that was paid
 * for the name, or for one whose place it had taken, is owed back, once. False when it was pointed here or registered
 * a moment ago.
 */
export const takeFromOrder = (deps: Dependencies, name: string): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ holding: domains, name: domainNames })
      .from(domains)
      .innerJoin(domainNames, eq(domainNames.name, domains.name))
      .where(and(eq(domains.name, name), isHeld))
      .for('update')
    if (!row || row.holding.takenAt || row.holding.want === 'hold') return false
    if (!isClaimable(row.holding, row.name)) return false
    const { holding } = row
    const isCancelled = lossOf(holding) === 'cancelled'
    // Its customer, who asked for it back, reads again what comes back.
    if (isCancelled) await dropWishes(deps, tx, [holding.bundleId])
    await tx
      .update(domains)
      .set({
        want: 'retire',
        status: isCancelled ? 'cancelled' : 'error',
        statusNote: noteOf(holding),
        takenAt: sql`now()`,
        retireAt: sql`now()`,
      })
      .where(eq(domains.id, holding.id))
    // Of what is being given up, taking down settles by itself what is owed.
    if (!isCancelled) await oweFee(tx, holding.id)
    await raiseWanted(tx, deps.queue, [name])
    await tellHolder(deps, tx, holding)
    return true
  })

/** A name that others gave up, and that no order holds, does not come back to them once its owner has shown it. */
export const takeFromFormerHolders = (deps: Dependencies, ownerId: string, name: string): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const isFormer = and(
      eq(domains.name, name),
      ne(domains.customerId, ownerId),
      eq(domains.source, 'own'),
      comesBack,
      not(isHeld),
    )
    const former = await tx.select().from(domains).where(isFormer).orderBy(domains.id).for('update')
    for (const holding of former) {
      await dropWishes(deps, tx, [holding.bundleId])
      await tx
        .update(domains)
        .set({ statusNote: noteOf(holding), takenAt: sql`now()` })
        .where(eq(domains.id, holding.id))
      await tellHolder(deps, tx, holding)
    }
  })
