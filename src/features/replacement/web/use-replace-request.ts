import { useState } from 'react'
import * as z from 'zod/mini'
import { type Outcome, refuse } from '#base/text/outcome.ts'
import type { Verdict } from '#features/names/rules/domain-availability.ts'
import { normalizeDomain } from '#features/names/rules/normalize-domain.ts'
import { useDialogEntries } from '#features/orders/web/shared/kept-dialog.tsx'
import { type DomainOption, domainOptions } from '#features/plans/rules/catalog.ts'
import { useConfig } from '#ui/frame/use-config.ts'
import type { OverlapChoice } from '../rules/overlap.ts'
import {
  checkReplacement,
  checkReplacements,
  problemsAfterOptionChange,
  type ReplaceDomainsBody,
  type Replacement,
  type RequestedReplacement,
  replaceDomainsMessages,
  replacementProblems,
  withOption,
} from '../rules/replace-request.ts'

/** What stands in a replacement's way, and what could be taken instead. */
export interface RowProblem {
  message: string
  suggestions: readonly string[]
  /** Stands in another order: an own name can be claimed. */
  claimable?: string | undefined
}

export type ReplaceRequest = ReturnType<typeof useReplaceRequest>

const entered = z.partial(
  z.object({
    option: z.enum(domainOptions),
    request: z.array(
      z.object({
        originalDomain: z.string(),
        newDomain: z.string(),
        isUserAdded: z.boolean(),
        overlap: z.optional(z.boolean()),
      }),
    ),
    overlap: z.enum(['at_once', 'overlap']),
    /** A list that is being pasted and not entered. */
    list: z.string(),
    /** What is typed for one domain and not saved. */
    open: z.object({ domain: z.string(), text: z.string() }),
  }),
)
type Entries = z.output<typeof entered>

/** The request as the dialog collects it, and what is wrong with it. */
export function useReplaceRequest(originals: readonly string[], initialOption?: DomainOption) {
  const { purchasableTlds: tlds } = useConfig()
  const rules = { originals, tlds }
  const [entries = {}, setEntries] = useDialogEntries(entered)
  const { option = initialOption, overlap = 'at_once' } = entries
  const edit = (change: Entries) => setEntries((before) => ({ ...before, ...change }))
  const [request, setShown] = useState<readonly RequestedReplacement[]>(() =>
    // Others of them may have been replaced since they were left.
    (entries.request ?? []).filter(({ originalDomain }) => originals.includes(originalDomain)),
  )
  const setRequest = (next: readonly RequestedReplacement[], change: Entries = {}) => {
    setShown(next)
    edit({ ...change, request: [...next] })
  }
  const [isOptionNew, setOptionNew] = useState(false)
  const [blocked, setBlocked] = useState<Verdict['blocked']>([])

  const broken = (isOptionNew ? problemsAfterOptionChange : replacementProblems)(request, rules)
  const problemOf = ({ originalDomain, newDomain }: Replacement): RowProblem | undefined => {
    const rule = broken.get(originalDomain)
    if (rule) return { message: rule.message, suggestions: [] }
    const block = blocked.find(({ domain }) => domain === normalizeDomain(newDomain))
    if (!block || option !== 'own') return block
    // What could be bought instead is no name that the customer owns.
    return { ...block, suggestions: [], claimable: block.isHeld ? block.domain : undefined }
  }

  const choose = (next: DomainOption) => {
    setOptionNew(option !== undefined && next !== option)
    if (next === option) return
    setRequest(withOption(request, next), { option: next })
    // What was said about a name to buy says nothing about one that is owned.
    setBlocked([])
  }

  const entryOf = (originalDomain: string, newDomain: string): RequestedReplacement => ({
    originalDomain,
    newDomain,
    isUserAdded: option === 'own',
    ...(overlap === 'overlap' && { overlap: true }),
  })

  const chooseOverlap = (next: OverlapChoice) => {
    setRequest(
      request.map((each) => ({ ...each, overlap: next === 'overlap' || undefined })),
      { overlap: next },
    )
  }

  /** Enters names for the domains that have none, in order; what is wrong with one stands beside it. */
  const fill = (names: readonly string[]) => {
    const left = names[Symbol.iterator]()
    const present = new Map(request.map((each) => [each.originalDomain, each]))
    setRequest(
      originals.flatMap((original) => {
        const known = present.get(original)
        if (known) return [known]
        const next = left.next()
        return next.done ? [] : [entryOf(original, normalizeDomain(next.value))]
      }),
    )
  }

  /** Takes a name for a domain if it may stand there; returns what is wrong with it otherwise. */
  const replace = (originalDomain: string, newDomain: string): string | undefined => {
    if (!option) return replaceDomainsMessages.noOption
    const entry = entryOf(originalDomain, newDomain)
    const outcome = checkReplacement(entry, request, rules)
    if (!outcome.ok) return outcome.problem.message
    const others = request.filter((each) => each.originalDomain !== originalDomain)
    const place = ({ originalDomain: original }: Replacement) => originals.indexOf(original)
    // As they are listed, whichever was entered last.
    setRequest([...others, { ...entry, newDomain: outcome.value }].sort((a, b) => place(a) - place(b)))
    return undefined
  }

  /** The request in its normal form, or why it cannot be submitted. */
  const check = (): Outcome<ReplaceDomainsBody> => {
    if (!option) return refuse('no_option', replaceDomainsMessages.noOption)
    const outcome = checkReplacements(request, rules)
    return outcome.ok && request.some(problemOf)
      ? refuse('errors', replaceDomainsMessages.fixErrors)
      : outcome
  }

  return {
    option,
    /** Another array after every edit. */
    request,
    choose,
    overlap,
    chooseOverlap,
    fill,
    replacementOf: (original: string) => request.find((each) => each.originalDomain === original),
    problemOf,
    replace,
    remove: (original: string) => setRequest(request.filter((each) => each.originalDomain !== original)),
    block: setBlocked,
    unblock: (name: string) =>
      setBlocked((all) => all.filter(({ domain }) => domain !== normalizeDomain(name))),
    check,
    /** A list that is being pasted and not entered. */
    list: entries.list,
    setList: (list: string | undefined) => edit({ list }),
    /** What is typed for one domain and not saved. */
    open: 'open' in entries ? entries.open : initialOption && { domain: originals[0] ?? '', text: '' },
    setOpen: (open: Entries['open']) => edit({ open }),
    /** It is ordered. */
    forget: () => setEntries(() => undefined),
  }
}
