import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../db/client.ts'
import { bundles, customers, domainNames, domains, toolConnections } from '../db/schema/index.ts'
import { VendorError } from '../providers/vendor-error.ts'
import { type Desired, type Holding, readDesired } from './desired.ts'
import { appendEvent, notifyCustomer } from './events.ts'
import { type Facts, type Freshness, withoutRetirement } from './facts.ts'
import { type Lease, LeaseLost, takeLease, WantedChanged } from './lease.ts'
import { nextStep, plan } from './plan.ts'
import { retireWaitMs } from './retire-gate.ts'
import { deadAfterAttempts, driftDelayMs, retryDelayMs } from './retry.ts'
import { statusAfter } from './status.ts'
import type { ProvisioningDependencies, StepContext } from './step-context.ts'
import { type StepId, stepRules } from './step-rules.ts'
import { steps } from './steps/index.ts'

/** A run ends after this long and comes back by itself, so that no name keeps a worker. */
const runMs = 60_000

export type ReconcileOutcome = 'busy' | 'nothing' | 'done' | 'again' | 'lost'

export interface ReconcileOptions {
  /** Stops between two steps (shutdown). */
  signal?: AbortSignal
}

/**
 * Brings one name to what is wanted of it: computes what is missing and does it, a repeatable step at a time.
 * It always ends by noting when to look again; whatever happens in between is made good by the next run.
 */
export async function reconcile(
  deps: ProvisioningDependencies & { log: Logger },
  name: string,
  options: ReconcileOptions = {},
): Promise<ReconcileOutcome> {
  const lease = await takeLease(deps.db, name)
  if (!lease) return 'busy'
  try {
    return await run(deps, lease, options)
  } catch (error) {
    if (error instanceof LeaseLost) return 'lost'
    if (error instanceof WantedChanged) {
      await lease.write((tx) =>
        tx
          .update(domainNames)
          .set({ nextRunAt: sql`now()` as never })
          .where(eq(domainNames.name, name)),
      )
      return 'again'
    }
    throw error
  } finally {
    await lease.release()
  }
}

async function run(
  deps: ProvisioningDependencies & { log: Logger },
  lease: Lease,
  { signal }: ReconcileOptions,
): Promise<ReconcileOutcome> {
  const { db, now, log } = deps
  const { name } = lease
  const ends = performance.now() + runMs
  const stuck = new Map<StepId, VendorError>()
  let progressed = false

  for (;;) {
    const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
    const desired = await readDesired(db, name)
    const { holding } = desired
    if (!row || !holding) {
      await lease.write((tx) =>
        tx.update(domainNames).set({ nextRunAt: null, doneRev: lease.rev }).where(eq(domainNames.name, name)),
      )
      return 'nothing'
    }
    const stored = row.facts as Facts
    const facts = holding.want === 'run' ? withoutRetirement(stored) : stored
    const freshness: Freshness = { now: now(), recheckBefore: row.recheckBefore }
    const missing = plan(desired, facts, freshness)
    const step = nextStep(missing, new Set(stuck.keys()))
    const isOver = signal?.aborted || performance.now() > ends

    const context = contextOf(deps, lease, desired, holding, facts)
    const gateMs = step && holding.want === 'retire' ? await retireWaitMs(context) : undefined
    if (gateMs !== undefined) {
      await lease.write((tx) =>
        tx
          .update(domainNames)
          .set({ nextRunAt: inMs(gateMs) as never })
          .where(eq(domainNames.name, name)),
      )
      return 'again'
    }
    if (!step || isOver) {
      await conclude(deps, lease, {
        row,
        desired,
        holding,
        missing,
        stuck,
        progressed,
        isOver: Boolean(isOver && step),
      })
      return missing.length === 0 ? 'done' : 'again'
    }
    await begin(context, row.step, step)
    try {
      await steps[step](context)
      await finish(context, step)
      progressed = true
    } catch (error) {
      if (!(error instanceof VendorError)) throw error
      log.info({ name, step, kind: error.kind, reason: error.reason }, 'a step did not finish')
      stuck.set(step, error)
    }
  }
}

function contextOf(
  deps: ProvisioningDependencies,
  lease: Lease,
  desired: Desired,
  holding: Holding,
  facts: Facts,
): StepContext {
  const current: Facts = { ...facts }
  return {
    ...deps,
    name: lease.name,
    desired,
    holding,
    facts: current,
    lease,
    call: { beforeCall: lease.beforeCall },
    at: () => deps.now().toISOString(),
    async save(changes, also) {
      Object.assign(current, changes)
      await lease.write(async (tx) => {
        await tx
          .update(domainNames)
          .set({ facts: current as Record<string, unknown> })
          .where(eq(domainNames.name, lease.name))
        await also?.(tx)
        await notifyCustomer(tx, holding.customerId)
      })
    },
  }
}

/** Notes what is being done now, and since when; the first step makes a queued domain "in progress". */
async function begin(
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

async function finish({ lease, holding, name }: StepContext, step: StepId): Promise<void> {
  await lease.write(async (tx) => {
    const [row] = await tx
      .select({ since: domainNames.stepSince })
      .from(domainNames)
      .where(eq(domainNames.name, name))
    await tx.update(domainNames).set({ attempts: 0, problem: null }).where(eq(domainNames.name, name))
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

interface Conclusion {
  row: typeof domainNames.$inferSelect
  desired: Desired
  holding: Holding
  missing: readonly StepId[]
  stuck: ReadonlyMap<StepId, VendorError>
  progressed: boolean
  /** The time of the run was up with a step left to try. */
  isOver: boolean
}

/** The end of a run: what the customer sees, and when to look again. */
async function conclude(
  deps: ProvisioningDependencies,
  lease: Lease,
  { row, holding, missing, stuck, progressed, isOver }: Conclusion,
): Promise<void> {
  const { name } = lease
  const chance = Math.random()
  // The refusal that matters most to whoever waits: a permanent one before one that time mends.
  const worst = [...stuck.entries()].sort(([, a], [, b]) => severity(b) - severity(a))[0]
  const attempts = progressed ? 0 : row.attempts + 1

  await lease.write(async (tx) => {
    if (missing.length === 0) {
      const delay = holding.want === 'run' ? driftDelayMs(chance) : undefined
      const due = holding.want === 'retire' ? holding.retireAt : delay === undefined ? null : inMs(delay)
      await tx
        .update(domainNames)
        .set({
          doneRev: lease.rev,
          attempts: 0,
          step: null,
          stepSince: null,
          problem: null,
          nextRunAt: due as never,
        })
        .where(eq(domainNames.name, name))
      if (holding.want === 'run') await setStatus(tx, holding, statusAfter(holding, undefined))
      return
    }
    if (isOver || !worst) {
      await tx
        .update(domainNames)
        .set({ attempts, nextRunAt: sql`now()` as never })
        .where(eq(domainNames.name, name))
      return
    }
    const [step, error] = worst
    const soonest = Math.min(...[...stuck.values()].map((each) => retryDelayMs(each, attempts, chance)))
    const isDead = error.kind === 'transient' && attempts >= deadAfterAttempts
    await tx
      .update(domainNames)
      .set({
        attempts,
        step,
        stepSince: row.step === step ? row.stepSince : (sql`now()` as never),
        problem: {
          kind: error.kind,
          vendor: error.vendor,
          operation: error.operation,
          reason: error.reason,
          at: deps.now().toISOString(),
        },
        nextRunAt: inMs(soonest) as never,
      })
      .where(eq(domainNames.name, name))
    if (error.kind === 'unauthorised') await noteRefusedConnection(deps, tx, holding, error)
    if (isDead || error.kind === 'rejected' || (error.kind === 'unauthorised' && !isCustomersTool(error))) {
      await deps.alert(tx, {
        key: `stuck:${name}:${step}:${lease.rev}`,
        subject: `${name} is stuck at ${step.replaceAll('_', ' ')}`,
        text: `${error.message}\n\nSee: npm run operator -- order show --domain ${name}\nTry again with: npm run operator -- order retry --domain ${name}`,
      })
    }
    if (holding.want === 'run') {
      const { status, note } = statusAfter(holding, { step, error, isDead })
      if (status !== holding.status && (status === 'error' || status === 'pending')) {
        await appendEvent(tx, {
          customerId: holding.customerId,
          domainId: holding.domainId,
          name,
          kind: `${step}.stuck`,
          sentence: note ?? error.reason,
        })
      }
      await setStatus(tx, holding, { status, note })
    }
  })
}

const severity = (error: VendorError) =>
  ({ waiting: 1, transient: 2, not_found: 2, unauthorised: 3, rejected: 4 })[error.kind]
const inMs = (ms: number) => sql`now() + make_interval(secs => ${ms / 1000})`
const isCustomersTool = (error: VendorError) => ['instantly', 'smartlead', 'bison'].includes(error.vendor)

async function setStatus(
  tx: Db,
  holding: Holding,
  { status, note }: ReturnType<typeof statusAfter>,
): Promise<void> {
  await tx
    .update(domains)
    .set({ status, statusNote: note ?? null })
    .where(
      and(
        eq(domains.id, holding.domainId),
        isNull(domains.releasedAt),
        sql`(${domains.status} <> ${status} or ${domains.statusNote} is distinct from ${note ?? null})`,
      ),
    )
  await notifyCustomer(tx, holding.customerId)
}

/** A sending tool that refuses its credentials is the customer's to mend: noted once, told once. */
async function noteRefusedConnection(
  deps: ProvisioningDependencies,
  tx: Db,
  holding: Holding,
  error: VendorError,
): Promise<void> {
  if (!isCustomersTool(error)) return
  const [changed] = await tx
    .update(toolConnections)
    .set({ state: 'refused', problem: error.reason, refusedAt: deps.now() })
    .where(and(eq(toolConnections.id, holding.connection.id), sql`${toolConnections.state} <> 'refused'`))
    .returning({ id: toolConnections.id, refusedAt: toolConnections.refusedAt })
  if (!changed) return
  const [customer] = await tx
    .select({ email: customers.email, name: customers.name })
    .from(customers)
    .innerJoin(bundles, eq(bundles.customerId, customers.id))
    .where(eq(bundles.id, holding.bundleId))
  if (!customer) return
  await deps.putMail(tx, {
    key: `refused:${changed.id}:${changed.refusedAt?.toISOString()}`,
    to: customer.email,
    subject: 'Your sending tool refuses the credentials we have',
    text: `Hello ${customer.name},\n\n${error.message}.\n\nPlease correct the credentials in Order Details on your dashboard; the set-up goes on by itself afterwards.`,
  })
}
