import {
  leastLimitOf,
  limitCountsWarmup,
  type SendingToolId,
  sendingToolNames,
} from '#features/tools/rules/sending-tools.ts'
import type { ActBy } from './acts.ts'
import type { SignalCode } from './health-signals.ts'
import { stateLines } from './health-states.ts'

const day = 86_400_000
const restDays = stateLines.restAtLeast / day
const clearDays = stateLines.restGatesClearFor / day
const stepDays = stateLines.returnStep / day

/** What only the customer can do about a cause, while the domain rests; null where there is nothing. */
const yours: Record<SignalCode, string | null> = {
  blocklist:
    'ask the list to take it off, on its own page, and see that its links lead nowhere that is listed',
  ban: 'look at what its mailboxes have sent, before more of it goes out elsewhere',
  mailboxes: 'look at what those that its host stopped have sent, before more of it goes out elsewhere',
  placement: 'send another text from it when it returns',
  bounces: 'have the addresses that it wrote to verified, and leave out what came back',
  spamRate: 'write to fewer people who never asked, and let them unsubscribe',
  replies: 'look at whom its campaigns write to, and what',
  warmup: 'leave warm-up on',
  dns: 'set its DNS and name servers back where they were changed',
  dmarc: null,
  redirect: null,
}

/**
 * What is left to the customer, as a sentence; nothing where there is nothing, as where the whole account is the matter.
 * What is lost is not mended any more.
 */
export const yoursToDo = (
  cause: SignalCode | null,
  { isOfAccount, isLost }: Pick<ActWords, 'isOfAccount' | 'isLost'>,
): string => {
  const what = cause === null || isOfAccount || isLost ? null : yours[cause]
  return what === null ? '' : `Yours to do: ${what}.`
}

const andYours = (words: Pick<ActWords, 'cause' | 'isOfAccount' | 'isLost'>): string => {
  const said = yoursToDo(words.cause, words)
  return said && ` ${said}`
}

/** Why a rest does not end by itself, and from when who ends it, and how; as a sentence. */
export const byHandText = (
  tool: SendingToolId,
  when = `after ${restDays} days`,
  who = 'it is yours to return it, on its page under Health',
): string =>
  `It does not come back by itself as long as ${
    limitCountsWarmup(tool)
      ? 'warm-up waits as well and no probes show'
      : 'neither warm-up figures nor probes show'
  } how its mail arrives: ${when} ${who}.`

/** Until when, as a sentence. */
function untilWhen({ isLost, isMailSeen, tool }: Pick<ActWords, 'isLost' | 'isMailSeen' | 'tool'>): string {
  if (isLost) return ' It will not recover: replace it.'
  if (!isMailSeen) return ` ${byHandText(tool)}`
  return ` It comes back after ${restDays} days at the earliest, once nothing was held against it for ${clearDays}: in steps of ${stepDays} days.`
}

/** What a domain's timeline says of a rest. */
export interface ActWords {
  cause: SignalCode | null
  /** It is said of the whole account that the domain is in. */
  isOfAccount: boolean
  /** What was seen, as a sentence. */
  why: string
  /** It is to be replaced, and does not come back. */
  isLost: boolean
  /** Something tells how its mail arrives while it rests. */
  isMailSeen: boolean
  tool: SendingToolId
}

/** The daily limit of what rests there, as the end of a sentence. */
export const restLimitText = (tool: SendingToolId): string =>
  `${leastLimitOf(tool)} in ${sendingToolNames[tool]}${leastLimitOf(tool) > 0 ? ', where 0 may be no limit' : ''}`

export const actSentences = {
  suggested: ({ why, ...words }: ActWords): string =>
    `Should send no cold mail: ${why} Rest it under Health, or stop its campaigns yourself.${andYours(words)}`,
  resting: ({ why, tool, ...words }: ActWords, by: ActBy): string =>
    `${by === 'system' ? 'Is rested by itself' : 'Is rested by hand'}: ${why} The daily limit of its mailboxes is set to ${restLimitText(tool)}.${andYours(words)}${untilWhen({ ...words, tool })}`,
  again: ({ why, tool }: ActWords): string =>
    `Rests again: ${why} The daily limits go back to ${restLimitText(tool)}.`,
  returning: (share: number): string => `Comes back from its rest: it sends ${share} % of its cold mail now.`,
  over: (): string => 'Its rest is over: its daily limits are set back to what they were.',
  returnedNow: (): string => 'Is returned by hand: its daily limits are set back to what they were.',
  /** Of one that was a spare, and has never rested. */
  joining: {
    returning: (share: number): string => `Sends ${share} % of its cold mail now.`,
    over: (): string => 'Sends in full from now on: its daily limits are the usual ones.',
  },
  dismissed: (): string => 'The suggestion to rest it was dismissed.',
  overForFile: (): string =>
    'Its rest is over: its mailboxes are handed over as a file now, so what they send is yours to set.',
  withdrawn: (): string => 'The suggestion to rest it is withdrawn: nothing asks for it any more.',
  withdrawnForFile: (): string =>
    'The suggestion to rest it is withdrawn: its mailboxes are handed over as a file now, so what they send is yours to set.',
} as const

export const actMessages = {
  none: 'Nothing is suggested for this domain at present. Load the page again.',
  resting: 'The domain is being rested. It is confirmed once the sending tool shows the limit.',
  dismissed: 'Dismissed. It is not suggested again unless something else comes up.',
  returned: 'The limits are being set back to what they were.',
} as const
