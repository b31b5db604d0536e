import { signatureMessages } from '#features/bulk-update/rules/signature.ts'
import type { Rate } from '#vendors/client/vendor-limits.ts'
import type { CallLimitName } from '../api/endpoint.ts'
import { presentCaller } from '../audit/caller.ts'
import type { Limits } from '../limits/limits.ts'
import { networkOf } from './network-of.ts'
import { rateLimited } from './refusal.ts'

interface CallLimit {
  /** Of one customer. */
  rate: Rate
  /** What is there to find out, or to use up, is counted by the caller's network as well, for this many customers. */
  customersPerNetwork?: number
  message: string
}

const everySeconds = (seconds: number, burst: number): Rate => ({ perSecond: 1 / seconds, burst })
const attempts = 'Too many attempts. Please try again in a few minutes.'

/** How often one customer may do what costs something or tells something. Records of the API name theirs. */
const callLimits: Record<CallLimitName | 'promotionCode' | 'signatures', CallLimit> = {
  search: {
    rate: everySeconds(1, 30),
    customersPerNetwork: 5,
    message: 'Too many searches. Please wait a moment.',
  },
  // A statement with an index, and one for every pause in the typing.
  find: { rate: everySeconds(1 / 2, 60), message: 'Too many searches. Please wait a moment.' },
  // The names of the largest order are verified one by one as they are added; the registrar's part is counted apart.
  verify: { rate: everySeconds(1, 100), message: 'Too many look-ups. Please wait a moment.' },
  // Each look asks the name servers of a name that anybody may have chosen.
  claim: {
    rate: everySeconds(20, 10),
    message: 'Too many checks. Please wait a minute: DNS takes its time.',
  },
  lookUp: {
    rate: everySeconds(3, 20),
    customersPerNetwork: 5,
    message: 'Too many look-ups. Please wait a moment.',
  },
  existence: {
    rate: everySeconds(1, 60),
    customersPerNetwork: 5,
    message: 'Too many checks. Please wait a moment.',
  },
  // Of every way to try one: a code is a secret that could be guessed.
  promotionCode: {
    rate: everySeconds(3, 20),
    customersPerNetwork: 2,
    message: 'Too many codes were tried. Please wait a moment.',
  },
  quote: { rate: everySeconds(1, 60), message: 'Too many changes at once. Please wait a moment.' },
  order: { rate: everySeconds(6, 30), message: 'Too many orders at once. Please wait a moment.' },
  payment: { rate: everySeconds(6, 30), message: 'Too many payments at once. Please wait a moment.' },
  paymentState: { rate: everySeconds(1, 60), message: 'Too many checks. Please wait a moment.' },
  // Each one that is open asks the payment provider.
  discard: { rate: everySeconds(5, 20), message: 'Please wait a moment before giving up another one.' },
  portal: { rate: everySeconds(30, 10), message: 'The portal was opened too often. Please wait a moment.' },
  staff: { rate: everySeconds(2, 60), message: 'Too many changes at once. Please wait a moment.' },
  connection: { rate: everySeconds(6, 30), message: 'Too many connections saved. Please wait a moment.' },
  // Asked every few seconds, and by a person who is quick.
  connect: { rate: everySeconds(1, 60), message: 'Too many mailboxes at once. Please wait a moment.' },
  // Each opens a page at the tool, which bounds them as well.
  connectPage: { rate: everySeconds(4, 20), message: 'Too many sign-in pages. Please wait a moment.' },
  bulk: { rate: everySeconds(3, 60), message: 'Too many searches or updates. Please wait a moment.' },
  // Cleaning them takes time of ours.
  signatures: { rate: everySeconds(10, 10), message: signatureMessages.tooFast },
  // While someone types, and once for every signature of a page that opens.
  preview: { rate: everySeconds(1 / 3, 120), message: 'Too many previews. Please wait a moment.' },
  secret: { rate: everySeconds(6, 20), message: 'Too many secrets shown. Please wait a moment.' },
  // Both ask for the password, which could be guessed.
  export: { rate: everySeconds(30, 10), message: attempts },
  password: { rate: everySeconds(30, 10), message: attempts },
  change: { rate: everySeconds(2, 60), message: 'Too many changes at once. Please wait a moment.' },
}

/** Counts one use of something by a customer, or by a pass to connect mailboxes, at the network of the request being answered. Throws a `Refusal`. */
export async function countUse(
  limits: Limits,
  name: keyof typeof callLimits,
  customerId: string,
): Promise<void> {
  const { rate, customersPerNetwork, message } = callLimits[name]
  const own = { key: `call:${name}:${customerId}`, rate }
  const address = presentCaller()?.address
  const place =
    customersPerNetwork && address !== undefined
      ? await limits.allow(own, {
          key: `call:${name}:at:${networkOf(address)}`,
          rate: {
            perSecond: rate.perSecond * customersPerNetwork,
            burst: rate.burst * customersPerNetwork,
          },
        })
      : await limits.allow(own)
  if (!place.ok) throw rateLimited(message, place.retryAfterMs)
}
