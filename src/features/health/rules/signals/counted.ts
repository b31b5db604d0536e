import { countOf } from '#base/text/count-of.ts'
import { lowerBound, shareText, upperBound } from '../bounds.ts'
import type { Finding } from '../health-signals.ts'

const tooFew = (what: string, count: number, needed: number): Finding => ({
  verdict: 'unknown',
  points: 0,
  evidence: `${count} ${what}, too few to judge: ${needed} are needed.`,
})

/** Counts that cannot be, as more bounces than mails: a source that errs proves nothing of the domain. */
const isImpossible = (hits: number, of: number): boolean => !(hits >= 0 && hits <= of && Number.isFinite(of))

const impossible = (hits: number, of: number): Finding => ({
  verdict: 'unknown',
  points: 0,
  evidence: `The source says ${hits} of ${of}, which cannot be.`,
})

/** Lines over which the bounce rate is bad even at its smallest believable value. */
const bounceLines = { evidence: 50, warn: 0.03, bad: 0.05, rest: 0.08 } as const

/** Bounces of the last seven whole days, over all mailboxes of the domain. `isHeldBack`: its host refused its whole tenant then. */
export function judgeBounces(of: { sent: number; bounced: number; isHeldBack?: boolean }): Finding {
  const { sent, bounced, isHeldBack = false } = of
  if (isImpossible(bounced, sent)) return impossible(bounced, sent)
  if (sent < bounceLines.evidence) return tooFew('sent in 7 days', sent, bounceLines.evidence)
  // What was said before was counted the same way, so it does not stand.
  if (isHeldBack)
    return {
      verdict: 'unwatched',
      points: 0,
      evidence: `${shareText(bounced, sent)} came back in 7 days. Its host held email back in these days, so this does not count against the domain.`,
    }
  const atLeast = lowerBound(bounced, sent)
  const evidence = `${shareText(bounced, sent)} came back in 7 days.`
  if (atLeast > bounceLines.rest) return { verdict: 'bad', points: 25, gate: 'rest', unit: 'list', evidence }
  if (atLeast > bounceLines.bad) return { verdict: 'bad', points: 25, unit: 'list', evidence }
  if (atLeast > bounceLines.warn) return { verdict: 'warn', points: 10, unit: 'list', evidence }
  return { verdict: 'ok', points: 0, evidence }
}

/** Below this many mails 0 replies proves nothing (0 of 270 proves a rate below 1 %). */
const repliesEvidence = 270

/** Replies of the last 14 days against what the peers (same campaign, else same age and host) get. */
export function judgeReplies(of: {
  sent: number
  replied: number
  peers: { sent: number; replied: number }
}): Finding {
  const { sent, replied, peers } = of
  if (isImpossible(replied, sent)) return impossible(replied, sent)
  if (sent < repliesEvidence) return tooFew('sent in 14 days', sent, repliesEvidence)
  if (peers.sent < repliesEvidence) return tooFew('sent by comparable domains', peers.sent, repliesEvidence)
  const peersRate = peers.replied / peers.sent
  const atMost = upperBound(replied, sent)
  const evidence = `${shareText(replied, sent)} were answered in 14 days; comparable domains ${shareText(peers.replied, peers.sent)}.`
  if (atMost < peersRate / 4) return { verdict: 'bad', points: 20, unit: 'domain', evidence }
  if (atMost < peersRate / 2) return { verdict: 'warn', points: 10, unit: 'domain', evidence }
  return { verdict: 'ok', points: 0, evidence }
}

const warmupEvidence = 35

/** Warm-up mails of the last seven days that arrived in the inbox. None sent is unknown, whatever a tool's score says. */
export function judgeWarmup({ sent, landed }: { sent: number; landed: number }): Finding {
  if (isImpossible(landed, sent)) return impossible(landed, sent)
  if (sent < warmupEvidence) return tooFew('warm-up mails in 7 days', sent, warmupEvidence)
  const evidence = `${shareText(landed, sent)} warm-up mails arrived in the inbox in 7 days.`
  if (landed / sent < 0.8) return { verdict: 'bad', points: 15, unit: 'domain', evidence }
  if (landed / sent < 0.9) return { verdict: 'warn', points: 5, unit: 'domain', evidence }
  return { verdict: 'ok', points: 0, evidence }
}

/** Mails in four days that receivers must have counted, and how many of them have to have reported. */
const dmarcEvidence = { messages: 100, reporters: 2 } as const
/** Mails that a stranger's server may have sent in the domain's name before that is more than a slip. */
const strayMost = 20
/** Receivers count more than a tool only by what people send themselves. */
const moreThanSent = { times: 3, mails: 200 } as const

/** What receivers report of a domain's mail, over four days. */
export interface DmarcCounts {
  /** From the servers of its host, in its own name; those that passed. */
  messages: number
  passed: number
  reporters: number
  /** From elsewhere, let through by the domain's own SPF record, which names its host's servers alone. */
  hijacked: number
  /** All that its sending tool has sent in a week, warm-up included; undefined where that is not known. */
  sentInWeek: number | undefined
}

/**
 * What receivers report of our own servers' mail in four days. Reports can be wrong, so nothing here is a gate, and it is
 * believed from two receivers on.
 */
export function judgeDmarc({ messages, passed, reporters, hijacked, sentInWeek }: DmarcCounts): Finding {
  if (isImpossible(passed, messages)) return impossible(passed, messages)
  const receivers = `the reports of ${countOf(reporters, 'receiver')}`
  if (messages + hijacked < dmarcEvidence.messages || reporters < dmarcEvidence.reporters)
    return {
      verdict: 'unknown',
      points: 0,
      evidence: `${messages + hijacked} messages in ${receivers}, too few to judge: 100 of 2 are needed.`,
    }
  if (hijacked > strayMost)
    return {
      verdict: 'bad',
      points: 20,
      unit: 'domain',
      evidence: `${shareText(hijacked, messages + hijacked)} came from servers that are not its host's and passed all the same, in ${receivers}: somebody else can send in its name.`,
    }
  if (sentInWeek !== undefined && messages > moreThanSent.times * sentInWeek + moreThanSent.mails)
    return {
      verdict: 'bad',
      points: 20,
      unit: 'mailbox',
      evidence: `${messages} messages in ${receivers} over 4 days, and its sending tool sent ${sentInWeek} in 7: somebody else may send from one of its mailboxes.`,
    }
  const evidence = `${shareText(passed, messages)} passed DMARC in ${receivers}.`
  if (passed / messages < 0.9) return { verdict: 'bad', points: 20, unit: 'domain', evidence }
  if (passed / messages < 0.98) return { verdict: 'warn', points: 5, unit: 'domain', evidence }
  return { verdict: 'ok', points: 0, evidence }
}

/** Mailboxes of the domain that the host or the tool has cut off for their reputation; a lost sign-in is not one. */
export function judgeMailboxes({ cutOff, of }: { cutOff: number; of: number }): Finding {
  if (isImpossible(cutOff, of)) return impossible(cutOff, of)
  if (of < 3) return tooFew('mailboxes', of, 3)
  const evidence = `${shareText(cutOff, of)} mailboxes are cut off for what they sent.`
  if (cutOff / of >= 0.5) return { verdict: 'bad', points: 25, gate: 'rest', unit: 'domain', evidence }
  if (cutOff / of >= 0.3) return { verdict: 'warn', points: 10, unit: 'domain', evidence }
  return { verdict: 'ok', points: 0, evidence }
}
