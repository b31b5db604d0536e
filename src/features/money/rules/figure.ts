/** An amount, or why it cannot be known: what is unknown is never nothing. */
export interface Figure {
  cents: number | null
  why: string | null
}

export const known = (cents: number): Figure => ({ cents, why: null })
export const unknown = (why: string): Figure => ({ cents: null, why })

/** Why some of them are unknown, each reason once. A reason is a sentence; several stand one after the other. */
export function reasonsOf(figures: readonly Figure[]): string[] {
  // Hundreds of rows are unknown for the same few reasons.
  const whys = [...new Set(figures.map(({ why }) => why))]
  return [...new Set(whys.flatMap((why) => why?.split(/(?<=\.) (?=[A-Z])/) ?? []))]
}

/** Unknown if one of them is: the reasons are kept, each once. */
export function sumOf(figures: readonly Figure[]): Figure {
  const reasons = reasonsOf(figures)
  return reasons.length > 0
    ? unknown(reasons.join(' '))
    : known(figures.reduce((sum, { cents }) => sum + (cents ?? 0), 0))
}

export const negative = ({ cents, why }: Figure): Figure => ({ cents: cents === null ? null : -cents, why })
