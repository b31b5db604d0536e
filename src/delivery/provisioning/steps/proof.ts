import { required } from '#base/text/required.ts'
import { isVendorError, VendorError, waitsForVendor } from '#vendors/client/vendor-error.ts'
import { reworded } from '#vendors/client/vendor-words.ts'
import type { ProbeMailbox } from '#vendors/ports/proof-mail.ts'
import { probeVendors } from '#vendors/ports/proof-mail.ts'
import { lookAgainMs, missingAt, outcomeOf, proofPatienceMs, triesMax } from '../../sending/proof/proof.ts'
import { onTheWayText, provenText } from '../../sending/proof/proof-texts.ts'
import { verdictOf } from '../../sending/proof/verdict.ts'
import type { DesiredMailbox } from '../desired.ts'
import { isProofUnderWay, proofOfNow } from '../proof-facts.ts'
import type { Established, Step, StepContext } from '../step-context.ts'
import { hostOf, vendorOf } from './mailbox-host.ts'
import { begin, factOf, type UnderWay } from './proof/attempt.ts'
import { isForLater, late, noteFailed, untilAgain } from './proof/not-proven.ts'
import { noteProbes, withoutProbes } from './proof/without-probes.ts'

/** Clocks of hosts may differ from ours by so much. */
const clockSkewMs = 5 * 60_000

/**
 * One mailbox sends one real mail to each of the operator's probe mailboxes, and what their hosts found out about it is
 * read back. It repeats until mail is authentic. Where nothing is heard for a quarter of an hour it holds up nobody,
 * unless the last word was that mail is not authentic.
 */
export const proof: Step = async (context) => {
  const kept = await context.vendors.probeMailboxes()
  const probes = probeVendors.flatMap((vendor) => kept.find((probe) => probe.vendor === vendor) ?? [])
  const known = proofOfNow(context.facts)
  const without = probeVendors.filter((vendor) => !probes.some((probe) => probe.vendor === vendor))
  const sender = senderOf(context)
  if (!sender || without.length > 0) return withoutProbes(context, known, without)

  if (context.facts.proof?.state === 'no_probes') await noteProbes(context)
  else if (known && isForLater(context, known)) throw untilAgain(context, known)
  const attempt = isProofUnderWay(known) ? known : begin(context, known)
  const refusals: VendorError[] = []
  for (const probe of probes) {
    try {
      await carry(context, attempt, sender, probe)
    } catch (error) {
      // One that is away does not hold up the other.
      if (!isVendorError(error)) throw error
      refusals.push(error)
    }
  }
  return establish(context, attempt, refusals)
}

/** It could be read when it was added, so this is the operator’s to mend: it is no mail that did not arrive. */
const unreadable = (error: VendorError, { address }: ProbeMailbox): VendorError =>
  error.kind !== 'transient'
    ? reworded(
        error,
        { kind: 'unauthorised', waitsFor: 'operator' },
        `the probe mailbox ${address} cannot be read: ${error.reason}`,
      )
    : error

const senderOf = ({ desired }: StepContext): DesiredMailbox | undefined =>
  desired.mailboxes.find(
    ({ want, externalId, hostState }) => want === 'active' && hostState === 'active' && externalId !== null,
  )

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
    const found = await probe.readProofMail(attempt.token, since, context.call).catch((error: unknown) => {
      throw isVendorError(error) ? unreadable(error, probe) : error
    })
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
async function establish(
  context: StepContext,
  attempt: UnderWay,
  refusals: readonly VendorError[],
): Promise<Established> {
  const { at, now } = context
  const outcome = outcomeOf(attempt)
  if (outcome?.state === 'proven')
    return {
      facts: { proof: { at: at(), state: 'proven', ...factOf(attempt), lacked: undefined } },
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
