import type { Dependencies } from '#delivery/dependencies.ts'

/**
 * Ends what waits for a payment and has no page to pay on. What has a page ends with it, once the payment provider says
 * so.
 */
export async function sweepUnpaidHolds({
  db,
  fulfilments,
}: Pick<Dependencies, 'db' | 'fulfilments'>): Promise<void> {
  for (const fulfilment of Object.values(fulfilments)) await fulfilment.endUnpaid(db)
}
