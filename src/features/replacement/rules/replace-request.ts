import * as z from 'zod/mini'
import { boundedList } from '#base/text/bounded.ts'
import { accept, boundedText, type Outcome, type Problem, refuse } from '#base/text/outcome.ts'
import { checkReplacementDomain, domainField, type TldOptions } from '#features/names/rules/domain-name.ts'
import { nestedMessage, relatedTo } from '#features/names/rules/nested-names.ts'
import { normalizeDomain } from '#features/names/rules/normalize-domain.ts'
import { type DomainOption, domainsPerCallMax, replacementDueHours } from '#features/plans/rules/catalog.ts'
import { overlapPromise } from './overlap.ts'

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
  notTakenBack: '{d} cannot be taken back any more: it is delivered, or nothing is left that could be kept.',
  isBeingPaid: 'Another domain is being paid for in its place. Please end that payment first.',
  notValidated: 'Please validate domains first',
  validationFailed: 'Failed to validate domain replacements',
  failed: 'Domain replacement failed. Please try again later.',
  crashed: 'Failed to process domain replacements',
  failedCount: '{n} domain(s) failed to process. Please check the details.',
} as const

const sendUntilThen = 'The old ones keep sending until then;'
const untilThen = `${sendUntilThen} after that their inboxes are deactivated.`
const onceTheyPointHere = 'once their name servers point here'

const promisesWith = (then: string): Record<DomainOption | 'either', string> => ({
  purchase: `New domains are delivered within ${replacementDueHours} hours. ${then}`,
  own: `Domains you own are set up ${onceTheyPointHere}. ${then}`,
  either: `New domains are delivered within ${replacementDueHours} hours, domains you own ${onceTheyPointHere}. ${then}`,
})
/** When replacements are delivered, and what becomes of the old ones: nothing is promised that hangs on the customer. */
export const replacementPromises = promisesWith(untilThen)
/** The same with an overlap. */
export const overlapPromises = promisesWith(`${sendUntilThen} ${overlapPromise}`)
/** The same before a replacement that costs nothing is confirmed. */
export const replacementStarts: Record<DomainOption, string> = {
  purchase: 'The new domains are set up at once.',
  own: `The new domains are set up ${onceTheyPointHere}.`,
}

/** One name that takes another one's place. */
export interface Replacement {
  originalDomain: string
  newDomain: string
}

/** The same as the dialog collects it and a request sends it: bought, or brought along by the customer. */
export interface RequestedReplacement extends Replacement {
  isUserAdded: boolean
  /** The old one goes on for some weeks after the new one is delivered. */
  overlap?: boolean | undefined
}
type Requested = readonly RequestedReplacement[]

export interface ReplacementRules extends TldOptions {
  /** The names that may be replaced, none of which may take another one's place: those of the request by default. */
  originals?: readonly string[]
}

const optionOf = ({ isUserAdded }: RequestedReplacement): DomainOption => (isUserAdded ? 'own' : 'purchase')
const originalsOf = (request: Requested) => request.map(({ originalDomain }) => originalDomain)

/** Whether a name may replace another one beside the others of its request; accepted in its normal form. */
export function checkReplacement(
  replacement: RequestedReplacement,
  request: Requested,
  { originals = originalsOf(request), tlds }: ReplacementRules = {},
): Outcome<string> {
  const name = checkReplacementDomain(replacement.newDomain, optionOf(replacement), { tlds })
  if (!name.ok) return name
  const original = normalizeDomain(replacement.originalDomain)
  if (name.value === original) return refuse('same', replaceDomainsMessages.sameAsOriginal)
  const otherNames = request
    .filter(({ originalDomain }) => normalizeDomain(originalDomain) !== original)
    .map(({ newDomain }) => normalizeDomain(newDomain))
  if (otherNames.includes(name.value)) return refuse('used_twice', replaceDomainsMessages.usedTwice)
  if (originals.some((each) => normalizeDomain(each) === name.value))
    return refuse('being_replaced', replaceDomainsMessages.isBeingReplaced)
  const related = relatedTo(name.value, otherNames)
  return related === undefined ? name : refuse('nested', nestedMessage(name.value, related))
}

/** Problem of each replacement that has one, by its original domain. */
export function replacementProblems(request: Requested, rules?: ReplacementRules): Map<string, Problem> {
  const problems = new Map<string, Problem>()
  for (const replacement of request) {
    const outcome = checkReplacement(replacement, request, rules)
    if (!outcome.ok) problems.set(replacement.originalDomain, outcome.problem)
  }
  return problems
}

/** The same names, all bought or all the customer's own. */
export const withOption = (request: Requested, option: DomainOption): RequestedReplacement[] =>
  request.map((each) => ({ ...each, isUserAdded: option === 'own' }))

/**
 * What the entries say after the option was changed: a name that was right for the other option and is not
 * for this one is called so, without repeating the whole rule.
 */
export function problemsAfterOptionChange(
  request: Requested,
  rules?: ReplacementRules,
): Map<string, Problem> {
  const problems = replacementProblems(request, rules)
  const otherOption = request.map((each) => ({ ...each, isUserAdded: !each.isUserAdded }))
  const problemsBefore = replacementProblems(otherOption, rules)
  for (const original of problems.keys())
    if (!problemsBefore.has(original))
      problems.set(original, { code: 'invalid_for_option', message: replaceDomainsMessages.invalidForOption })
  return problems
}

/** Why a request cannot be made, or its replacements in their normal form. */
export function checkReplacements(request: Requested, rules?: ReplacementRules): Outcome<ReplaceDomainsBody> {
  if (request.length === 0) return refuse('none', replaceDomainsMessages.noReplacements)
  if (replacementProblems(request, rules).size > 0) return refuse('errors', replaceDomainsMessages.fixErrors)
  return accept(
    request.map(({ originalDomain, newDomain, isUserAdded, overlap }) => ({
      originalDomain: normalizeDomain(originalDomain),
      newDomain: normalizeDomain(newDomain),
      isUserAdded,
      ...(overlap && { overlap }),
    })),
  )
}

/** The call's body, by the rules of the dialog. Only the operator's choice of TLDs is left to check. */
export const replaceDomainsBody = boundedList(
  z.strictObject({
    originalDomain: domainField,
    newDomain: z.pipe(boundedText(253), z.transform(normalizeDomain)),
    isUserAdded: z.boolean(),
    overlap: z.optional(z.boolean()),
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
    const originals = originalsOf(value)
    for (const [index, replacement] of value.entries()) {
      if (originals.indexOf(replacement.originalDomain) !== index)
        refuseAt([index, 'originalDomain'], replaceDomainsMessages.replacedTwice)
      const outcome = checkReplacement(replacement, value)
      if (!outcome.ok) refuseAt([index, 'newDomain'], outcome.problem.message)
    }
  }),
)
export type ReplaceDomainsBody = z.output<typeof replaceDomainsBody>
