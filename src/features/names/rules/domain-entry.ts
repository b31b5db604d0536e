import { fillMessage } from '#base/text/message.ts'
import { type Outcome, type Problem, refuse } from '#base/text/outcome.ts'
import {
  type DomainOption,
  domainsPerCallMax,
  otherPlatform,
  type Platform,
  platformContents,
} from '#features/plans/rules/catalog.ts'
import { type AvailabilityResult, isBlocking } from './domain-availability.ts'
import {
  checkOrderDomain,
  checkOwnDomain,
  type DomainNameProblem,
  domainNameMessages,
  type TldOptions,
} from './domain-name.ts'
import { nestedMessage, relatedTo } from './nested-names.ts'
import { normalizeDomain } from './normalize-domain.ts'

/** Lines of own domains that are read at a time; an order has fewer. */
const ownLinesMax = 2 * domainsPerCallMax
/** In characters: as many lines are shorter. A longer text is not read. */
export const ownLinesTextMax = ownLinesMax * 260

export const domainEntryMessages = {
  cartFull: 'You can only add {n} domains to your cart',
  limitReached: 'Limit Reached',
  maximumReached: "You've reached the maximum number of domains ({n})",
  overCapacity: "You can only add {n} more domain(s). You've entered {m} domains.",
  alreadyAdded: 'Domain "{d}" is already added.',
  alreadyGoogle:
    'Domain "{d}" is already added as a Google domain. You cannot use the same domain for both Entra and Google.',
  alreadyAzure:
    'Domain "{d}" is already added as an Entra domain. You cannot use the same domain for both Entra and Google.',
  alreadyExists: 'Domain "{d}" already exists in our system.',
  manyAlreadyExist: '{n} domains already exists.',
  addFailed: 'Failed to add domain "{d}": {reason}.',
  oneWentWrong: 'Something went wrong while adding your domain.',
  manyWentWrong: 'Something went wrong while adding your domains.',
  duplicatesRemoved: '{n} duplicate domain(s) removed',
  tooManyLines: `At most ${ownLinesMax} domains can be entered at a time`,
} as const

/** Why a line of a bulk entry was left out; short, because it stands beside the line. */
export const domainLineReasons = {
  hyphen: 'Hyphens not allowed',
  tooLong: 'Exceeds maximum length',
  format: 'Invalid domain format',
  added: 'Already added',
  otherPlatform: 'Already added as {platform}',
  exists: 'Already exists in system',
} as const

export const domainSearchMessages = {
  takesAWhile: 'The search might take around a minute.',
  found: 'Found {n} available domains!',
  none: 'No available domains found. Try a different search term.',
  taken: 'Domain "{d}" is already taken.',
  failed: 'Failed to search for domains. Please try again.',
  wentWrong: 'Something went wrong while searching for domains.',
} as const

/** The lists of an order being put together, and the one that is added to. */
export interface DomainLists extends TldOptions {
  option: DomainOption
  platform: Platform
  selected: Record<Platform, readonly string[]>
  /** Domains of this platform that the order consists of. */
  required: number
}

/** Says that a name is on the other platform's list: one name can only receive mail in one place. */
const conflictMessage = (name: string, takenBy: Platform): string =>
  fillMessage(domainEntryMessages[takenBy === 'google' ? 'alreadyGoogle' : 'alreadyAzure'], { d: name })

/** Whether one more name may join a list; accepted in its normal form. */
export function checkDomainToAdd(
  text: string,
  { option, platform, selected, required, tlds }: DomainLists,
): Outcome<string, DomainNameProblem | 'full' | 'added' | 'other_platform' | 'nested'> {
  const full = option === 'purchase' ? domainEntryMessages.cartFull : domainEntryMessages.maximumReached
  if (selected[platform].length >= required) return refuse('full', fillMessage(full, { n: required }))
  const name = checkOrderDomain(text, option, { tlds })
  if (!name.ok) return name
  if (selected[platform].includes(name.value))
    return refuse('added', fillMessage(domainEntryMessages.alreadyAdded, { d: name.value }))
  const other = otherPlatform(platform)
  if (selected[other].includes(name.value))
    return refuse('other_platform', conflictMessage(name.value, other))
  const related = relatedTo(name.value, [...selected[platform], ...selected[other]])
  return related === undefined ? name : refuse('nested', nestedMessage(name.value, related))
}

/** `unusable`: for what has no short words, the sentence about it says all. */
type LineCause = keyof typeof domainLineReasons | 'unusable'

export interface RefusedLine {
  domain: string
  cause: LineCause
  /** The same in words, beside the line. */
  reason: string
  /** The whole sentence, where there is one. */
  message?: string
}

export interface DomainLines {
  /** New names in normal form, in the order in which they were entered. */
  added: string[]
  refused: RefusedLine[]
  /** How many lines repeated an earlier one. */
  duplicates: number
  /** Set when nothing at all may be added; `added` is then empty. */
  problem?: Problem<'full' | 'over_capacity' | 'empty' | 'too_many'>
}

const lineCauses = {
  hyphen: 'hyphen',
  too_long: 'tooLong',
  format: 'format',
} as const satisfies Partial<Record<DomainNameProblem, LineCause>>

const refusedLine = (
  domain: string,
  cause: Exclude<LineCause, 'otherPlatform' | 'unusable'>,
  message?: string,
): RefusedLine => ({ domain, cause, reason: domainLineReasons[cause], ...(message && { message }) })

const unusableLine = (domain: string, reason: string): RefusedLine => ({ domain, cause: 'unusable', reason })

const brokenLine = (domain: string, { code, message }: Problem<DomainNameProblem>): RefusedLine =>
  isShortCause(code) ? refusedLine(domain, lineCauses[code], message) : unusableLine(domain, message)

const isShortCause = (code: DomainNameProblem): code is keyof typeof lineCauses => code in lineCauses

const onOtherPlatform = (domain: string, other: Platform): RefusedLine => ({
  domain,
  cause: 'otherPlatform',
  reason: fillMessage(domainLineReasons.otherPlatform, { platform: platformContents[other].name }),
  message: conflictMessage(domain, other),
})

const linesOf = (text: string): string[] => text.split(/[\r\n,;]+/)

/** What is said of own domains while they are entered: that they are more than are read at a time. */
export const tooManyLines = (text: string): string | undefined =>
  text.length > ownLinesTextMax || linesOf(text).filter((line) => line.trim() !== '').length > ownLinesMax
    ? domainEntryMessages.tooManyLines
    : undefined

/**
 * Reads own domains from a text with one per line; commas and semicolons separate too. Repeated lines count
 * once. Every line that can't be added is named with its reason; when more could be added than there is room
 * for, nothing is, so that nobody has to find out which ones made it. A name inside another one gives way to it only
 * where that one can be used.
 * @param answers what the server has said of some of the names
 */
export function parseDomainLines(
  text: string,
  lists: Omit<DomainLists, 'option' | 'tlds'>,
  answers: readonly AvailabilityResult[] = [],
): DomainLines {
  const { platform, selected, required } = lists
  const tooMany = tooManyLines(text)
  if (tooMany)
    return { added: [], refused: [], duplicates: 0, problem: { code: 'too_many', message: tooMany } }
  const entered = linesOf(text).map(normalizeDomain).filter(Boolean)
  const names = [...new Set(entered)]
  const duplicates = entered.length - names.length
  const nothing = (problem: DomainLines['problem']) => ({ added: [], refused: [], duplicates, problem })

  if (names.length === 0) return nothing({ code: 'empty', message: domainNameMessages.ownFormat })
  const room = required - selected[platform].length
  if (room <= 0)
    return nothing({
      code: 'full',
      message: fillMessage(domainEntryMessages.maximumReached, { n: required }),
    })

  const other = otherPlatform(platform)
  const [here, there] = [new Set(selected[platform]), new Set(selected[other])]
  const unusable = new Map(answers.filter(isBlocking).map((answer) => [answer.domain, answer]))
  const added: string[] = []
  const refused: RefusedLine[] = []
  for (const domain of names) {
    const outcome = checkOwnDomain(domain)
    // More than there is room for are not added at all, however they are related.
    const beside = added.length > room ? [] : [...here, ...there, ...added]
    const related = relatedTo(domain, beside)
    const answer = unusable.get(domain)
    if (!outcome.ok) refused.push(brokenLine(domain, outcome.problem))
    else if (here.has(domain)) refused.push(refusedLine(domain, 'added'))
    else if (there.has(domain)) refused.push(onOtherPlatform(domain, other))
    else if (answer)
      refused.push(answer.exists_in_airtable ? heldLine(domain) : unusableLine(domain, answer.message))
    else if (related !== undefined) refused.push(unusableLine(domain, nestedMessage(domain, related)))
    else added.push(domain)
  }
  if (added.length > room) {
    const message = fillMessage(domainEntryMessages.overCapacity, { n: room, m: names.length })
    return nothing({ code: 'over_capacity', message })
  }
  return { added, refused, duplicates }
}

const heldLine = (domain: string): RefusedLine =>
  refusedLine(domain, 'exists', fillMessage(domainEntryMessages.alreadyExists, { d: domain }))
