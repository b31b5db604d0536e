import type { Alert } from '#base/mail/alert-operator.ts'
import { countOf } from '#base/text/count-of.ts'
import type { NameRegistration } from '#vendors/ports/names.ts'

/** A running name and what the registrar says of it; nothing once it has no such registration any more. */
export interface Asked {
  name: string
  recorded: Date | null
  found: NameRegistration | undefined
  /** We renew it once it has ended: its order is not past due, and its customer not suspended. */
  isServed: boolean
  renewal: OwnRenewal
}

/**
 * How far our own renewal of a name is. `stopped`: until somebody acts; `doubtful`: it may have been paid, so somebody has
 * to look; `waiting` for what mends all names at once.
 */
export interface OwnRenewal {
  state: 'none' | 'under_way' | 'waiting' | 'doubtful' | 'stopped'
  /** Why it does not go on, as a clause. */
  reason?: string | undefined
}

export interface Unread {
  name: string
  reason: string
}

type Kind = 'unrenewed' | 'switched_on' | 'doubtful' | 'stopped' | 'ours' | 'unserved' | 'gone'

/** What the operator has to do about each kind, in the order of the mail: what is renewed twice is paid twice. */
const sentences: Record<Kind, string> = {
  unrenewed:
    'These end, and should have renewed themselves by now. Only you can see to it: look at DNSimple whether the card of the account is refused or a renewal is under way there, and renew there what has not ended yet where none is:',
  switched_on:
    'These end, and were not set to renew themselves: somebody had switched that off. We switch it on; look at DNSimple tomorrow whether a renewal is under way there, and renew there what has not ended yet where none is:',
  doubtful:
    'These have ended, and a renewal that we asked for may have been paid or be under way. Do not renew them at DNSimple before you have looked there:',
  stopped:
    'These have ended, and we cannot renew them as things are. Do what each says and press Try again on its page, or renew it at DNSimple (from about 29 days after its end it can only be restored there, for a fee). Not both: two years would be paid:',
  ours: 'These have ended and are renewed by us; do not renew them there, or two years are paid. Where one waits for something, that is said beside it, and is all that is left to you:',
  unserved:
    'The orders of these are past due, or their customers suspended. We do not renew what has ended before they go on. What is to be kept until then, renew at DNSimple:',
  gone: 'These are not in the account at DNSimple any more. Look there what became of them, and on their pages here what we do about it:',
}

/** What was registered and is only hosted any more, with a registrant or without: see `registrationOfDomain`. */
export const isGone = (found: NameRegistration | undefined): boolean =>
  found === undefined || found.state === 'registering'

/** Nothing of a name whose renewal by us is under way: it is told of if that fails. */
function kindOf({ found, isServed, renewal }: Asked): Kind | undefined {
  if (!found || isGone(found)) return 'gone'
  // Also of one that is not served any more: what we have asked for may be paid all the same.
  if (found.state === 'expired' && renewal.state === 'doubtful') return 'doubtful'
  if (found.state === 'expired' && renewal.state === 'under_way') return undefined
  if (!isServed) return 'unserved'
  if (found.state !== 'expired') return found.autoRenew ? 'unrenewed' : 'switched_on'
  return renewal.state === 'stopped' ? 'stopped' : 'ours'
}

/** Whether the operator is told to see to its renewal there, before its end. */
export const isToldToRenew = (asked: Asked): boolean =>
  ['unrenewed', 'switched_on', 'unserved'].includes(kindOf(asked) ?? '')

const day = (moment: Date): string => moment.toISOString().slice(0, 10)

function lineOf({ name, recorded, found, renewal }: Asked): string {
  const until = found?.expiresAt ?? recorded
  const end = until ? ` on ${day(until)}` : ''
  if (found && !isGone(found) && found.state !== 'expired')
    return `  ${name}: ends${end}, ${found.autoRenew ? 'renews itself' : 'does not renew itself'}`
  return `  ${name}: ended${end}${renewal.reason ? `: ${renewal.reason}` : ''}`
}

const domainsText = (count: number) => countOf(count, 'running domain')
const wereNot = (count: number) => `${count === 1 ? 'was' : 'were'} not`
const othersText = (others: number): string[] =>
  others > 0
    ? [
        '',
        `${domainsText(others)} ${wereNot(others)} asked about this time: they come first in the next round.`,
      ]
    : []

/**
 * All that is late, once a day; nothing where it is all under way.
 * @param others names that were due as well and not asked about
 */
export function notRenewed(late: readonly Asked[], others: number): Alert | undefined {
  const byKind = Map.groupBy(late, kindOf)
  const told = Object.entries(sentences).flatMap(([kind, sentence]) => {
    const ofKind = byKind.get(kind as Kind) ?? []
    return ofKind.length > 0 ? [{ sentence, ofKind }] : []
  })
  const [first] = told[0]?.ofKind ?? []
  if (!first) return undefined
  const count = told.reduce((sum, { ofKind }) => sum + ofKind.length, 0)
  return {
    // What another round of the day asks about is other names, where there are so many.
    key: `not-renewed:${day(new Date())}${others > 0 ? `:${first.name}` : ''}`,
    subject: `${others > 0 ? 'At least ' : ''}${domainsText(count)} ${wereNot(count)} renewed`,
    text: [
      'These run, and their registration at DNSimple ends or has ended. At its end a domain stops sending and receiving.',
      ...told.flatMap(({ sentence, ofKind }) => ['', sentence, '', ...ofKind.map(lineOf)]),
      ...othersText(others),
    ].join('\n'),
  }
}

/** A name that the registrar gave no answer about may end without anybody having seen it. */
export const notRead = (unread: readonly Unread[], others: number): Alert => ({
  key: `renewals-unread:${day(new Date())}`,
  subject: `${domainsText(unread.length)} could not be asked about at DNSimple`,
  text: [
    'These run, and are near the end of their registration, or it is not known when that is. DNSimple gave no answer that says so. They are asked about again every six hours; until then look there whether they have renewed themselves:',
    '',
    ...unread.map(({ name, reason }) => `  ${name}: ${reason}`),
    ...othersText(others),
  ].join('\n'),
})
