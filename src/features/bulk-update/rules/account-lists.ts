import { fillMessage } from '#base/text/message.ts'
import { numberText } from '#base/text/number-text.ts'
import { accept, type Outcome, refuse } from '#base/text/outcome.ts'
import { withoutUnseen } from '#base/text/unseen.ts'
import { isDomainHost } from '#base/text/web-address.ts'
import { bare, normalizeDomain } from '#features/names/rules/normalize-domain.ts'
import { domainsPerCallMax } from '#features/plans/rules/catalog.ts'

/** Accounts that one update may name; of a loaded list it may change more. */
export const accountsMax = 10_000

export const accountListMessages = {
  noDomains: 'At least one domain is required',
  notADomain: '"{domain}" is not a domain (e.g., example.com)',
  tooManyDomains: `At most ${domainsPerCallMax} domains can be searched at a time`,
  noAccounts: 'There is no account in this request',
  noneTicked: 'Tick at least one account to update',
  tooManyAccounts: `At most ${numberText(accountsMax)} accounts can be updated at a time`,
  leftOutFormat: 'Accounts to leave out must be positions in ascending order, such as 0-9,15',
  leftOutOfList: 'Accounts can only be left out of a list that was loaded',
} as const

/** What ends a line in any program that text is copied from is a break here too, or two items would become one. */
const breaks = /[,\t\r\n\v\f\u0085\u2028\u2029]+/

/**
 * Splits on commas, tabs and line ends, leaves out what nobody sees and quotes around an item, drops what is empty or
 * stands there twice (capitals aside).
 */
function splitList(text: string): string[] {
  const items = new Map<string, string>()
  for (const item of text.split(breaks)) {
    const trimmed = bare(withoutUnseen(item))
    if (trimmed && !items.has(trimmed.toLowerCase())) items.set(trimmed.toLowerCase(), trimmed)
  }
  return [...items.values()]
}

/**
 * Domains as typed, one per line or with commas between; in lower case. Pasted out of a table they may have
 * semicolons between, which are in no domain.
 */
export const splitDomains = (text: string): string[] => [
  ...new Set(splitList(text.replace(/;/g, ',')).map(normalizeDomain).filter(Boolean)),
]

/** Tags as typed, with commas between. */
export const splitTags = splitList

/** In characters, of what is no domain in the sentence that says so: it can be a whole text pasted by mistake. */
const quotedMax = 60

const quoted = (text: string): string => (text.length > quotedMax ? `${text.slice(0, quotedMax)}…` : text)

/** In characters; as many domains as one search may have are shorter. A longer text is not read. */
export const domainTextMax = 20_000

/** Whether a list of domains can be searched for. */
export function checkDomains(domains: readonly string[]): Outcome<string[]> {
  if (domains.length === 0) return refuse('none', accountListMessages.noDomains)
  if (domains.length > domainsPerCallMax) return refuse('too_many', accountListMessages.tooManyDomains)
  const wrong = domains.find((domain) => !isDomainHost(domain))
  return wrong === undefined
    ? accept([...domains])
    : refuse('format', fillMessage(accountListMessages.notADomain, { domain: quoted(wrong) }))
}

/** Domains of a list that may also be narrowed by something else: there can be none. */
export function checkOptionalDomains(text: string): Outcome<string[]> {
  const checked = checkDomainText(text)
  return !checked.ok && checked.problem.code === 'none' ? accept([]) : checked
}

export const checkDomainText = (text: string): Outcome<string[]> =>
  text.length > domainTextMax
    ? refuse('too_many', accountListMessages.tooManyDomains)
    : checkDomains(splitDomains(text))

/** What is said of a text while it is being entered: that it has more domains than one search may. */
export function tooManyDomains(text: string): string | undefined {
  const checked = checkDomainText(text)
  return !checked.ok && checked.problem.code === 'too_many' ? checked.problem.message : undefined
}

/** Behind the last @, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Whether an address belongs to one of the domains themselves; a subdomain is another domain. */
export const isAccountOf = (email: string, domains: ReadonlySet<string>): boolean =>
  email.includes('@') && domains.has(domainOf(email))

export interface Tally {
  name: string
  count: number
}

/** How often each name occurs: the most frequent first, equals by name. */
export function tally(names: Iterable<string>): Tally[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}

/** Accounts per domain. */
export const domainDistribution = (emails: Iterable<string>): Tally[] => tally(Array.from(emails, domainOf))
