import { countOf } from '#base/text/count-of.ts'
import { fillMessage } from '#base/text/message.ts'
import type { Problem } from '#base/text/outcome.ts'
import {
  otherPlatform,
  type Platform,
  platformContents,
  wantedNamesMax,
} from '#features/plans/rules/catalog.ts'
import { domainLineReasons, type RefusedLine } from './domain-entry.ts'
import { checkPurchasedDomain, domainNameMessages, type TldOptions } from './domain-name.ts'
import { normalizeDomain } from './normalize-domain.ts'

export const wantedNamesMessages = {
  tooMany: `At most ${wantedNamesMax} names can be checked at a time`,
  failed: 'These names could not be checked. Please try again.',
  noneFree: 'None of these names can be added.',
} as const

/** Longer text than so many names can have is not read. */
export const wantedTextMaxLength = wantedNamesMax * 300

interface WantedNames {
  /** In normal form, in the order in which they were entered. */
  names: string[]
  /** What cannot be bought even if it is free, with the reason. */
  refused: Pick<RefusedLine, 'domain' | 'reason'>[]
  /** Set when nothing is looked at; both lists are then empty. */
  problem?: Problem<'empty' | 'too_many'>
}

/** Reads wanted names from a text with one per line; commas, semicolons and blanks separate too. Repeated ones count once. */
export function parseWantedNames(
  text: string,
  {
    platform,
    selected,
    tlds,
  }: TldOptions & { platform: Platform; selected: Record<Platform, readonly string[]> },
): WantedNames {
  const nothing = (problem: WantedNames['problem']): WantedNames => ({ names: [], refused: [], problem })
  const tooMany = nothing({ code: 'too_many', message: wantedNamesMessages.tooMany })
  if (text.length > wantedTextMaxLength) return tooMany
  const entered = [
    ...new Set(
      text
        .split(/[\s,;]+/)
        .map(normalizeDomain)
        .filter(Boolean),
    ),
  ]
  if (entered.length === 0) return nothing({ code: 'empty', message: domainNameMessages.empty })
  if (entered.length > wantedNamesMax) return tooMany

  const other = otherPlatform(platform)
  const names: string[] = []
  const refused: WantedNames['refused'] = []
  for (const domain of entered) {
    const outcome = checkPurchasedDomain(domain, { tlds })
    if (!outcome.ok) refused.push({ domain, reason: outcome.problem.message })
    else if (selected[platform].includes(domain)) refused.push({ domain, reason: domainLineReasons.added })
    else if (selected[other].includes(domain)) {
      const { name } = platformContents[other]
      refused.push({ domain, reason: fillMessage(domainLineReasons.otherPlatform, { platform: name }) })
    } else names.push(domain)
  }
  return { names, refused }
}

/** "Add 3 free names". */
export const addFreeLabel = (n: number): string => `Add ${countOf(n, 'free name')}`
