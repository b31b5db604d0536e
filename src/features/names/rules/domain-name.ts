import { fillMessage } from '#base/text/message.ts'
import { accept, type Outcome, refuse, textField } from '#base/text/outcome.ts'
import {
  type DomainOption,
  domainLabelMaxLength,
  domainMaxLength,
  purchasableTlds,
} from '#features/plans/rules/catalog.ts'
import { normalizeDomain } from './normalize-domain.ts'
import { isPublicSuffix } from './public-suffix.ts'
import { isReservedName } from './reserved-name.ts'
import { encodedName, unicodeName } from './unicode-name.ts'

export const domainNameMessages = {
  empty: 'Domain cannot be empty',
  tooLong: `Domain name exceeds maximum length of ${domainMaxLength} characters`,
  lettersAndNumbers: 'Invalid domain format. Domain names can only contain letters and numbers.',
  noTld: 'Please enter a domain with a valid TLD (e.g., example.com)',
  appTld: '.app domains are no longer supported. Please try a different TLD.',
  tldNotSold: 'Only domains with these TLDs are allowed: {tlds}',
  purchaseFormat: 'Please enter a valid domain with one of these TLDs: {tlds}. No hyphens allowed.',
  ownHyphen: 'Hyphens are not allowed in user added domains',
  ownFormat: 'Please enter a valid domain (e.g., example.com)',
  ownReplacementFormat: 'Please enter a valid domain format without hyphens (e.g., example.com)',
  bareOnly: 'Enter only the domain: {d}',
  publicSuffix: '{d} is an ending under which domains are registered. Enter your whole domain.',
  reserved: '{d} is reserved: nobody can own it.',
} as const

/** Stands behind a refusal of a name in letters of other scripts, which are hyphens and more for DNS. */
const otherScriptMessage =
  '{unicode} ({d}) cannot be used here: own domains consist of the letters a-z and digits.'

export type DomainNameProblem =
  | 'empty'
  | 'too_long'
  | 'hyphen'
  | 'format'
  | 'no_tld'
  | 'tld_not_sold'
  | 'not_bare'
  | 'public_suffix'
  | 'reserved'

const labels = `(?:[a-z0-9]{1,${domainLabelMaxLength}}\\.)+`
const tld = `[a-z]{2,${domainLabelMaxLength}}`
const plainDomain = new RegExp(`^${labels}${tld}$`)
const plainTld = new RegExp(`^${tld}$`)
/** One label before the TLD, of more than one character: what a registrar sells. */
const soldLabel = new RegExp(`^[a-z0-9]{2,${domainLabelMaxLength}}$`)

const afterHost = /[/?#:]/

/**
 * The domain in an address of it, as it is copied from a browser or a signature: `acme.com` of
 * `https://www.acme.com/about` and of `jane@acme.com`. Anything else is only brought to its one spelling.
 */
function domainInAddress(text: string): string {
  const [host = ''] = normalizeDomain(text).split(afterHost)
  const name = normalizeDomain(host.slice(host.lastIndexOf('@') + 1))
  const below = name.startsWith('www.') ? name.slice(4) : ''
  return below.includes('.') && !isPublicSuffix(below) ? below : name
}

/**
 * A rule for names applied to the domain in what was entered: its reasons are about that, and a name that stands in an
 * address is named as what to enter instead.
 */
const readingAddress =
  (rule: (name: string) => NameOutcome) =>
  (text: string): NameOutcome => {
    const outcome = rule(domainInAddress(text))
    return outcome.ok && outcome.value !== normalizeDomain(text)
      ? refuse('not_bare', fillMessage(domainNameMessages.bareOnly, { d: outcome.value }))
      : outcome
  }

/** What follows the last dot, without the dot; empty when there is no dot. */
export const tldOf = (name: string): string => {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1)
}

const listed = (tlds: readonly string[]) => tlds.map((each) => `.${each}`).join(', ')

/** Narrows `purchasableTlds` to an operator's choice; never widens it. */
export interface TldOptions {
  tlds?: readonly string[]
}

type NameOutcome = Outcome<string, DomainNameProblem>

/**
 * A name to look for and buy: one label of at least two letters or digits, and a TLD that is sold.
 * Used for the search field and for every bought name that a request brings.
 */
export const checkPurchasedDomain = (
  text: string,
  { tlds = purchasableTlds }: TldOptions = {},
): NameOutcome => readingAddress((name) => purchasedName(name, tlds))(text)

function purchasedName(name: string, tlds: readonly string[]): NameOutcome {
  if (name === '') return refuse('empty', domainNameMessages.empty)
  const nameTld = tldOf(name)
  if (!plainTld.test(nameTld)) return refuse('no_tld', domainNameMessages.noTld)
  if (nameTld === 'app') return refuse('tld_not_sold', domainNameMessages.appTld)
  if (name.length > domainMaxLength) return refuse('too_long', domainNameMessages.tooLong)
  if (!soldLabel.test(name.slice(0, -nameTld.length - 1)))
    return refuse('format', domainNameMessages.lettersAndNumbers)
  if (!tlds.includes(nameTld))
    return refuse('tld_not_sold', fillMessage(domainNameMessages.tldNotSold, { tlds: listed(tlds) }))
  return accept(name)
}

/**
 * What someone may mean who enters a plain word to look for: the word under the first ending that is sold. The word
 * itself is refused, as the specification has it ("Must include a TLD"), so this is only offered beside the refusal.
 */
export function nameOfPlainWord(
  text: string,
  { tlds = purchasableTlds }: TldOptions = {},
): string | undefined {
  const [first] = tlds
  const word = normalizeDomain(text)
  if (first === undefined || word.includes('.')) return undefined
  const name = checkPurchasedDomain(`${word}.${first}`, { tlds })
  return name.ok ? name.value : undefined
}

/** A name the customer owns: labels of letters and digits under any TLD of letters, of those that can be registered. */
export const checkOwnDomain = (text: string): NameOutcome =>
  readingAddress((name) => {
    if (name.includes('-')) return refuse('hyphen', withOtherScript(domainNameMessages.ownHyphen, name))
    if (name.length > domainMaxLength) return refuse('too_long', domainNameMessages.tooLong)
    if (!plainDomain.test(name)) return refuse('format', withOtherScript(domainNameMessages.ownFormat, name))
    return nobodysName(name) ?? accept(name)
  })(text)

/** Why a well-formed name cannot belong to anyone; undefined when it can. */
function nobodysName(name: string): NameOutcome | undefined {
  if (isReservedName(name)) return refuse('reserved', fillMessage(domainNameMessages.reserved, { d: name }))
  if (isPublicSuffix(name))
    return refuse('public_suffix', fillMessage(domainNameMessages.publicSuffix, { d: name }))
  return undefined
}

/** A name in letters of other scripts is told in both spellings, whichever was entered. */
function withOtherScript(message: string, name: string): string {
  const encoded = encodedName(name)
  if (encoded === undefined) return message
  const told = fillMessage(otherScriptMessage, { unicode: unicodeName(encoded), d: encoded })
  return `${message.replace(/[.]?$/, '.')} ${told}`
}

/** The rule for a name of an order, by how its domains are come by. */
export const checkOrderDomain = (text: string, option: DomainOption, options?: TldOptions): NameOutcome =>
  option === 'own' ? checkOwnDomain(text) : checkPurchasedDomain(text, options)

/** A name that is to take another one's place: stricter words for the same two kinds of name. */
export function checkReplacementDomain(
  text: string,
  option: DomainOption,
  { tlds = purchasableTlds }: TldOptions = {},
): NameOutcome {
  return readingAddress((name) => replacementName(name, option, tlds))(text)
}

function replacementName(name: string, option: DomainOption, tlds: readonly string[]): NameOutcome {
  if (name === '') return refuse('empty', domainNameMessages.empty)
  if (name.length > domainMaxLength) return refuse('too_long', domainNameMessages.tooLong)
  if (name.includes('-')) return refuse('hyphen', withOtherScript(domainNameMessages.lettersAndNumbers, name))
  if (option === 'own')
    return plainDomain.test(name)
      ? (nobodysName(name) ?? accept(name))
      : refuse('format', withOtherScript(domainNameMessages.ownReplacementFormat, name))
  const nameTld = tldOf(name)
  if (nameTld === 'app') return refuse('tld_not_sold', domainNameMessages.appTld)
  const sold = tlds.includes(nameTld)
  if (plainDomain.test(name) && !sold)
    return refuse('tld_not_sold', fillMessage(domainNameMessages.tldNotSold, { tlds: listed(tlds) }))
  if (!sold || !soldLabel.test(name.slice(0, -nameTld.length - 1)))
    return refuse('format', fillMessage(domainNameMessages.purchaseFormat, { tlds: listed(tlds) }))
  return accept(name)
}

/** Longer text than any domain name can have is not looked at. */
const domainTextMaxLength = 253

export const ownDomainField = textField(checkOwnDomain, domainTextMaxLength)
export const purchasedDomainField = (options?: TldOptions) =>
  textField((text) => checkPurchasedDomain(text, options), domainTextMaxLength)
/** A name that was accepted before, as a request repeats it: any well-formed one. */
export const domainField = textField<string>((text) => {
  const name = normalizeDomain(text)
  return plainDomain.test(name) ? accept(name) : refuse('format', domainNameMessages.ownFormat)
}, domainTextMaxLength)
