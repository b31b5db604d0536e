/** What is being done with an import; `resting` is nothing. */
export const importStates = ['resting', 'looking', 'adopting'] as const

/** What a look has found out about a domain, with how it is called. */
export const importVerdictNames = {
  matches: 'Matches',
  contradicts: 'Contradicts',
  unknown: 'Unknown',
  here: 'Here already',
} as const
export const importVerdicts = ['matches', 'contradicts', 'unknown', 'here'] as const
export type ImportVerdict = (typeof importVerdicts)[number]

/**
 * A sentence about a domain. `contradicts`: file and third parties, or they among themselves, do not agree; `unknown`: one
 * could not be asked; `note`: it is taken over as it stands, and worth knowing; `here`: it is a domain of this product.
 */
export interface ImportFinding {
  kind: 'contradicts' | 'unknown' | 'note' | 'here'
  sentence: string
}

/** What findings mean together: what is wrong counts before what is not known. */
export function verdictOf(findings: readonly ImportFinding[]): ImportVerdict {
  const has = (kind: ImportFinding['kind']) => findings.some((finding) => finding.kind === kind)
  if (has('here')) return 'here'
  return has('contradicts') ? 'contradicts' : has('unknown') ? 'unknown' : 'matches'
}

/** What was seen is old after so many hours: it is looked at again before it is adopted. */
export const importLookHours = 24
