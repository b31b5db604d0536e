import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { bundles, customers, domainNames, domains, toolConnections } from '../db/schema/index.ts'
import type { VendorError } from '../providers/vendor-error.ts'
import type { Holding } from './desired.ts'
import { appendEvent, notifyCustomer } from './events.ts'
import type { Lease } from './lease.ts'
import { deadAfterAttempts, driftDelayMs, retryDelayMs } from './retry.ts'
import { statusAfter } from './status.ts'
import type { ProvisioningDependencies } from './step-context.ts'
import type { StepId } from './step-rules.ts'

/** How a run ended. */
export interface Conclusion {
  row: typeof domainNames.$inferSelect
  holding: Holding
  missing: readonly StepId[]
  stuck: ReadonlyMap<StepId, VendorError>
  progressed: boolean
  /** The time of the run was up with a step left to try. */
  isOver: boolean
}

/** The end of a run: what the customer sees, and when to look again. */
export async function concludeRun(
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
          at: lease.now().toISOString(),
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
    .set({ state: 'refused', problem: error.reason, refusedAt: sql`now()` as never })
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
