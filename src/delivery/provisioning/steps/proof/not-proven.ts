import { ourTeamIsOnIt } from '#features/domains/rules/domain-change.ts'
import { VendorError, waitsForOperator, waitsForVendor } from '#vendors/client/vendor-error.ts'
import {
  failedAgainMs,
  type LateCause,
  lastFailures,
  lateAgainMs,
  type ProofFailure,
  silentAgainMs,
} from '../../../sending/proof/proof.ts'
import { failedText, lateText, unheardText } from '../../../sending/proof/proof-texts.ts'
import { appendEvent } from '../../events.ts'
import { type Facts, isDisowned } from '../../facts.ts'
import type { Established, StepContext } from '../../step-context.ts'
import { hostOf, vendorOf } from '../mailbox-host.ts'
import { factOf, type Known, type UnderWay, type Waiting } from './attempt.ts'

/** What stands in DNS and at the host is looked at again after the first failures; then it is known to be right. */
const looksAfterFailure = 2
/** After so many failures a person is asked to look. */
const failuresUntilAlert = 3

/** Whether the next mail has its time, which nobody has asked to be brought forward. */
export const isForLater = ({ facts, freshness, now }: StepContext, known: Known): known is Waiting =>
  (known.state === 'failed' || (known.state === 'late' && lastFailures(known) !== undefined)) &&
  now().getTime() < Date.parse(known.againAt) &&
  !isDisowned(facts, 'proof', freshness)

const inMs = ({ now }: StepContext, ms: number) => new Date(now().getTime() + ms).toISOString()

/** Nobody can say yet: the domain continues, and it is tried again. The first time is told. */
export async function late(
  context: StepContext,
  attempt: UnderWay,
  cause: LateCause,
  refusal?: VendorError,
): Promise<Established> {
  if (attempt.lacked) throw await noteUnheard(context, attempt, cause, refusal)
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

/** After mail that was not authentic, nobody can say whether it is by now: noted, told the first time, and tried again. */
async function noteUnheard(
  context: StepContext,
  attempt: UnderWay,
  cause: LateCause,
  refusal?: VendorError,
): Promise<VendorError> {
  const { at, alert, name, holding } = context
  const waiting = {
    at: at(),
    state: 'late' as const,
    ...factOf(attempt),
    cause,
    againAt: inMs(context, silentAgainMs(attempt)),
  }
  const sentence = `Still not proven: ${unheardText(attempt.lacked ?? [], cause)}.`
  await context.save({ proof: waiting }, async (tx) => {
    if (attempt.lateBefore === 0)
      await appendEvent(tx, {
        customerId: holding.customerId,
        domainId: holding.domainId,
        name,
        kind: 'proof.unheard',
        sentence,
      })
    await alert(tx, {
      key: `proof:unheard:${cause.why}:${at().slice(0, 10)}`,
      subject: 'Mail that was not authentic could not be tested again',
      text: `${name}: ${sentence}${refusal ? `\n\n${refusal.message}.` : ''}\n\nIts domain waits until mail passes, and others may. Look with: npm run operator -- doctor`,
    })
  })
  return untilAgain(context, waiting)
}

/** Notes what failed, tells it where it is news, and has looked at again what may be the cause. */
export async function noteFailed(
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

/** Why it waits, and until when. Where only our people can mend it, they were told, and customers are told so. */
export function untilAgain(context: StepContext, waiting: Waiting): VendorError {
  const isOurs = waiting.state === 'late' && waiting.cause.why === 'team'
  return new VendorError({
    vendor: vendorOf(context),
    operation: 'proof',
    ...(isOurs ? { ...waitsForOperator, told: ourTeamIsOnIt } : waitsForVendor),
    reason:
      waiting.state === 'failed'
        ? failedText(waiting.failures)
        : unheardText(waiting.lacked ?? [], waiting.cause),
    retryAfterMs: Math.max(1_000, Date.parse(waiting.againAt) - context.now().getTime()),
  })
}
