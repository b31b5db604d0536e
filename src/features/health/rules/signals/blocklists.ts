import { keysOf } from '#base/records/keys-of.ts'
import type { Finding } from '../health-signals.ts'

const minute = 60_000
/** One answer may be a flapping server's: nothing is done before a second one, so long after it. */
export const listConfirmedAfter = 30 * minute
/** A domain that a list still names after this time is given up. */
export const listedTooLongAfter = 72 * 60 * minute

/**
 * What a list's name server said of a name. `abused` is a good domain that was broken into. `unavailable` is every refusal,
 * whatever it looks like.
 */
export type ListAnswer = 'clean' | 'note' | 'abused' | 'critical' | 'unavailable'

const blocklists = {
  dbl: { label: 'Spamhaus DBL', note: 'a lesser part' },
  surbl: { label: 'SURBL', note: 'the list of throw-away addresses or of click trackers' },
  uribl: { label: 'URIBL', note: 'the grey part' },
} as const satisfies Record<string, { label: string; note: string }>
export type Blocklist = keyof typeof blocklists
export const blocklistNames = keysOf(blocklists)
export const blocklistLabel = (list: Blocklist): string => blocklists[list].label
/** Those whose listing, when it lasts, means that the domain does not come back. */
const givesUp: readonly Blocklist[] = ['dbl', 'surbl']

/** DBL's codes for domains that are bad themselves, and for good ones that were broken into. */
const dblCritical = [2, 4, 5, 6]
const dblAbused = [102, 103, 104, 105, 106]
const surblCritical = 8 | 16 | 64 | 128
/** Disposable addresses and click trackers, the newest of its lists. */
const surblNote = 4 | 32
const uriblBlack = 2
const uriblGrey = 4

/**
 * What the addresses of a list's answer mean. An answer that a list does not describe (also 127.255.255.x, DBL's
 * 127.0.1.255 and the lowest bit of SURBL and URIBL, which mean that the asker is refused) is "unavailable": never
 * "clean" and never "listed".
 * @param addresses the A records; none at all is the list's "not listed"
 */
export function readListAnswer(list: Blocklist, addresses: readonly string[]): ListAnswer {
  const answers = addresses.map((address) => readAddress(list, address))
  if (answers.includes('unavailable')) return 'unavailable'
  if (answers.includes('critical')) return 'critical'
  if (answers.includes('abused')) return 'abused'
  return answers.includes('note') ? 'note' : 'clean'
}

function readAddress(list: Blocklist, address: string): ListAnswer {
  const parts = address.split('.')
  const numbers = parts.map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : Number.NaN))
  const [a, b, c, d] = numbers
  if (numbers.length !== 4 || a !== 127 || b !== 0 || d === undefined || Number.isNaN(d) || d > 255)
    return 'unavailable'
  if (list === 'dbl') {
    if (c !== 1) return 'unavailable'
    if (dblCritical.includes(d)) return 'critical'
    return dblAbused.includes(d) ? 'abused' : 'unavailable'
  }
  if (c !== 0 || (d & 1) === 1) return 'unavailable'
  if (list === 'surbl') {
    if ((d & surblCritical) > 0) return 'critical'
    return (d & surblNote) > 0 ? 'note' : 'unavailable'
  }
  if ((d & uriblBlack) > 0) return 'critical'
  if ((d & uriblGrey) > 0) return 'note'
  // Red: young domains and hidden owners, by design of the list; it says nothing of this one.
  return d === 8 ? 'clean' : 'unavailable'
}

/** What one list is known to say of a domain. Times are epoch ms. */
export interface ListState {
  list: Blocklist
  /** `null` where the list is switched off or has no key. */
  answer: ListAnswer | null
  /** The present row of answers that named it, without a clean one between; `null` while it is not listed. */
  listed: { as: 'critical' | 'abused'; since: number; last: number; confirmedAt: number | null } | null
}

/** What one list is known to say, as a signal with the list for its source. */
export function judgeList({ list, answer, listed }: ListState): Finding {
  const { label, note } = blocklists[list]
  if (answer === null) return { verdict: 'unwatched', points: 0, evidence: `${label} is switched off.` }
  if (listed) {
    const { as, last, confirmedAt } = listed
    if (confirmedAt === null)
      return {
        verdict: 'warn',
        points: 5,
        unit: 'domain',
        evidence: `${label} named it once; the second answer is awaited.`,
      }
    const isGivenUp = as === 'critical' && givesUp.includes(list) && last - confirmedAt >= listedTooLongAfter
    const evidence =
      as === 'abused' ? `Listed by ${label} as a site that was broken into.` : `Listed by ${label}.`
    return { verdict: 'bad', points: 60, gate: isGivenUp ? 'replace' : 'rest', unit: 'domain', evidence }
  }
  if (answer === 'unavailable')
    return { verdict: 'unknown', points: 0, evidence: `${label} gave no answer that counts.` }
  if (answer === 'note')
    return { verdict: 'warn', points: 5, unit: 'domain', evidence: `On ${note} of ${label}.` }
  return { verdict: 'ok', points: 0, evidence: `Not listed by ${label}.` }
}

/** The state after one more answer at `now` (epoch ms); what is unavailable changes nothing that was known. */
export function afterAnswer(state: ListState, answer: ListAnswer, now: number): ListState {
  if (answer === 'unavailable') return { ...state, answer }
  if (answer !== 'critical' && answer !== 'abused') return { ...state, answer, listed: null }
  const since = state.listed?.since ?? now
  const confirmedAt = state.listed?.confirmedAt ?? (now - since >= listConfirmedAfter ? now : null)
  return { ...state, answer, listed: { as: answer, since, last: now, confirmedAt } }
}
