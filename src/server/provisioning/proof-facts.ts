import type { Proof } from '../sending/proof/proof.ts'
import { digest } from './desired.ts'
import { type Facts, type Freshness, freshFact } from './facts.ts'

/** What a name's mail depends on, in few letters: a proof holds for this place with these records. */
export const proofSubject = ({ host, dkim, mailRecords }: Facts): string =>
  digest([
    host?.accountId,
    [...(dkim?.records ?? []), ...(mailRecords?.records ?? [])].map((r) => [r.name, r.type, r.content]),
  ])

export const isProofUnderWay = (
  proof: Facts['proof'],
  of: string,
): proof is Extract<Proof, { state: 'under_way' | 'proven' }> & { at: string } =>
  proof?.state === 'under_way' && proof.of === of

/** Whether a running name's mail is to be proven now: not yet, not for what it is now, or it is time to try again. */
export function isProofDue(facts: Facts, now: Freshness): boolean {
  const { proof } = facts
  if (!proof || proof.of !== proofSubject(facts)) return true
  switch (proof.state) {
    case 'proven':
      return false
    case 'no_probes':
      // The operator may have added them since.
      return !freshFact(facts, 'proof', now)
    case 'late':
      return (
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
