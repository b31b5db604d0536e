/**
 * Whether real mail of a domain was seen to be authentic elsewhere:
 *
 * - `proven`: signed and authenticated at both hosts
 * - `not_yet`: a mail is on its way, or nothing was heard of it
 * - `not_proven`: a host found it not authentic, or nobody has looked
 */
export const domainProofs = ['proven', 'not_yet', 'not_proven'] as const
export type DomainProofState = (typeof domainProofs)[number]

export const domainProofLabels: Record<DomainProofState, string> = {
  proven: 'Proven',
  not_yet: 'Not yet proven',
  not_proven: 'Not proven',
}
