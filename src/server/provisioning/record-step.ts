import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { domainNames, domains } from '../db/schema/index.ts'
import { appendEvent, notifying } from './events.ts'
import type { Facts } from './facts.ts'
import type { Established, StepContext } from './step-context.ts'
import { type StepId, stepRules } from './step-rules.ts'

/** Notes what is being done now, and since when; the first step makes a queued domain "in progress". */
export async function beginStep(
  { lease, holding, name }: StepContext,
  before: string | null,
  step: StepId,
): Promise<void> {
  if (before === step) return
  await lease.write(async (tx) => {
    await tx
      .update(domainNames)
      .set({ step, stepSince: sql`now()` as never })
      .where(eq(domainNames.name, name))
    if (holding.want !== 'run') return
    await tx
      .update(domains)
      .set({
        status:
          sql`case when ${domains.status} in ('to do', 'pending', 'error') then 'in progress' else ${domains.status} end` as never,
        statusNote: stepRules[step].doing(holding.platform),
        setupStartedAt: sql`coalesce(${domains.setupStartedAt}, now())` as never,
      })
      .where(eq(domains.id, holding.domainId))
      .returning(notifying(holding.customerId))
  })
}

/**
 * What the step has established, and its event: both stand there or neither does. A step that was only repeated
 * and found everything as it was known writes no event; one that put something right says what.
 */
export async function finishStep(
  { lease, holding, name, facts }: StepContext,
  step: StepId,
  established: Established,
): Promise<void> {
  const { [step]: healed, ...unfinished } = facts.healing?.sentences ?? {}
  const isUntold = established.isUntold || isKnown(facts, established.facts)
  await lease.write(async (tx) => {
    const [row] = await tx
      .update(domainNames)
      .set({
        facts: {
          ...facts,
          ...established.facts,
          healing:
            facts.healing && Object.keys(unfinished).length > 0
              ? { ...facts.healing, sentences: unfinished }
              : undefined,
        } as Record<string, unknown>,
        attempts: 0,
        problem: null,
      })
      .where(eq(domainNames.name, name))
      .returning({ since: domainNames.stepSince })
    await established.also?.(tx)
    if (isUntold && !healed) return
    await appendEvent(tx, {
      customerId: holding.customerId,
      domainId: holding.domainId,
      name,
      kind: healed ? `${step}.healed` : step,
      sentence: healed ?? stepRules[step].done(holding.platform),
      data: row?.since ? { since: row.since.toISOString() } : {},
    })
  })
}

/** Whether all of it was known before, only longer ago. What was forgotten on purpose is news. */
function isKnown(before: Facts, established: Partial<Facts>): boolean {
  const found = Object.entries(established).filter(([, fact]) => fact !== undefined)
  return (
    found.length > 0 &&
    found.every(([key, fact]) => isDeepStrictEqual(ageless(before[key as keyof Facts]), ageless(fact)))
  )
}

/** As it is stored, without its age. */
const ageless = (fact: object | undefined): unknown =>
  fact && JSON.parse(JSON.stringify({ ...fact, at: undefined }))
