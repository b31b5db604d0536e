import { and, eq, isNull, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { feesOf } from '#base/db/left-of-payment.ts'
import { bundles, domainNames, domains } from '#base/db/schema/index.ts'
import { conflict } from '#base/http/refusal.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { isPaidFor, owedCents } from '#delivery/domains/paid-for.ts'
import { appendEvent } from '#delivery/provisioning/events.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'

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
