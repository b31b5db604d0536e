import { isDead } from '#delivery/provisioning/refusals.ts'
import { failedText, lackText, lateText, provenText } from '#delivery/sending/proof/proof-texts.ts'
import { signInCauseText } from '#features/tools/rules/sign-in-causes.ts'
import { vendorIds, vendorNames } from '#vendors/client/vendor-error.ts'
import type { Standing } from './read-standing.ts'

/** What is wrong, and what mends it: a sentence each. */
interface Cause {
  what: string
  toDo: string
}

/** How it ended. */
export type DeepEnd =
  | { state: 'proven'; how: string }
  | { state: 'failed'; causes: Cause[] }
  /** Stopped by a person; `reached`: a sentence that says how far it was. */
  | { state: 'interrupted'; reached: string }

/** Mails that are sent before a host is believed that they are not authentic: signing may take it minutes to begin. */
const mailsUntilBelieved = 3

/**
 * Whether it has come to an end, good or not: what time alone will not mend is not waited for.
 * @param isLate whether all the time for it is over
 */
export function endOf(standing: Standing, isLate: boolean): DeepEnd | undefined {
  const causes = [...signInCauses(standing), ...proofCauses(standing), ...refusalCauses(standing)]
  if (causes.length > 0) return { state: 'failed', causes }
  const { proof } = standing.facts
  if (standing.status === 'done' && standing.isReached && proof?.state === 'proven')
    return { state: 'proven', how: `Proven: ${provenText(proof)}.` }
  return isLate ? { state: 'failed', causes: lateCauses(standing) } : undefined
}

/** How far it was when it was stopped: being proven and being connected come in either order. */
export function reachedText({ link, facts: { proof } }: Standing): string {
  const isConnected = link?.connection === 'connected'
  if (proof?.state !== 'proven')
    return isConnected
      ? 'It was stopped when the sending tool had connected it, before mail from it was proven.'
      : 'It was stopped before it was connected and proven.'
  const rest = isConnected ? 'all was set up at the sending tool' : 'the sending tool had connected it'
  return `It was stopped before ${rest}. Proven until then: ${provenText(proof)}.`
}

/** A browser has met what it is not to answer, or was refused. A person who tries goes on trying. */
function signInCauses({ link }: Standing): Cause[] {
  if (link?.connection !== 'person' || link.signInBy !== 'browser') return []
  const text = signInCauseText(link.connectionCause)
  return text ? [{ what: withReason(text.what, link.connectionReason), toDo: text.toDo }] : []
}

const withReason = (what: string, reason: string | null): string =>
  reason === null || reason === what ? what : `${what} It says: ${reason}.`

function proofCauses({ facts: { proof } }: Standing): Cause[] {
  if (proof?.state === 'failed' && proof.failedBefore + 1 >= mailsUntilBelieved) {
    const isOnlyDkim = proof.failures.every(({ check }) => check === 'dkim')
    return [
      {
        what: `Mail from it is not authentic: ${lackText(proof.failures)}.`,
        toDo: isOnlyDkim
          ? 'See in the host’s console whether DKIM is on for a domain there, and try again in an hour: a new account may take that long to sign.'
          : 'See whether another record of the domain, or of its parent, is in the way, and try again.',
      },
    ]
  }
  if (proof?.state === 'late')
    return [
      {
        // Customers read of a refusal that our team is on it: here it is for us to know.
        what: `Mail from it could not be proven: ${proof.cause.why === 'team' ? 'the host or a probe mailbox refuses us' : lateText(proof.cause)}.`,
        toDo: 'See whether the probe mailboxes receive mail, and whether a new account may send to others yet. Look with: npm run operator -- doctor',
      },
    ]
  return []
}

function refusalCauses({ problem, attempts }: Standing): Cause[] {
  if (!problem) return []
  const { kind, waitsFor } = problem
  const isFinal =
    kind === 'rejected' || kind === 'unauthorised' || (kind === 'transient' && isDead({ kind }, attempts))
  if (!isFinal) return []
  return [
    {
      what: refusalText(problem),
      toDo:
        kind === 'unauthorised' && waitsFor === 'customer'
          ? 'Give it a key that may do this: --key-file.'
          : 'Mend that, and see what else is not permitted with: npm run operator -- doctor',
    },
  ]
}

function refusalText({ vendor, reason }: NonNullable<Standing['problem']>): string {
  const known = vendorIds.find((each) => each === vendor)
  return `${known ? `${vendorNames[known]}: ` : ''}${reason}.`
}

/** What it was waiting for when its time was over. */
function lateCauses({ problem, asked, facts: { proof } }: Standing): Cause[] {
  if (asked.length > 0)
    return asked.map(({ instructions }) => ({
      what: 'What a person was asked for was not done in time.',
      toDo: instructions,
    }))
  if (proof?.state === 'failed')
    return [
      {
        what: `Mail from it is not authentic: ${failedText(proof.failures)}.`,
        toDo: 'Try again in an hour.',
      },
    ]
  return [
    {
      what: problem ? refusalText(problem) : 'It was not done in time.',
      toDo: 'Try again later. If it ends the same way, look with: npm run operator -- doctor',
    },
  ]
}
