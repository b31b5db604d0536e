import { useState } from 'react'
import type { Verdict } from '#shared/domains/domain-availability.ts'
import { normalizeDomain } from '#shared/domains/domain-name.ts'
import {
  checkReplaceDraft,
  checkReplacement,
  problemsAfterOptionChange,
  type ReplaceDomainsBody,
  type ReplaceDraft,
  type Replacement,
  replaceDomainsMessages,
  replacementProblems,
} from '#shared/domains/replace-domains.ts'
import type { DomainOption } from '#shared/plans/catalog.ts'
import type { Outcome } from '#shared/text/outcome.ts'
import { refuse } from '#shared/text/outcome.ts'
import { useConfig } from '../../../app-shell/config.ts'

/** What stands in a replacement's way, and what could be taken instead. */
export interface RowProblem {
  message: string
  suggestions: readonly string[]
  /** Stands in another order: an own name can be claimed. */
  claimable?: string | undefined
}

/** What was chosen and entered in the dialog, and what is wrong with it. */
export function useReplaceDraft(originals: readonly string[], initialOption?: DomainOption) {
  const { purchasableTlds: tlds } = useConfig()
  const [option, setOption] = useState(initialOption)
  const [replacements, setReplacements] = useState<readonly Replacement[]>([])
  const [isOptionNew, setOptionNew] = useState(false)
  const [blocked, setBlocked] = useState<Verdict['blocked']>([])
  const draft: ReplaceDraft = { option, originals, replacements }

  const broken = (isOptionNew ? problemsAfterOptionChange : replacementProblems)(draft, { tlds })
  const problemOf = ({ originalDomain, newDomain }: Replacement): RowProblem | undefined => {
    const rule = broken.get(originalDomain)
    if (rule) return { message: rule.message, suggestions: [] }
    const block = blocked.find(({ domain }) => domain === normalizeDomain(newDomain))
    if (!block || option !== 'own') return block
    // What could be bought instead is no name that the customer owns.
    return { ...block, suggestions: [], claimable: block.isHeld ? block.domain : undefined }
  }
  const hasProblems = replacements.some((each) => problemOf(each) !== undefined)

  /** Takes a name for a domain if it may stand there; answers what is wrong with it otherwise. */
  const replace = (originalDomain: string, newDomain: string): string | undefined => {
    if (!option) return replaceDomainsMessages.noOption
    const outcome = checkReplacement(
      { originalDomain, newDomain },
      { option, originals, others: replacements, tlds },
    )
    if (!outcome.ok) return outcome.problem.message
    const others = replacements.filter((each) => each.originalDomain !== originalDomain)
    const place = ({ originalDomain: original }: Replacement) => originals.indexOf(original)
    // As they are listed, whichever was entered last.
    setReplacements(
      [...others, { originalDomain, newDomain: outcome.value }].sort((a, b) => place(a) - place(b)),
    )
    return undefined
  }
  return {
    draft,
    choose: (next: DomainOption) => {
      setOptionNew(option !== undefined && next !== option)
      setOption(next)
      // What was said about a name to buy says nothing about one that is owned.
      if (next !== option) setBlocked([])
    },
    replacementOf: (original: string) => replacements.find((each) => each.originalDomain === original),
    problemOf,
    replace,
    remove: (original: string) =>
      setReplacements(replacements.filter((each) => each.originalDomain !== original)),
    block: setBlocked,
    unblock: (name: string) =>
      setBlocked((all) => all.filter(({ domain }) => domain !== normalizeDomain(name))),
    /** The replacements in normal form, or why they cannot be submitted. */
    check: (): Outcome<ReplaceDomainsBody> => {
      const outcome = checkReplaceDraft(draft, { tlds })
      return outcome.ok && hasProblems ? refuse('errors', replaceDomainsMessages.fixErrors) : outcome
    },
  }
}
