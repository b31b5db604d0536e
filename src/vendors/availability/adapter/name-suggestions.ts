import { checkPurchasedDomain, tldOf } from '#features/names/rules/domain-name.ts'
import { normalizeDomain } from '#features/names/rules/normalize-domain.ts'
import { purchasableTlds } from '#features/plans/rules/catalog.ts'

const suggestionsMax = 20

const prefixes = ['get', 'try', 'use', 'go', 'join', 'meet', 'hello', 'my']
const suffixes = ['hq', 'mail', 'team', 'app', 'hub', 'labs', 'now', 'online', 'group', 'pro', 'reach']

/** What is left of a name without such a part must still be a word. */
const stemMinLength = 3
/** Shorter parts begin many words that are whole: "go" of "google", "my" of "mystic". */
const strippedMinLength = 3

/**
 * Names to offer beside or instead of the one searched for: the same word under the other TLDs, then natural
 * variants of it, all of which can be bought as far as their spelling goes. At most 20, always the same ones in
 * the same order, never the searched one. Text without a TLD that is sold is taken to mean the first one.
 */
export function suggestNames(
  search: string,
  { tlds = purchasableTlds, max = suggestionsMax }: { tlds?: readonly string[]; max?: number } = {},
): string[] {
  const name = normalizeDomain(search)
  const tld = tlds.includes(tldOf(name)) ? tldOf(name) : tlds[0]
  if (tld === undefined) return []
  const label = labelOf(name)
  const stem = stemOf(label)
  const decorated = interleaved(
    suffixes.map((suffix) => stem + suffix),
    prefixes.map((prefix) => prefix + stem),
  )
  const candidates = [
    `${label}.${tld}`,
    ...tlds.map((other) => `${label}.${other}`),
    `${stem}.${tld}`,
    ...decorated.map((variant) => `${variant}.${tld}`),
  ]
  const fitting = candidates.filter(
    (candidate) => candidate !== name && checkPurchasedDomain(candidate, { tlds }).ok,
  )
  return [...new Set(fitting)].slice(0, max)
}

/** The part before the TLD with all but letters and digits left out: `acme-corp.com` means `acmecorp`. */
function labelOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return (dot < 0 ? name : name.slice(0, dot)).replaceAll(/[^a-z0-9]/g, '')
}

/** `acme` of `getacme` and `acmehq`: a variant of a variant reads badly. */
function stemOf(label: string): string {
  const prefix = prefixes.find(
    (each) =>
      each.length >= strippedMinLength &&
      label.startsWith(each) &&
      label.length - each.length >= stemMinLength,
  )
  if (prefix) return label.slice(prefix.length)
  const suffix = suffixes.find((each) => label.endsWith(each) && label.length - each.length >= stemMinLength)
  return suffix ? label.slice(0, -suffix.length) : label
}

const interleaved = (first: readonly string[], second: readonly string[]): string[] =>
  first.flatMap((each, index) => [each, ...second.slice(index, index + 1)])
