import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import { domainNames, domains } from '#base/db/schema/index.ts'
import { keysOf } from '#base/records/keys-of.ts'
import { hasEnded } from './desired.ts'
import { appendEvent, appendingEvent, notifying } from './events.ts'
import type { Facts } from './facts.ts'
import { keepingPress } from './keep-press.ts'
import { whileHeld } from './lease.ts'
import type { Established, StepContext } from './step-context.ts'
import type { StepId } from './step-ids.ts'
import { stepRules } from './step-rules.ts'

/**
 * Notes what is being done now, and since when; the first step makes a queued domain "in progress".
 * @param before what was being done, and since when
 * @returns since when it is being done
 */
export async function beginStep(
  { db, lease, holding, now }: StepContext,
  before: { step: string | null; stepSince: Date | null },
  step: StepId,
): Promise<Date> {
  if (before.step === step && before.stepSince) return before.stepSince
  const since = now()
  const show = db
    .update(domains)
    .set({
      status: sql`case when ${domains.status} in ('to do', 'pending', 'error') then 'in progress' else ${domains.status} end`,
      statusNote: sql`case when ${domains.status} = 'done' then null else ${stepRules[step].doing(holding.platform)} end`,
      setupStartedAt: sql`coalesce(${domains.setupStartedAt}, now())`,
    })
    // A cancellation that came meanwhile has said what is to be read.
    .where(and(eq(domains.id, holding.domainId), eq(domains.want, 'run'), whileHeld))
    .returning(notifying(holding.customerId))
  // One that is not served stays paused, whatever is done about that.
  const isShown = holding.want === 'run' && holding.isServed
  await lease.update({ step, stepSince: since }, isShown ? [show] : [])
  return since
}

/**
 * What the step has established, and its event: both stand there or neither does. A step that was only repeated
 * and found everything as it was known writes no event, and neither does one that takes down what has ended, which was told
 * of; one that put something right says what.
 */
export async function finishStep(
  { lease, holding, desired, name, facts, read }: StepContext,
  step: StepId,
  since: Date,
  established: Established,
): Promise<void> {
  const { [step]: healed, ...unfinished } = facts.healing?.sentences ?? {}
  const isUntold = established.isUntold || hasEnded(desired) || isKnown(facts, established.facts)
  const changes = {
    facts: keepingPress(
      {
        ...facts,
        ...established.facts,
        healing:
          facts.healing && Object.keys(unfinished).length > 0
            ? { ...facts.healing, sentences: unfinished }
            : undefined,
      },
      read,
    ),
    attempts: 0,
    problem: null,
  }
  const event = {
    customerId: holding.customerId,
    domainId: holding.domainId,
    name,
    kind: healed ? `${step}.healed` : step,
    sentence: healed ?? established.sentence ?? stepRules[step].done(holding.platform),
    data: { since: since.toISOString() },
  }
  const isTold = !isUntold || healed !== undefined
  const { also } = established
  if (!also) return lease.update(changes, isTold ? [appendingEvent(event, whileHeld)] : [])
  const write = established.isOfThisWish ? lease.conclude : lease.write
  await write(async (tx) => {
    await tx.update(domainNames).set(changes).where(eq(domainNames.name, name))
    await also(tx)
    if (isTold) await appendEvent(tx, event)
  })
}

/** Whether all of it was known before, only longer ago. What was forgotten on purpose is news. */
function isKnown(before: Facts, established: Partial<Facts>): boolean {
  const found = keysOf(established).filter((name) => established[name] !== undefined)
  return (
    found.length > 0 &&
    found.every((name) => isDeepStrictEqual(ageless(before[name]), ageless(established[name])))
  )
}

/** As it is stored, without its age. */
const ageless = (fact: object | undefined): unknown =>
  fact && JSON.parse(JSON.stringify({ ...fact, at: undefined }))
