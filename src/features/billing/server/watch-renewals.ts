import { and, asc, eq, inArray, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, customers, defaultDnsAccountId, domainNames, domains } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { factsOf } from '#delivery/provisioning/facts.ts'
import { lostForGood, slow, standingOf } from '#delivery/provisioning/steps/renew-expired.ts'
import { wake } from '#delivery/provisioning/wake.ts'
import { isDeliberate } from '#features/orders/rules/order-holds.ts'
import { groupHolds } from '#features/orders/rules/order-status.ts'
import { isAway, isVendorError } from '#vendors/client/vendor-error.ts'
import type { NameRegistration } from '#vendors/ports/names.ts'
import {
  type Asked,
  isGone,
  isToldToRenew,
  notRead,
  notRenewed,
  type OwnRenewal,
  type Unread,
} from './renewal-mails.ts'

/**
 * Names asked about in one round: those near their end first, of these those that were not for longest, so that all have
 * their turn however many stay late. Our record is of the registration, so each is asked about around its end alone.
 */
const mostAtOnce = 200
/** So often an account may be refused or at its limit in one round: more of its names would be as well. */
const refusalsAtMost = 5
/** A name has renewed itself some days before its end: https://support.dnsimple.com/articles/domain-auto-renewal/ */
const renewedDays = 2
/** For one day so long before its end it is asked whether it renews itself at all, while that can be mended. */
const askedDays = 30

/** Left to renew by themselves: of what is on hold and expires `warn-of-expiry.ts` tells. */
const renewsItself = and(
  eq(bundles.status, 'live'),
  or(isNull(bundles.hold), not(inArray(bundles.hold, groupHolds.filter(isDeliberate)))),
  isNull(customers.billingStoppedAt),
  isRunning,
  eq(domains.source, 'bought'),
  eq(domainNames.registration, 'registered'),
)

const within = (days: number) => lt(domainNames.expiresAt, sql`now() + make_interval(days => ${days})`)
const isDue = or(
  isNull(domainNames.expiresAt),
  within(renewedDays),
  and(within(askedDays), not(within(askedDays - 1))),
)

/**
 * The card of the operator's account may be refused, or somebody may have switched a renewal off: then a running name
 * ends, and its mail with it. The operator is told before that, once a day for all such names, and the reconciler puts
 * right what can be.
 */
export async function watchRenewals(deps: Dependencies, atOnce = mostAtOnce): Promise<void> {
  const { asked, unread, others } = await askRegistrar(deps, atOnce)
  const inTwoDays = Date.now() + renewedDays * 24 * 3600_000
  const late = asked.filter(
    ({ found }) => hasEnded(found) || (found?.expiresAt?.getTime() ?? inTwoDays) < inTwoDays,
  )
  await noteTold(deps, late.filter(isToldToRenew))
  await forget(
    deps,
    asked.filter(({ found, isServed }) => isServed && hasEnded(found)),
    'registration',
  )
  await forget(
    deps,
    asked.filter(({ found }) => found && !hasEnded(found) && !found.autoRenew),
    'autoRenew',
  )
  const alerts = [notRenewed(late, others), unread.length > 0 ? notRead(unread, others) : undefined]
  await deps.db.transaction(async (tx) => {
    for (const alert of alerts) if (alert) await deps.alert(tx, alert)
  })
}

const hasEnded = (found: NameRegistration | undefined): boolean => isGone(found) || found?.state === 'expired'

/** It gave no answer about the name when it was asked last. */
const wasUnread = (row: Pick<typeof domainNames.$inferSelect, 'facts'>): boolean =>
  factsOf(row).expiryAsked?.unread === true
const isUnread = sql`${domainNames.facts} #> '{expiryAsked,unread}' = 'true'`

/** What the registrar says is recorded; while it is away the rest waits for the next round. */
async function askRegistrar({ db, vendors, log }: Dependencies, atOnce: number) {
  const due = await selectDue(db, atOnce)
  const asked: Asked[] = []
  const unread: Unread[] = []
  const wasAway = due[0]?.wasAway ?? false
  let unanswered = 0
  const refusals = new Map<string, number>()
  const note = (name: string, { expiresAt, unread }: { expiresAt?: Date; unread?: true } = {}) =>
    db
      .update(domainNames)
      .set({
        facts: sql`jsonb_set(${domainNames.facts}, '{expiryAsked}', ${keptTold} || ${JSON.stringify({ at: new Date().toISOString(), unread })}::jsonb)`,
        ...(expiresAt && { expiresAt }),
      })
      .where(eq(domainNames.name, name))
  for (const { name, recorded, hold, suspendedAt, ...row } of due) {
    // Of a name that was given none the first is asked.
    const account = row.account ?? defaultDnsAccountId
    const before = refusals.get(account) ?? 0
    if (before >= refusalsAtMost) continue
    try {
      const found = await vendors.registrar.findRegistration(name, undefined, { purpose: 'looks' })
      await note(name, { expiresAt: found?.expiresAt })
      const isServed = hold === null && suspendedAt === null
      asked.push({ name, recorded, found, isServed, renewal: renewalOf(row) })
    } catch (error) {
      if (!isVendorError(error)) throw error
      log.warn({ name, reason: error.reason }, 'the registrar does not say until when a name is registered')
      // It has had its turn: others that are as near come before it next time.
      const isAtLimit = error.isOverLimit
      await note(name, isAtLimit ? {} : { unread: true })
      if (!isAtLimit) unanswered++
      // A single bad moment of the registrar's is no news: what lasts until the next look is.
      const hasLasted = isAway(error) ? wasAway : wasUnread(row)
      if (!isAtLimit && (hasLasted || error.kind !== 'transient')) unread.push({ name, reason: error.reason })
      if (isAtLimit || error.kind === 'unauthorised') refusals.set(account, before + 1)
      else if (isAway(error)) break
    }
  }
  return { asked, unread, others: (due[0]?.all ?? 0) - asked.length - unanswered }
}

/** Only while its end is near, not to the next one: it is told anew then. */
const keptTold = sql`case when ${domainNames.expiresAt} < now() + make_interval(days => ${renewedDays})
  then coalesce(${domainNames.facts} -> 'expiryAsked', '{}') - 'at' - 'unread' else '{}'::jsonb end`

/** The operator may renew these there, of which no call tells: see `renew-expired.ts`. */
async function noteTold({ db }: Dependencies, told: readonly Asked[]): Promise<void> {
  if (told.length === 0) return
  const names = told.map(({ name }) => name)
  await db
    .update(domainNames)
    .set({ facts: sql`jsonb_set(${domainNames.facts}, '{expiryAsked,told}', to_jsonb(now()))` })
    .where(inArray(domainNames.name, names))
}

const selectDue = (db: Db, atOnce: number) =>
  db
    .select({
      name: domainNames.name,
      recorded: domainNames.expiresAt,
      account: domainNames.dnsAccountId,
      hold: bundles.hold,
      suspendedAt: customers.suspendedAt,
      facts: domainNames.facts,
      step: domainNames.step,
      problem: domainNames.problem,
      all: sql<number>`(count(*) over ())::int`,
      // Of all that are due: the one name that is asked about while the registrar is away comes last in the next round.
      wasAway: sql<boolean>`coalesce(bool_or(${isUnread}) over (), false)`,
    })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(customers, eq(customers.id, bundles.customerId))
    .innerJoin(domainNames, eq(domainNames.name, domains.name))
    .where(and(renewsItself, isDue))
    .orderBy(
      sql`coalesce(${within(renewedDays)}, false) desc`,
      sql`${domainNames.facts} -> 'expiryAsked' ->> 'at' nulls first`,
      asc(domainNames.expiresAt),
      asc(domainNames.name),
    )
    .limit(atOnce)

function renewalOf({
  step,
  problem,
  ...row
}: Pick<typeof domainNames.$inferSelect, 'facts' | 'step' | 'problem'>): OwnRenewal {
  const { renewal, lapsed } = factsOf(row)
  // Before what the name waits for, of which the row has only the worst.
  const standing = renewal && standingOf(renewal, new Date())
  if (standing === 'lost') return { state: 'doubtful', reason: lostForGood }
  if (standing === 'slow') return { state: 'doubtful', reason: slow }
  const { kind, waitsFor, reason } = (step === 'register' && problem) || {}
  // As its page says it, which knows of the end of its grace period as well.
  if (kind === 'rejected') return { state: 'stopped', reason }
  if (standing === 'failed' && renewal?.reason) return { state: 'stopped', reason: renewal.reason }
  // An unpaid bill or a token: it goes on by itself with that.
  if (lapsed?.refusal) return { state: 'waiting', reason: lapsed.refusal }
  if (kind === 'unauthorised') return { state: 'waiting', reason }
  if (waitsFor === 'operator') return { state: 'stopped', reason }
  return { state: !standing ? 'none' : standing === 'failed' ? 'stopped' : 'under_way' }
}

/**
 * What we believed of these names is established again; of one that is worked on, by the next round. That a name was
 * registered is not forgotten, only that it is.
 */
async function forget(
  { db, queue }: Dependencies,
  asked: readonly Asked[],
  fact: 'registration' | 'autoRenew',
): Promise<void> {
  if (asked.length === 0) return
  const [changed, isNews] =
    fact === 'registration'
      ? [
          sql`jsonb_set(${domainNames.facts}, '{registration,ended}', 'true')`,
          sql`${domainNames.facts} #> '{registration,ended}' is null`,
        ]
      : [sql`${domainNames.facts} - ${fact}::text`, undefined]
  await db.transaction(async (tx) => {
    const forgotten = await tx
      .update(domainNames)
      .set({ facts: changed, nextRunAt: sql`now()`, attempts: 0 })
      .where(
        and(
          inArray(
            domainNames.name,
            asked.map(({ name }) => name),
          ),
          sql`${domainNames.facts} ? ${fact}::text`,
          isNews,
          or(isNull(domainNames.leaseUntil), lt(domainNames.leaseUntil, sql`now()`)),
        ),
      )
      .returning({ name: domainNames.name })
    await wake(
      tx,
      queue,
      forgotten.map(({ name }) => ({ name, urgent: false })),
    )
  })
}
