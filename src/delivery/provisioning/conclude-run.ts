import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import {
  bundles,
  customers,
  domainNames,
  domains,
  providerAccounts,
  toolConnections,
} from '#base/db/schema/index.ts'
import { listOf, withdrawMails } from '#base/mail/outbox.ts'
import { countOf } from '#base/text/count-of.ts'
import { changeText } from '#features/domains/rules/domain-change.ts'
import { type VendorError, vendorNames } from '#vendors/client/vendor-error.ts'
import { isHeld } from '../domains/held.ts'
import type { Desired, Holding } from './desired.ts'
import { appendEvent, notifyCustomer } from './events.ts'
import { type Facts, hasExpired } from './facts.ts'
import type { Lease } from './lease.ts'
import { othersAtLimit } from './others-at-limit.ts'
import { proofAgainAt } from './proof-facts.ts'
import {
  attemptsAfter,
  isDead,
  isForOperator,
  isRefusedTool,
  isShortage,
  type Refused,
  withOverdue,
  worstOf,
} from './refusals.ts'
import { driftDelayMs, retryDelayMs } from './retry.ts'
import { isDeliveryGone, statusAfter, type VisibleStatus } from './status.ts'
import type { ProvisioningDependencies } from './step-context.ts'
import type { StepId } from './step-ids.ts'
import { stepRules } from './step-rules.ts'
import { suspensionOf } from './stopped-mailboxes.ts'
import { lossOf, tellOfLoss } from './tell-of-loss.ts'
import { proofOf, tellOfProof } from './tell-of-proof.ts'

/** How a run ended. */
export interface Conclusion {
  row: typeof domainNames.$inferSelect
  desired: Desired
  holding: Holding
  facts: Facts
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
  conclusion: Conclusion,
): Promise<void> {
  const { row, missing, progressed, isOver } = conclusion
  const stuck = withOverdue(conclusion.stuck, row, lease.now())
  const chance = Math.random()
  const worst = worstOf([...stuck])
  const attempts = attemptsAfter(row.attempts, progressed, [...stuck.values()])

  await lease.conclude(async (tx) => {
    if (row.problem?.nameServers && (!worst || proofOf(worst[1], lease).length === 0))
      await withdrawMails(tx, `ownership:${conclusion.holding.domainId}:`)
    if (missing.length === 0) await noteDone(tx, lease, conclusion, driftDelayMs(chance))
    else if (worst && !isOver)
      await noteStuck(deps, tx, lease, { ...conclusion, stuck }, { worst, attempts, chance })
    else
      await tx
        .update(domainNames)
        .set({ attempts, nextRunAt: sql`now()` })
        .where(eq(domainNames.name, lease.name))
  })
}

/** Nothing is missing: when a running name is checked for drift, or a retired one is taken down further. */
async function noteDone(
  tx: Db,
  { name, rev, now }: Lease,
  { desired, holding, facts }: Pick<Conclusion, 'desired' | 'holding' | 'facts'>,
  driftMs: number,
): Promise<void> {
  const again = holding.isServed ? proofAgainAt(facts) : undefined
  const look = again ? sql`least(${inMs(driftMs)}, ${again})` : inMs(driftMs)
  const due = holding.want === 'retire' ? holding.retireAt : holding.want === 'run' ? look : null
  await tx
    .update(domainNames)
    .set({
      doneRev: rev,
      attempts: 0,
      step: null,
      stepSince: null,
      problem: null,
      urgent: false,
      nextRunAt: due,
    })
    .where(eq(domainNames.name, name))
  if (holding.want !== 'run') return
  const changing = suspensionOf(holding, desired, facts, now())
  await setStatus(tx, holding, { changing, ...statusAfter(holding, undefined) })
}

interface Attempt {
  worst: Refused
  attempts: number
  /** Spreads names that failed together, from 0 to 1. */
  chance: number
}

/** Something is missing that cannot be done now: when it is tried again, and who is told. */
async function noteStuck(
  deps: ProvisioningDependencies,
  tx: Db,
  lease: Lease,
  conclusion: Conclusion,
  { worst, attempts, chance }: Attempt,
): Promise<void> {
  const { row, holding, facts, stuck } = conclusion
  const [step, error] = worst
  const isAlert = isForOperator(error, attempts) && facts.alerted?.revs[step] !== lease.rev
  const lost = lossOf(conclusion)
  const proofTold =
    holding.want === 'run'
      ? await tellOfProof(deps, tx, lease, {
          holding,
          facts,
          error,
          isFirst: row.problem?.nameServers === undefined,
        })
      : undefined
  const at = lease.now().toISOString()
  let soonestMs = Number.POSITIVE_INFINITY
  for (const each of stuck.values()) {
    const waiting = each.isOverLimit ? 1 + (await othersAtLimit(tx, lease.name, each)) : 0
    soonestMs = Math.min(soonestMs, retryDelayMs(each, attempts, chance, waiting))
  }
  await tx
    .update(domainNames)
    .set({
      attempts,
      step,
      stepSince: row.step === step ? row.stepSince : sql`now()`,
      problem: problemOf(error, lease),
      nextRunAt: inMs(soonestMs),
      ...((isAlert || lost || proofTold) && {
        facts: sql`${domainNames.facts} || ${JSON.stringify({
          ...(isAlert && { alerted: { at, revs: { ...facts.alerted?.revs, [step]: lease.rev } } }),
          ...(lost && { lost: { at, domainId: holding.domainId } }),
          ...(proofTold && { proofTold }),
        })}::jsonb`,
      }),
    })
    .where(eq(domainNames.name, lease.name))
  if (isRefusedTool(error)) await noteRefusedConnection(deps, tx, holding, error)
  for (const each of stuck.values())
    if (isShortage(each)) await tellOfShortage(deps, tx, lease, facts.host?.accountId, each)
  if (lost) await tellOfLoss(deps, tx, { name: lease.name, holding, loss: lost })
  if (isAlert) await tellOfStuck(deps, tx, lease, step, error)
  if (holding.want === 'run') await showStuck(tx, lease, conclusion, { worst, soonestMs, attempts })
}

/** The refusal, for the operator; and what the customer has to add. */
function problemOf(error: VendorError, lease: Lease) {
  const { kind, waitsFor, vendor, operation, reason, isOverLimit, limit } = error
  const nameServers = proofOf(error, lease)
  return {
    kind,
    waitsFor,
    vendor,
    operation,
    reason,
    ...(isOverLimit && { isOverLimit, ...(limit && { limit }) }),
    ...(nameServers.length > 0 && { nameServers }),
    at: lease.now().toISOString(),
  }
}

/** Once for each name and wish, in one mail for all that the same refusal stops within minutes. */
function tellOfStuck(
  { alert }: Pick<ProvisioningDependencies, 'alert'>,
  tx: Db,
  { name }: Lease,
  step: StepId,
  error: VendorError,
): Promise<void> {
  const where = `stuck at ${step.replaceAll('_', ' ')}`
  const { kind, reason } = error
  const cause = createHash('sha256')
    .update(JSON.stringify([step, kind, error.message.replaceAll(name, ''), reason.replaceAll(name, '')]))
    .digest('base64url')
  return alert(tx, {
    key: `stuck:${cause}`,
    about: name,
    write: ({ names, count }) => ({
      subject: count === 1 ? `${name} is ${where}` : `${countOf(count, 'domain')} are ${where}`,
      text:
        count === 1
          ? `${error.message}\n\nSee: npm run operator -- order show --domain ${name}\nTry again with: npm run operator -- order retry --domain ${name}`
          : [
              `${countOf(count, 'domain')} stopped for the same reason:`,
              '',
              error.message,
              '',
              ...listOf({ names, count }),
              '',
              'See one with: npm run operator -- order show --domain NAME',
              'Try it again with: npm run operator -- order retry --domain NAME',
            ].join('\n'),
    }),
  })
}

interface Stuck {
  worst: Refused
  soonestMs: number
  attempts: number
}

/** What the customer sees of a name that is not done, and the event where that is news. */
async function showStuck(
  tx: Db,
  { name, now }: Lease,
  { desired, holding, facts, stuck }: Conclusion,
  { worst: [step, error], soonestMs, attempts }: Stuck,
): Promise<void> {
  const at = now()
  const until = new Date(at.getTime() + soonestMs)
  const [seenStep, seen] = worstOf([...stuck].filter(([each]) => !stepRules[each].isUnseen?.(holding))) ?? []
  const isGone = isDeliveryGone(desired, facts, seen?.kind === 'rejected')
  const { status, note, changing } = statusAfter(
    holding,
    seenStep && seen && { step: seenStep, error: seen, isDead: isDead(seen, attempts), at, until },
    isGone,
    hasExpired(facts),
  )
  const hasFailed = changing?.why === 'failed' && holding.changing?.why !== 'failed'
  if (hasFailed || (status !== holding.status && (status === 'error' || status === 'pending'))) {
    await appendEvent(tx, {
      customerId: holding.customerId,
      domainId: holding.domainId,
      name,
      kind: `${seenStep ?? step}.stuck`,
      sentence: changing ? changeText(changing, at) : (note ?? (seen ?? error).reason),
    })
  }
  await setStatus(tx, holding, { status, note, changing })
}

const inMs = (ms: number) => sql`now() + make_interval(secs => ${ms / 1000})`

/** Once a day for each account, however many names wait: more of the same mends them all. */
async function tellOfShortage(
  { alert }: Pick<ProvisioningDependencies, 'alert'>,
  tx: Db,
  { name, now }: Lease,
  accountId: string | undefined,
  { vendor, operation, reason }: VendorError,
): Promise<void> {
  const [account] = accountId
    ? await tx
        .select({ label: providerAccounts.label })
        .from(providerAccounts)
        .where(eq(providerAccounts.id, accountId))
    : []
  const where = `${vendorNames[vendor]}${account ? ` (${account.label})` : ''}`
  await alert(tx, {
    key: `short:${vendor}:${operation}:${accountId ?? ''}:${now().toISOString().slice(0, 10)}`,
    subject: `Domains wait at ${where}`,
    text: `${where}: ${reason}.\n\n${name} waits for that, and others may; they go on by themselves within 15 minutes of it. Their customers read only that our team is on it.\n\nSee: npm run operator -- order show --domain ${name}`,
  })
}

async function setStatus(tx: Db, holding: Holding, visible: VisibleStatus): Promise<void> {
  const { status } = visible
  const note = visible.note ?? null
  const changing = visible.changing ?? null
  const change = changing && JSON.stringify(changing)
  await tx
    .update(domains)
    .set({ status, statusNote: note, changing })
    .where(
      and(
        eq(domains.id, holding.domainId),
        isHeld,
        sql`(${domains.status} <> ${status} or ${domains.statusNote} is distinct from ${note}
          or ${domains.changing} is distinct from ${change}::jsonb)`,
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
  const [changed] = await tx
    .update(toolConnections)
    .set({ state: 'refused', problem: error.reason, refusedAt: sql`now()` })
    .where(and(eq(toolConnections.id, holding.connection.id), sql`${toolConnections.state} <> 'refused'`))
    .returning({ id: toolConnections.id, refusedAt: toolConnections.refusedAt })
  if (!changed) return
  const [customer] = await tx
    .select({ email: customers.email, name: customers.name })
    .from(customers)
    .innerJoin(bundles, eq(bundles.customerId, customers.id))
    .where(eq(bundles.id, holding.bundleId))
  if (!customer) return
  await deps.outbox.put(tx, {
    key: `refused:${changed.id}:${changed.refusedAt?.toISOString()}`,
    to: customer.email,
    subject: 'Your sending tool refuses the credentials we have',
    text: `Hello ${customer.name},\n\n${error.message}.\n\nPlease correct the credentials in Order Details on your dashboard; the set-up resumes by itself afterwards.`,
  })
}
