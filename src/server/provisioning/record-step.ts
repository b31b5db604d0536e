import { eq, sql } from 'drizzle-orm'
import { domainNames, domains } from '../db/schema/index.ts'
import { appendEvent, notifyCustomer } from './events.ts'
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
    await notifyCustomer(tx, holding.customerId)
  })
}

/** What the step has established, and its event: both stand there or neither does. */
export async function finishStep(
  { lease, holding, name, facts }: StepContext,
  step: StepId,
  established: Established,
): Promise<void> {
  await lease.write(async (tx) => {
    const [row] = await tx
      .update(domainNames)
      .set({
        facts: { ...facts, ...established.facts } as Record<string, unknown>,
        attempts: 0,
        problem: null,
      })
      .where(eq(domainNames.name, name))
      .returning({ since: domainNames.stepSince })
    await established.also?.(tx)
    await appendEvent(tx, {
      customerId: holding.customerId,
      domainId: holding.domainId,
      name,
      kind: step,
      sentence: stepRules[step].done(holding.platform),
      data: row?.since ? { since: row.since.toISOString() } : {},
    })
  })
}
