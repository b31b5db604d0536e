import { lastFailures, type Proof } from '../sending/proof/proof.ts'
import { digest } from './desired.ts'
import { type Facts, type Freshness, freshFact, isDisowned } from './facts.ts'

/** What a name's mail depends on, in few letters: a proof holds for this place with these records. */
export const proofSubject = ({ host, dkim, mailRecords }: Facts): string =>
  digest([
    host?.accountId,
    [...(dkim?.records ?? []), ...(mailRecords?.records ?? [])].map((r) => [r.name, r.type, r.content]),
  ])

/** What is known of the mail as it is set up now. */
export const proofOfNow = (facts: Facts): Facts['proof'] =>
  facts.proof?.of === proofSubject(facts) ? facts.proof : undefined

export const isProofUnderWay = (
  proof: Facts['proof'],
): proof is Extract<Proof, { state: 'under_way' | 'proven' }> & { at: string } => proof?.state === 'under_way'

/** Whether a running name's mail is to be proven now: not yet, not for what it is now, or it is time to try again. */
export function isProofDue(facts: Facts, now: Freshness): boolean {
  const proof = proofOfNow(facts)
  if (!proof || lastFailures(proof)) return true
  switch (proof.state) {
    case 'proven':
      return false
    case 'no_probes':
      // The operator may have added them since.
      return !freshFact(facts, 'proof', now)
    case 'late':
      return (
        isDisowned(facts, 'proof', now) ||
        Date.parse(proof.againAt) <= now.now.getTime() ||
        (now.recheckBefore !== null && Date.parse(proof.at) < now.recheckBefore.getTime())
      )
    default:
      return true
  }
}

/** When a name that is done is to be proven again; undefined where its daily look is soon enough. */
export const proofAgainAt = ({ proof }: Facts): Date | undefined =>
  proof?.state === 'late' ? new Date(proof.againAt) : undefined
