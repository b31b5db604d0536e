import type { Payments } from '#vendors/ports/payments.ts'
import type { ProductNaming } from '#vendors/stripe/adapter/ensure-products.ts'
import { createStripePayments } from '#vendors/stripe/adapter/stripe.ts'
import type { ContractBench } from './contract.ts'

/** What must never be seen in an error or a log line. */
export const stripeSecrets = {
  secretKey: 'sk_test_canary4f1d9c0b7a',
  webhookSecret: 'whsec_canary83bd20e6',
} as const

const shippedNaming: ProductNaming = { productName: 'Inboxyard', planNames: {}, shippedName: 'Inboxyard' }

/** The adapter against a bench's sandbox. */
export const paymentsAt = (
  bench: Pick<ContractBench, 'origin' | 'dependencies'>,
  naming = shippedNaming,
): Payments =>
  createStripePayments({ baseUrl: bench.origin, ...stripeSecrets, naming: () => naming }, bench.dependencies)

/** What the sandbox's Stripe holds, by the plural of its kind: `customers`, `refunds`, … */
export const heldAtStripe = <T>(bench: Pick<ContractBench, 'sandbox'>, plural: string): T[] =>
  bench.sandbox.store.collection<T>(`stripe.${plural}`).list()

/** The customer presses a button on the hosted page. Returns where the browser is led. */
export async function press(
  bench: Pick<ContractBench, 'origin' | 'dependencies'>,
  sessionId: string,
  action: 'pay' | 'decline' | 'cancel',
  card: 'works' | 'declines' = 'works',
): Promise<string | null> {
  const answer = await bench.dependencies.fetch(`${bench.origin}/pay/${sessionId}`, {
    method: 'POST',
    body: new URLSearchParams({ action, card }),
    redirect: 'manual',
  })
  return answer.headers.get('location')
}
