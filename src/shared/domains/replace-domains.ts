import * as z from 'zod/mini'
import { type DomainOption, domainsPerCallMax } from '../plans/catalog.ts'
import { boundedList } from '../text/bounded.ts'
import { fillMessage } from '../text/message.ts'
import { accept, boundedText, type Outcome, type Problem, refuse } from '../text/outcome.ts'
import { checkReplacementDomain, domainField, normalizeDomain, type TldOptions } from './domain-name.ts'

export const replaceDomainsMessages = {
  noOption: 'Please select a replacement option',
  noReplacements: 'Please specify replacement domains using the Replace buttons',
  sameAsOriginal: 'Replacement domain cannot be the same as the original domain',
  usedTwice: 'This replacement domain is already being used for another domain',
  isBeingReplaced: 'Replacement domain cannot be one of the domains being replaced',
  invalidForOption: 'Invalid domain for selected option',
  fixErrors: 'Please fix the domain errors before continuing',
  tooMany: `At most ${domainsPerCallMax} domains can be replaced at a time`,
  replacedTwice: 'A domain can only be replaced once at a time',
  mixedOptions: 'Replacement domains are either all purchased or all your own',
  stillTakenDown:
    'Replacements in this order that you have replaced again are still being taken down. Please wait some minutes before you replace {d} once more.',
  notValidated: 'Please validate domains first',
  validationFailed: 'Failed to validate domain replacements',
  failed: 'Domain replacement failed. Please try again later.',
  crashed: 'Failed to process domain replacements',
  failedCount: '{n} domain(s) failed to process. Please check the details.',
} as const

/** One name that takes another one's place. */
export interface Replacement {
  originalDomain: string
  newDomain: string
}

/** What a name has to be told apart from. */
export interface ReplacementContext extends TldOptions {
  option: DomainOption
  /** All names the dialog or the request offers to replace. */
  originals: readonly string[]
  /** The other replacements, the one in question left out or not. */
  others: readonly Replacement[]
}

/** Whether a name may replace another one; accepted in its normal form. */
export function checkReplacement(
  { originalDomain, newDomain }: Replacement,
  { option, originals, others, tlds }: ReplacementContext,
): Outcome<string> {
  const name = checkReplacementDomain(newDomain, option, { tlds })
  if (!name.ok) return name
  const original = normalizeDomain(originalDomain)
  if (name.value === original) return refuse('same', replaceDomainsMessages.sameAsOriginal)
  const usedByAnother = others.some(
    (other) =>
      normalizeDomain(other.originalDomain) !== original && normalizeDomain(other.newDomain) === name.value,
  )
  if (usedByAnother) return refuse('used_twice', replaceDomainsMessages.usedTwice)
  if (originals.some((each) => normalizeDomain(each) === name.value))
    return refuse('being_replaced', replaceDomainsMessages.isBeingReplaced)
  return name
}

/** The dialog: which option was chosen and what was typed for which domain. */
export interface ReplaceDraft {
  option: DomainOption | undefined
  originals: readonly string[]
  replacements: readonly Replacement[]
}

/** Problem of each replacement that has one, by its original domain. */
export function replacementProblems(
  { option, originals, replacements }: ReplaceDraft,
  options: TldOptions = {},
): Map<string, Problem> {
  const problems = new Map<string, Problem>()
  if (!option) return problems
  for (const replacement of replacements) {
    const outcome = checkReplacement(replacement, { option, originals, others: replacements, ...options })
    if (!outcome.ok) problems.set(replacement.originalDomain, outcome.problem)
  }
  return problems
}

/**
 * What the entries say after the option was changed: a name that was right for the other option and is not
 * for this one is called so, without repeating the whole rule.
 */
export function problemsAfterOptionChange(
  draft: ReplaceDraft,
  options: TldOptions = {},
): Map<string, Problem> {
  const problems = replacementProblems(draft, options)
  if (!draft.option) return problems
  const before: ReplaceDraft = { ...draft, option: draft.option === 'own' ? 'purchase' : 'own' }
  const problemsBefore = replacementProblems(before, options)
  for (const original of problems.keys())
    if (!problemsBefore.has(original))
      problems.set(original, { code: 'invalid_for_option', message: replaceDomainsMessages.invalidForOption })
  return problems
}

/** Why the dialog cannot be submitted, or the replacements in their normal form. */
export function checkReplaceDraft(
  draft: ReplaceDraft,
  options: TldOptions = {},
): Outcome<ReplaceDomainsBody> {
  if (!draft.option) return refuse('no_option', replaceDomainsMessages.noOption)
  if (draft.replacements.length === 0) return refuse('none', replaceDomainsMessages.noReplacements)
  if (replacementProblems(draft, options).size > 0) return refuse('errors', replaceDomainsMessages.fixErrors)
  const isUserAdded = draft.option === 'own'
  return accept(
    draft.replacements.map(({ originalDomain, newDomain }) => ({
      originalDomain: normalizeDomain(originalDomain),
      newDomain: normalizeDomain(newDomain),
      isUserAdded,
    })),
  )
}

/**
 * The call's body. Names are checked by the rules of the dialog: what is purchased as such, what the customer
 * owns as such, and all of them against each other. Only the operator's choice of TLDs is left to check.
 */
export const replaceDomainsBody = boundedList(
  z.strictObject({
    originalDomain: domainField,
    newDomain: z.pipe(boundedText(253), z.transform(normalizeDomain)),
    isUserAdded: z.boolean(),
  }),
  {
    max: domainsPerCallMax,
    tooMany: replaceDomainsMessages.tooMany,
    none: replaceDomainsMessages.noReplacements,
  },
).check(
  z.check(({ value, issues }) => {
    const refuseAt = (path: (string | number)[], message: string) =>
      issues.push({ code: 'custom', message, path, input: value })
    if (new Set(value.map(({ isUserAdded }) => isUserAdded)).size > 1)
      refuseAt([], replaceDomainsMessages.mixedOptions)
    const originals = value.map(({ originalDomain }) => originalDomain)
    for (const [index, replacement] of value.entries()) {
      if (originals.indexOf(replacement.originalDomain) !== index)
        refuseAt([index, 'originalDomain'], replaceDomainsMessages.replacedTwice)
      const option = replacement.isUserAdded ? 'own' : 'purchase'
      const outcome = checkReplacement(replacement, { option, originals, others: value })
      if (!outcome.ok) refuseAt([index, 'newDomain'], outcome.problem.message)
    }
  }),
)
export type ReplaceDomainsBody = z.output<typeof replaceDomainsBody>

/** Recognises an edit after the validation: only what was validated may be confirmed. */
export const replacementsKey = ({ option, replacements }: ReplaceDraft): string =>
  JSON.stringify([
    option,
    replacements.map(({ originalDomain, newDomain }) => [originalDomain, newDomain].map(normalizeDomain)),
  ])

/** The call's answer. With `requiresPayment` nothing is replaced before `checkoutUrl` was paid. */
export const replaceDomainsResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  requiresPayment: z.boolean(),
  checkoutUrl: z.optional(z.string()),
  successCount: z.number(),
  errorCount: z.number(),
  errors: z.array(z.object({ originalDomain: z.string(), newDomain: z.string(), message: z.string() })),
  results: z.array(z.object({ originalDomain: z.string(), newDomain: z.string() })),
})
export type ReplaceDomainsResponse = z.output<typeof replaceDomainsResponse>

/** What the dialog does with an answer. */
export type ReplaceDomainsOutcome =
  | { kind: 'pay'; url: string }
  | { kind: 'replaced'; results: Replacement[]; warning: string | undefined }
  | { kind: 'failed'; message: string }

/** Reads an answer: pay first, show what was replaced, or say that nothing was. */
export function replaceDomainsOutcome(answer: ReplaceDomainsResponse): ReplaceDomainsOutcome {
  const { success, requiresPayment, checkoutUrl, errorCount, results } = answer
  const failed = { kind: 'failed', message: answer.message || replaceDomainsMessages.failed } as const
  if (!success) return failed
  if (requiresPayment) return checkoutUrl ? { kind: 'pay', url: checkoutUrl } : failed
  const warning =
    errorCount > 0 ? fillMessage(replaceDomainsMessages.failedCount, { n: errorCount }) : undefined
  if (results.length > 0) return { kind: 'replaced', results, warning }
  return warning ? { kind: 'failed', message: warning } : failed
}
