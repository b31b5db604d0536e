import { and, asc, eq } from 'drizzle-orm'
import { bundles } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { holdBundles, releaseBundles } from '../billing/holds.ts'
import { customerByEmail } from './customer-by-email.ts'

/**
 * Puts everything live of a customer on hold, so that nothing of it is billed, or lets what the operator held go on;
 * other holds stay. The customer is told by mail. Answers how many groups changed; throws a `Refusal` for nobody.
 */
export async function setCustomerBilling(deps: Dependencies, email: string, isOn: boolean): Promise<number> {
  const { id } = await customerByEmail(deps.db, email)
  return deps.db.transaction(async (tx) => {
    const live = await tx
      .select({ id: bundles.id })
      .from(bundles)
      .where(and(eq(bundles.customerId, id), eq(bundles.status, 'live')))
      .orderBy(asc(bundles.id))
      .for('update')
    const ids = live.map((bundle) => bundle.id)
    const changed = isOn
      ? await releaseBundles(deps, tx, ids, ['operator'], { actor: 'operator' })
      : await holdBundles(deps, tx, ids, 'operator')
    return changed.length
  })
}
