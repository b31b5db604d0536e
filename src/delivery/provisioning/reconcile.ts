import { eq, sql } from 'drizzle-orm'
import { domainNames } from '#base/db/schema/index.ts'
import type { Purpose } from '#vendors/client/budgets.ts'
import { VendorError } from '#vendors/client/vendor-error.ts'
import { callsOfStep } from './calls-of-step.ts'
import { concludeRun } from './conclude-run.ts'
import type { Desired, Holding } from './desired.ts'
import { notifyCustomer } from './events.ts'
import { type FactName, type Facts, type Freshness, factsOf, withoutRetirement } from './facts.ts'
import { invalidatedBy } from './invalidated-by.ts'
import { keepingPress } from './keep-press.ts'
import { type Lease, LeaseLost, type RowChanges, takeLease, WantedChanged } from './lease.ts'
import { hostsToLeave, withoutClosedPlace } from './placement.ts'
import { nextStep, plan } from './plan.ts'
import { readDesired } from './read-desired.ts'
import { beginStep, finishStep } from './record-step.ts'
import { retireWaitMs } from './retire-gate.ts'
import type { ProvisioningDependencies, StepContext } from './step-context.ts'
import type { StepId } from './step-ids.ts'
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
  deps: ProvisioningDependencies,
  name: string,
  options: ReconcileOptions = {},
): Promise<ReconcileOutcome> {
  const lease = await takeLease(deps.db, name, deps.config.leaseSeconds)
  if (!lease) return 'busy'
  try {
    return await runOrPlanAgain(deps, lease, options)
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    deps.log.info({ name }, 'another worker has taken the name over')
    return 'lost'
  } finally {
    await lease.release()
  }
}

/** A wish that changes on the way ends the run, and the next one begins at once; unless another worker has it by then. */
async function runOrPlanAgain(...[deps, lease, options]: Parameters<typeof run>): Promise<ReconcileOutcome> {
  try {
    return await run(deps, lease, options)
  } catch (error) {
    if (!(error instanceof WantedChanged)) throw error
    await lease.update({ nextRunAt: sql`now()` })
    return 'again'
  }
}

async function run(
  deps: ProvisioningDependencies,
  lease: Lease,
  { signal }: ReconcileOptions,
): Promise<ReconcileOutcome> {
  const { db, log } = deps
  const { name } = lease
  const ends = performance.now() + runMs
  const stuck = new Map<StepId, VendorError>()
  let progressed = false

  for (;;) {
    const [[row], wanted] = await Promise.all([
      db.select().from(domainNames).where(eq(domainNames.name, name)),
      readDesired(db, name),
    ])
    const { holding } = wanted
    if (!row || !holding) {
      await conclude(lease, { nextRunAt: null, doneRev: lease.rev })
      return 'nothing'
    }
    const stored = factsOf(row)
    const facts =
      holding.want === 'run' ? await withoutClosedPlace(db, name, withoutRetirement(stored)) : stored
    const leaving = holding.want === 'hold' ? [] : await hostsToLeave(db, facts, holding.want)
    const desired: Desired = { ...wanted, hostsToLeave: leaving }
    const freshness: Freshness = { now: lease.now(), recheckBefore: row.recheckBefore, listed: row.listed }
    const missing = plan(desired, facts, freshness)
    const step = nextStep(missing, new Set(stuck.keys()))
    const isOver = signal?.aborted || performance.now() > ends

    // A finished name is only looked at, until that shows something to put right.
    const purpose = row.doneRev === lease.rev && !facts.healing ? 'looks' : 'paid'
    const context = contextOf(deps, lease, purpose, freshness, desired, holding, facts)
    const gateMs = step && holding.want === 'retire' ? await retireWaitMs(context) : undefined
    if (gateMs !== undefined) {
      await conclude(lease, { nextRunAt: sql`now() + make_interval(secs => ${gateMs / 1000})` })
      return 'again'
    }
    if (!step || isOver) {
      await concludeRun(deps, lease, {
        row,
        desired,
        holding,
        facts,
        missing,
        stuck,
        progressed,
        isOver: Boolean(isOver && step),
      })
      return missing.length === 0 ? 'done' : 'again'
    }
    const since = await beginStep(context, row, step)
    const invalidated = invalidatedBy(step, holding, desired, facts, freshness.now)
    if (invalidated.length > 0 || facts !== stored) await context.save(without(invalidated))
    try {
      await finishStep(context, step, since, await steps[step](context))
      progressed = true
    } catch (error) {
      if (!(error instanceof VendorError)) throw error
      log.info({ name, step, kind: error.kind, reason: error.reason }, 'a step did not finish')
      stuck.set(step, error)
    }
  }
}

const conclude = (lease: Lease, changes: RowChanges) =>
  lease.conclude((tx) => tx.update(domainNames).set(changes).where(eq(domainNames.name, lease.name)))

const without = (names: readonly FactName[]): Partial<Facts> =>
  Object.fromEntries(names.map((name) => [name, undefined]))

function contextOf(
  deps: ProvisioningDependencies,
  lease: Lease,
  purpose: Purpose,
  freshness: Freshness,
  desired: Desired,
  holding: Holding,
  facts: Facts,
): StepContext {
  const current: Facts = { ...facts }
  const at = () => lease.now().toISOString()
  const save: StepContext['save'] = async (changes, also) => {
    Object.assign(current, changes)
    const written = keepingPress(current, facts)
    if (!also) return lease.update({ facts: written })
    await lease.write(async (tx) => {
      await tx.update(domainNames).set({ facts: written }).where(eq(domainNames.name, lease.name))
      await also(tx)
      await notifyCustomer(tx, holding.customerId)
    })
  }
  return {
    ...deps,
    name: lease.name,
    desired,
    holding,
    facts: current,
    read: facts,
    freshness,
    lease,
    call: callsOfStep(lease, { purpose, customerId: holding.customerId }),
    now: lease.now,
    at,
    save,
    async noteHealing(step, sentence) {
      const sentences = current.healing?.sentences ?? {}
      if (sentences[step]) return
      await save({ healing: { at: at(), sentences: { ...sentences, [step]: sentence } } })
    },
  }
}
