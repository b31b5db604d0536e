import type { Page } from '@playwright/test'
import type { Dependencies } from '#delivery/dependencies.ts'
import { createPaidOrder, type PaidOrder } from '../../server/paid-order.ts'
import type { Customer } from '../product/test.ts'
import { expectStatus } from './place-paid-order.ts'
import { atVendors } from './vendors.ts'

/**
 * A delivered Entra order in Instantly with these domains and three mailboxes on each: what fifty of them go through is the
 * same, and takes longer.
 */
export async function placeSmallOrder(
  page: Page,
  deps: Dependencies,
  customer: Customer,
  names: string[],
): Promise<PaidOrder> {
  const { instantly } = await atVendors(deps).credentials()
  const order = await createPaidOrder(deps, {
    customerId: customer.id,
    toolValues: instantly,
    names: { azure: names },
    mailboxesPerDomain: 3,
  })
  await expectStatus(page, names, 'done')
  return order
}
