import { sentenceCase } from '#base/text/sentence-case.ts'
import type { Facts } from '#delivery/provisioning/facts.ts'
import { missingAt } from '#delivery/sending/proof/proof.ts'
import {
  failedText,
  lateText,
  onTheWayText,
  provenText,
  unheardText,
  withoutProbesText,
} from '#delivery/sending/proof/proof-texts.ts'
import type { DomainDetails } from '#features/domains/api/domain-details.ts'

/** It was taken over as it stood: a test mail is sent once somebody has it looked at. */
export const isProvenWhenAsked = ({ proof }: Facts): boolean =>
  proof?.state === 'late' && proof.cause.why === 'taken_over'

/** What a customer is told of the proof of a domain's mail; what it still waits for is in its note until it is delivered. */
export function presentProof(facts: Facts, isDelivered: boolean): DomainDetails['proof'] {
  const { proof } = facts
  if (!proof || (!isDelivered && proof.state !== 'proven')) return null
  switch (proof.state) {
    case 'proven':
      return { state: 'proven', at: proof.at, sentence: `${sentenceCase(provenText(proof))}.`, againAt: null }
    case 'failed':
      return {
        state: 'not_proven',
        at: proof.at,
        sentence: `${failedText(proof.failures)}.`,
        againAt: proof.againAt,
      }
    case 'late':
      return {
        state: proof.lacked ? 'not_proven' : 'not_yet',
        at: proof.at,
        sentence: `${proof.lacked ? unheardText(proof.lacked, proof.cause) : sentenceCase(lateText(proof.cause))}.`,
        againAt: isProvenWhenAsked(facts) ? null : proof.againAt,
      }
    case 'under_way':
      return {
        state: 'not_yet',
        at: proof.begunAt,
        sentence: `${sentenceCase(onTheWayText(missingAt(proof)))}.`,
        againAt: null,
      }
    default:
      return {
        state: 'not_proven',
        at: proof.at,
        sentence: `${sentenceCase(withoutProbesText(proof.tried))}.`,
        againAt: null,
      }
  }
}
