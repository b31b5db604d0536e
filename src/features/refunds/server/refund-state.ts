import { wordsOf } from './note-refund.ts'
import type { UnsettledRefund } from './unsettled-refunds.ts'

/** In words: `failed: expired or canceled card`. */
export function refundState({ outcome, failure }: Pick<UnsettledRefund, 'outcome' | 'failure'>): string {
  if (outcome === 'failed') return `failed: ${wordsOf(failure)}`
  return outcome === 'pending' ? 'pending at Stripe' : 'owed'
}
