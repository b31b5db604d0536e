import { type MailboxToConnect, type signInEnds, skippedMax } from '../../api/connecting.ts'

/** One that is left at the end, and what has kept it from being connected, as far as that is known. */
interface LeftMailbox {
  address: string
  reason: string
}

/** What became of the mailbox before. */
export interface LastEnd {
  address: string
  state: (typeof signInEnds)[number] | 'skipped'
  reason: string | null
}

/** Where a page is in its round through the mailboxes. */
export interface Round {
  /** Counts what was asked for: each turn is one mailbox. */
  turn: number
  /** Not to come again in this round. */
  passed: readonly string[]
  skipped: readonly LeftMailbox[]
  refused: readonly LeftMailbox[]
  last?: LastEnd
}

export const firstRound: Round = { turn: 0, passed: [], skipped: [], refused: [] }

/** Goes on to the next turn; what was gone or is connected needs nobody to keep it from coming again. */
export function after(round: Round, mailbox: MailboxToConnect, end: Omit<LastEnd, 'address'>): Round {
  const { address } = mailbox
  const isPassed = end.state === 'skipped' || end.state === 'refused'
  return {
    turn: round.turn + 1,
    passed: isPassed ? [...round.passed, mailbox.id].slice(-skippedMax) : round.passed,
    skipped:
      end.state === 'skipped' ? [...round.skipped, { address, reason: mailbox.reason ?? '' }] : round.skipped,
    refused:
      end.state === 'refused' ? [...round.refused, { address, reason: end.reason ?? '' }] : round.refused,
    last: { address, ...end },
  }
}
