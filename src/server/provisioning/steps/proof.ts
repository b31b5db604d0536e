import { randomUUID } from 'node:crypto'
import { required } from '#shared/text/required.ts'
import type { ProbeMailbox, ProbeVendor } from '../../providers/ports/proof-mail.ts'
import { probeVendors } from '../../providers/ports/proof-mail.ts'
import { isVendorError, VendorError, waitsForVendor } from '../../providers/vendor-error.ts'
import {
  type Attempt,
  failedAgainMs,
  type LateCause,
  lateAgainMs,
  lookAgainMs,
  missingAt,
  outcomeOf,
  type Proof,
  type ProofFailure,
  proofPatienceMs,
  triesMax,
} from '../../sending/proof/proof.ts'
import { failedText, lateText, onTheWayText, provenText } from '../../sending/proof/proof-texts.ts'
import { verdictOf } from '../../sending/proof/verdict.ts'
import type { DesiredMailbox } from '../desired.ts'
import { appendEvent } from '../events.ts'
import type { Facts } from '../facts.ts'
import { isProofUnderWay, proofSubject } from '../proof-facts.ts'
import type { Established, Step, StepContext } from '../step-context.ts'
import { hostOf, vendorOf } from './mailbox-host.ts'

/** Clocks of hosts may differ from ours by so much. */
const clockSkewMs = 5 * 60_000
/** What stands in DNS and at the host is looked at anew after the first failures; then it is known to be right. */
const looksAfterFailure = 2
/** After so many failures a person is asked to look. */
const failuresUntilAlert = 3

/**
 * One mailbox sends one real mail to each of the operator's probe mailboxes, and what their hosts found out about it is
 * read back. It repeats until mail is authentic; where nothing is heard for a quarter of an hour, it holds up nobody.
 */
export const proof: Step = async (context) => {
  const probes = await context.vendors.probeMailboxes()
  const of = proofSubject(context.facts)
  const sender = senderOf(context)
  if (!sender || probeVendors.some((vendor) => !probes.some((probe) => probe.vendor === vendor)))
    return { facts: { proof: { at: context.at(), of, state: 'no_probes' } }, isUntold: true }

  const known = context.facts.proof
  if (known?.of === of && known.state === 'failed' && context.now().getTime() < Date.parse(known.againAt))
    throw untilAgain(context, known)
  const attempt = isProofUnderWay(known, of) ? known : begin(context, of)
  const refusals = new Map<ProbeVendor, VendorError>()
  for (const probe of probes) {
    try {
      await carry(context, attempt, sender, probe)
    } catch (error) {
      // One that is away does not hold up the other.
      if (!isVendorError(error)) throw error
      refusals.set(probe.vendor, error)
    }
  }
  return settle(context, attempt, [...refusals.values()])
}

type UnderWay = Attempt & { of: string }

const senderOf = ({ desired }: StepContext): DesiredMailbox | undefined =>
  desired.mailboxes.find(
    ({ want, externalId, hostState }) => want === 'active' && hostState === 'active' && externalId !== null,
  )

function begin({ facts, at }: StepContext, of: string): UnderWay {
  const before = facts.proof?.of === of && facts.proof.state !== 'no_probes' ? facts.proof : undefined
  return {
    of,
    token: `t${randomUUID().replaceAll('-', '')}`,
    begunAt: at(),
    mails: {},
    failedBefore: (before?.failedBefore ?? 0) + (before?.state === 'failed' ? 1 : 0),
    lateBefore: (before?.lateBefore ?? 0) + (before?.state === 'late' ? 1 : 0),
  }
}

/** The attempt as a fact, without what other states add. */
const factOf = ({ of, token, begunAt, mails, failedBefore, lateBefore }: UnderWay) => ({
  of,
  token,
  begunAt,
  mails,
  failedBefore,
  lateBefore,
})

/** Looks for the mail; hands it over where that was not done yet, which is noted before: whoever dies over it looks first. */
async function carry(
  context: StepContext,
  attempt: UnderWay,
  sender: DesiredMailbox,
  probe: ProbeMailbox,
): Promise<void> {
  const { vendor } = probe
  const known = attempt.mails[vendor]
  if (known?.arrived) return
  const note = async (mail: NonNullable<typeof known>) => {
    attempt.mails = { ...attempt.mails, [vendor]: mail }
    await context.save({ proof: { at: context.at(), state: 'under_way', ...factOf(attempt) } })
  }
  if (known) {
    const since = new Date(Date.parse(attempt.begunAt) - clockSkewMs)
    const found = await probe.readProofMail(attempt.token, since, context.call)
    if (found) {
      const { folder, receivedAt, authenticationResults } = found
      const seconds = Math.max(0, Math.round((Date.parse(receivedAt) - Date.parse(known.triedAt)) / 1000))
      const verdict = verdictOf(authenticationResults, context.name)
      return note({ ...known, arrived: { folder, seconds, verdict } })
    }
    if (known.isAccepted || known.tries >= triesMax) return
  }
  const trying = { tries: (known?.tries ?? 0) + 1, triedAt: context.at() }
  await note(trying)
  const host = await hostOf(context)
  const from = { externalId: required(sender.externalId, 'the sender’s id'), address: sender.address }
  await host.sendProofMail({ from, to: probe.address, token: attempt.token }, context.call)
  await note({ ...trying, isAccepted: true })
}

/** What is established by now; throws while it is waited for, or failed. */
async function settle(
  context: StepContext,
  attempt: UnderWay,
  refusals: readonly VendorError[],
): Promise<Established> {
  const { at, now } = context
  const outcome = outcomeOf(attempt)
  if (outcome?.state === 'proven')
    return {
      facts: { proof: { at: at(), state: 'proven', ...factOf(attempt) } },
      sentence: `Proven: ${provenText(attempt)}`,
    }
  if (outcome?.state === 'failed') throw await noteFailed(context, attempt, outcome.failures)
  if (outcome?.state === 'unsaid') return late(context, attempt, { why: 'unsaid', at: outcome.at })
  const refused = refusals.find(({ kind }) => kind === 'unauthorised')
  if (refused) return late(context, attempt, { why: 'team' }, refused)
  const sinceBegunMs = now().getTime() - Date.parse(attempt.begunAt)
  if (sinceBegunMs >= proofPatienceMs)
    return late(context, attempt, { why: 'missing', at: missingAt(attempt) }, refusals[0])
  throw new VendorError({
    vendor: vendorOf(context),
    operation: 'proof',
    ...waitsForVendor,
    reason: onTheWayText(missingAt(attempt)),
    retryAfterMs: Math.max(lookAgainMs(sinceBegunMs), ...refusals.map((each) => each.retryAfterMs ?? 0)),
  })
}

const inMs = ({ now }: StepContext, ms: number) => new Date(now().getTime() + ms).toISOString()

/** Nobody can say yet: the domain goes on, and it is tried again. The first time is told. */
function late(context: StepContext, attempt: UnderWay, cause: LateCause, refusal?: VendorError): Established {
  const { at, alert, name } = context
  const againAt = inMs(context, lateAgainMs(attempt.lateBefore))
  return {
    facts: { proof: { at: at(), state: 'late', ...factOf(attempt), cause, againAt } },
    sentence: `Not yet proven: ${lateText(cause)}. It is tried again by itself.`,
    isUntold: attempt.lateBefore > 0,
    async also(tx) {
      await alert(tx, {
        // Once a day, however many names are concerned: as a rule all of them are, by the same thing.
        key: `proof:late:${cause.why}:${at().slice(0, 10)}`,
        subject: 'Mail could not be proven',
        text: `${name}: ${refusal?.message ?? lateText(cause)}.\n\nIts domain goes on without the proof, and others may. Look with: npm run operator -- doctor`,
      })
    },
  }
}

/** Notes what failed, tells it where it is news, and has looked at again what may be the cause. */
async function noteFailed(
  context: StepContext,
  attempt: UnderWay,
  failures: ProofFailure[],
): Promise<VendorError> {
  const { name, holding, alert } = context
  const sentence = `Not proven: ${failedText(failures)}.`
  const failed = {
    at: context.at(),
    state: 'failed' as const,
    ...factOf(attempt),
    failures,
    againAt: inMs(context, failedAgainMs(attempt.failedBefore)),
  }
  const looked = attempt.failedBefore < looksAfterFailure ? await lookedAnew(context, failures) : {}
  await context.save({ ...looked, proof: failed }, async (tx) => {
    if (attempt.failedBefore === 0)
      await appendEvent(tx, {
        customerId: holding.customerId,
        domainId: holding.domainId,
        name,
        kind: 'proof.failed',
        sentence,
      })
    if (attempt.failedBefore + 1 === failuresUntilAlert)
      await alert(tx, {
        key: `proof:failed:${name}:${attempt.of}`,
        subject: `Mail from ${name} is not authentic`,
        text: `${sentence}\n\nSee: npm run operator -- order show --domain ${name}`,
      })
  })
  return untilAgain(context, failed)
}

/** The records are compared with the zone again, and where the product itself switches signing on, it does so again. */
async function lookedAnew(context: StepContext, failures: readonly ProofFailure[]): Promise<Partial<Facts>> {
  const { dkim } = context.facts
  const isDkim = failures.some(({ check }) => check === 'dkim')
  const isOurs = isDkim && dkim?.state === 'on' && (await hostOf(context)).dkimBy === 'api'
  return {
    records: undefined,
    dns: undefined,
    ...(isOurs && { dkim: { ...dkim, state: 'created' as const } }),
  }
}

/** Why it waits, and until when. */
function untilAgain(
  context: StepContext,
  { failures, againAt }: Pick<Extract<Proof, { state: 'failed' }>, 'failures' | 'againAt'>,
): VendorError {
  return new VendorError({
    vendor: vendorOf(context),
    operation: 'proof',
    ...waitsForVendor,
    reason: failedText(failures),
    retryAfterMs: Math.max(1_000, Date.parse(againAt) - context.now().getTime()),
  })
}
