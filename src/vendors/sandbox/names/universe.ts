import { endings } from './endings.ts'

/**
 * Who holds which names before anybody here registers one. Computed, not stored: the same name is always
 * taken, premium or free, so that a test or a demo can rely on it.
 *
 * Labels that begin with one of these behave specially, as test card numbers do:
 * - `premium…`: for sale at a premium price
 * - `reserved…`: no registration exists, but the registry does not sell it
 * - `snatched…`: free until someone tries to register it, then taken
 * - `slow…`: its registration takes ten minutes
 * - `failing…`: its registration starts and then fails
 */
export const specialLabels = ['premium', 'reserved', 'snatched', 'slow', 'failing'] as const
export type SpecialLabel = (typeof specialLabels)[number]

const words = new Set(
  `acme agency alpha amazon apple atlas audit bank beacon beta bolt book bridge bright build business buy
  campaign capital car card cloud code coffee company connect consulting contact core craft data deal delta
  demo design digital direct dream drive eagle easy echo edge email energy engine event example expert
  express factory fast finance fire first fit flow food forge fresh fund future game garden gift global gold
  google green group growth guide happy health hello help home host hotel house hub idea impact inbox
  insight invest jobs jump key kids lab lead leads learn legal level life light link live local logic loop
  mail map market marketing master media medical meta micro mind mobile money motion music network new news
  next north nova ocean office open orbit outreach paper partner path pay peak phone photo pilot pixel planet
  play point power prime project pulse quick rapid reach real rent river rocket sales sample scale school
  search seed send service share shop signal simple site sky smart social software solar solution source
  space spark speed sport stack star start station stock store storm stream studio summit sun support swift
  system talk target team tech test ticket time tool top track trade travel tree trust tube unit up value
  vector venture video view vision voice water wave web wind wise work world yoga young zen zone`.split(
    /\s+/,
  ),
)

const prefixes = ['get', 'try', 'use', 'go', 'my', 'the', 'hello', 'join', 'meet']
const suffixes = ['hq', 'app', 'mail', 'team', 'now', 'labs', 'group', 'online', 'hub', 'pro']

/** The parts before and after the first dot. */
export function splitName(name: string): { label: string; tld: string } {
  const dot = name.indexOf('.')
  return { label: name.slice(0, dot), tld: name.slice(dot + 1) }
}

export const specialLabelOf = (name: string): SpecialLabel | undefined =>
  specialLabels.find((special) => splitName(name).label.startsWith(special))

/** Whether a stranger had the name before the sandbox began. */
export function isTakenByStranger(name: string): boolean {
  const { label, tld } = splitName(name)
  if (specialLabelOf(name) || !endings.has(name.slice(name.lastIndexOf('.') + 1))) return false
  if (label.length <= 3) return true
  const classic = ['com', 'net', 'org'].includes(tld)
  if (words.has(label)) return classic || chance(name) < 0.6
  if (isDecoratedWord(label)) return chance(name) < (tld === 'com' ? 0.5 : 0.15)
  if (isTwoWords(label)) return chance(name) < (tld === 'com' ? 0.35 : 0.1)
  return false
}

/** The registry's price of a premium name in cents; undefined when it is an ordinary one. */
export function premiumPriceCents(name: string): number | undefined {
  const { label } = splitName(name)
  const premium = label.startsWith('premium') || (words.has(label) && !isTakenByStranger(name))
  return premium ? Math.round(200 + chance(`price of ${name}`) * 4_800) * 100 : undefined
}

const isDecoratedWord = (label: string) =>
  prefixes.some((prefix) => label.startsWith(prefix) && words.has(label.slice(prefix.length))) ||
  suffixes.some((suffix) => label.endsWith(suffix) && words.has(label.slice(0, -suffix.length)))

function isTwoWords(label: string): boolean {
  for (let cut = 3; cut <= label.length - 3; cut++)
    if (words.has(label.slice(0, cut)) && words.has(label.slice(cut))) return true
  return false
}

/** A number from 0 to 1 that is always the same for a text (FNV-1a, then mixed). */
function chance(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}
