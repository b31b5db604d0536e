import type { Checkout } from '#delivery/fulfilment.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { PaymentCheckout, Payments } from '#vendors/ports/payments.ts'

/** The session of an attempt whose answer never came, if the provider has it. */
export function findSession(
  payments: Payments,
  attempt: Pick<Checkout, 'id' | 'params'>,
  context?: CallContext,
): Promise<PaymentCheckout | undefined> {
  const { customer } = attempt.params
  if (typeof customer !== 'string') throw new Error(`Checkout ${attempt.id} has no customer.`)
  return payments.findCheckout({ customerExternalId: customer, reference: attempt.id }, context)
}
