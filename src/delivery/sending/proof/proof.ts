import { type ArrivedMail, type ProbeVendor, probeVendors } from '#vendors/ports/proof-mail.ts'
import type { FailedCheck, Verdict } from './verdict.ts'

/** One of a proof's mails: on its way to a probe mailbox, or there. */
interface ProofMailState {
  /** How often it was handed to the host, each noted before: an answer that was lost may have been a success. */
  tries: number
  /** An ISO time: when that was tried last. */
  triedAt: string
  isAccepted?: boolean
  arrived?: { folder: ArrivedMail['folder']; seconds: number; verdict: Verdict }
}

/** A check that the host of a probe mailbox found failing. */
export type ProofFailure = FailedCheck & { at: ProbeVendor }

/** Why nothing is known although all the time for it is over. */
export type LateCause =
  /** No mail came, or it came without a word of what was checked. */
  | { why: 'missing' | 'unsaid'; at: ProbeVendor[] }
  /** It was taken over as it stood, and is proven when somebody asks for a look, or its records change. */
  | { why: 'taken_over' }
  /** Only the operator can mend it: a probe mailbox or a host refuses us. */
  | { why: 'team' }

/**
 * What is known of a domain's mail:
 *
 * - `under_way`: mails with a token of their own are sent, or are about to be
 * - `proven`: signed and authenticated at both hosts
 * - `failed`: not, and it is repeated until it is
 * - `late`: nobody can say yet, and it is tried again; nothing waits for it unless the last word was that it is not authentic
 * - `no_probes`: the operator has no mailboxes to prove it with; what was tried before that is kept
 */
export type Proof = {
  /** What it holds for: another place or other keys are proven again. */
  of: string
} & (
  | { state: 'no_probes'; tried?: Attempt }
  | (Attempt &
      (
        | { state: 'under_way' | 'proven' }
        | { state: 'failed'; failures: ProofFailure[]; againAt: string }
        | { state: 'late'; cause: LateCause; againAt: string }
      ))
)

/** What one attempt consists of, and how many came to nothing before it. */
export interface Attempt {
  token: string
  /** An ISO time. */
  begunAt: string
  mails: Partial<Record<ProbeVendor, ProofMailState>>
  failedBefore: number
  lateBefore: number
  /** What the last mail that was heard of lacked, in an attempt before this one: only mail that passes settles that. */
  lacked?: ProofFailure[]
}

/** What was tried last. */
export const attemptOf = (proof: Proof): Attempt | undefined =>
  proof.state === 'no_probes' ? proof.tried : proof

/** What the last word about its mail was, where that is that it is not authentic. Silence since then does not unsay it. */
export const lastFailures = (proof: Proof): ProofFailure[] | undefined =>
  proof.state === 'failed' ? proof.failures : proof.state === 'proven' ? undefined : attemptOf(proof)?.lacked

/** After so long a domain waits no longer. */
export const proofPatienceMs = 15 * 60_000
/** One mail is handed over so often at most, however often a worker dies over it. */
export const triesMax = 3

const seconds = (each: number) => each * 1_000
const minutes = (each: number) => seconds(60) * each
const hours = (each: number) => minutes(60) * each

/** Until mail is looked for again: ten seconds at first, a minute in the end. */
export const lookAgainMs = (sinceBegunMs: number): number =>
  Math.min(minutes(1), Math.max(seconds(10), sinceBegunMs / 2))

const failureDelays = [minutes(1), minutes(2), minutes(5), minutes(15)]
/** Until a domain whose mail was not authenticated sends again: it may take its host or DNS a while. */
export const failedAgainMs = (failedBefore: number): number => failureDelays[failedBefore] ?? hours(1)

/** Until it is tried again where nothing was heard: after an hour, then with the daily looks. */
export const lateAgainMs = (lateBefore: number): number => (lateBefore === 0 ? hours(1) : hours(20))

/** The same after silence about mail that was not authentic: with the time it was waited for, an hour at most. */
export const silentAgainMs = ({
  failedBefore,
  lateBefore,
}: Pick<Attempt, 'failedBefore' | 'lateBefore'>): number =>
  Math.min(hours(1) - proofPatienceMs, failedAgainMs(failedBefore + lateBefore))

/** What an attempt shows by now; undefined while mails are on their way. */
export function outcomeOf({
  mails,
}: Pick<Attempt, 'mails'>):
  | { state: 'proven' }
  | { state: 'failed'; failures: ProofFailure[] }
  | { state: 'unsaid'; at: ProbeVendor[] }
  | undefined {
  const verdicts = probeVendors.map((at) => ({ at, verdict: mails[at]?.arrived?.verdict }))
  const failures = verdicts.flatMap(({ at, verdict }) =>
    verdict?.state === 'fail' ? verdict.failed.map((failed) => ({ ...failed, at })) : [],
  )
  if (failures.length > 0) return { state: 'failed', failures }
  if (verdicts.some(({ verdict }) => verdict === undefined)) return undefined
  const unsaid = verdicts.flatMap(({ at, verdict }) => (verdict?.state === 'unknown' ? at : []))
  return unsaid.length > 0 ? { state: 'unsaid', at: unsaid } : { state: 'proven' }
}

/** The hosts whose probe mailbox has nothing yet. */
export const missingAt = ({ mails }: Pick<Attempt, 'mails'>): ProbeVendor[] =>
  probeVendors.filter((at) => mails[at]?.arrived === undefined)
