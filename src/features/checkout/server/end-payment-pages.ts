import { and, eq, getTableColumns, inArray, isNotNull, or } from 'drizzle-orm'
import { checkouts, customers } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Checkout } from '#delivery/fulfilment.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import { endCheckout } from './end-checkout.ts'
import { sweepUnpaidHolds } from './sweep-unpaid-holds.ts'

export interface EndedPages {
  ended: number
  /** Could not be ended now, since the payment provider does not answer; tried again within minutes. */
  left: number
}

const unpaid = inArray(checkouts.status, ['prepared', 'open'])

/**
 * Ends every page that a customer could still pay on, at the payment provider, and what waits for a payment without
 * one: its names are free for others at once. For customers whose row already says
 * that they are stopped: no new page is opened for them, and what is paid all the same is dealt with by `bringAbout`.
 */
export async function endPaymentPages(deps: Dependencies, customerId: string): Promise<EndedPages> {
  const pages = await endAll(
    deps,
    await deps.db
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.customerId, customerId), unpaid)),
  )
  await sweepUnpaidHolds(deps)
  return pages
}

/** The same for everybody who is suspended or closed: what could not be ended when they were. */
export async function endPagesOfStopped(deps: Dependencies): Promise<EndedPages> {
  return endAll(
    deps,
    await deps.db
      .select(getTableColumns(checkouts))
      .from(checkouts)
      .innerJoin(customers, eq(customers.id, checkouts.customerId))
      .where(
        and(
          unpaid,
          or(
            isNotNull(customers.suspendedAt),
            isNotNull(customers.eraseDueAt),
            isNotNull(customers.erasedAt),
          ),
        ),
      )
      .limit(200),
  )
}

async function endAll(deps: Dependencies, rows: readonly Checkout[]): Promise<EndedPages> {
  const pages = { ended: 0, left: 0 }
  for (const row of rows) {
    try {
      const { status } = await endCheckout(deps, row)
      if (status === 'expired') pages.ended++
      // One that waits for a slow bank cannot be ended; a paid one is no page any more.
      else if (status !== 'paid') pages.left++
    } catch (error) {
      if (!isVendorError(error)) throw error
      deps.log.warn({ err: error, checkout: row.id }, 'a payment page could not be ended')
      pages.left++
    }
  }
  return pages
}
