import { and, eq, isNull, sql } from 'drizzle-orm'
import { formatUsd } from '#shared/money/usd.ts'
import { audit } from '../../audit/audit.ts'
import { feesOf } from '../../db/left-of-payment.ts'
import { bundles, domainNames, domains } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isHeld } from '../../domains/held.ts'
import { isPaidFor, owedCents } from '../../domains/paid-for.ts'
import { conflict } from '../../http/refusal.ts'
import { appendEvent } from '../../provisioning/events.ts'
import { raiseWanted } from '../../provisioning/wanted.ts'

/**
 * Gives up a name that could not be registered, for its fee. Taking it down asks the registrar once more, and owes the fee
 * back where it is not ours. Its place in the order stays for another domain. Returns what goes back, in cents.
 */
export const refundUnregistered = (
  deps: Pick<Dependencies, 'db' | 'queue'>,
  customerId: string,
  name: string,
): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select({
        holding: domains,
        registration: domainNames.registration,
        monthlyCents: bundles.monthlyCents,
      })
      .from(domains)
      .innerJoin(bundles, eq(bundles.id, domains.bundleId))
      .innerJoin(domainNames, eq(domainNames.name, domains.name))
      .where(
        and(
          eq(domains.name, name),
          eq(domains.customerId, customerId),
          isHeld,
          isNull(domains.replacedAt),
          eq(bundles.status, 'live'),
          isNull(bundles.hold),
        ),
      )
      .for('update', { of: [domains, domainNames] })
    const fees = row ? await feesOf(tx, [row.holding.id], { lock: true }) : []
    const cents = owedCents(fees)
    if (!row || cents === 0 || !isPaidFor(row.holding, { ...row, hasEnded: false }, fees))
      throw conflict(`There is nothing to refund for ${name}. Please reload the page.`)
    const note = `${name} could not be registered. Your registration fee of ${formatUsd(cents)} is being refunded. The monthly price stays ${formatUsd(row.monthlyCents ?? 0)} until you cancel.`
    const { id, bundleId } = row.holding
    await tx
      .update(domains)
      .set({ want: 'retire', statusNote: note, takenAt: sql`now()`, retireAt: sql`now()` })
      .where(eq(domains.id, id))
    await raiseWanted(tx, deps.queue, [name])
    await appendEvent(tx, { customerId, domainId: id, name, kind: 'refunded', sentence: note })
    await audit(tx, {
      customerId,
      actor: 'customer',
      action: 'domain.refunded',
      subject: bundleId,
      data: { name, cents },
    })
    return cents
  })
