import { and, asc, eq, inArray, isNull, lt, not, or, sql } from 'drizzle-orm'
import { pausesBilling } from '#shared/orders/order-holds.ts'
import { groupHolds } from '#shared/orders/order-status.ts'
import { bundles, customers, domainNames, domains } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isRunning } from '../../domains/running.ts'
import type { NameRegistration } from '../../providers/ports/names.ts'
import { isVendorError } from '../../providers/vendor-error.ts'
import { wake } from '../../provisioning/wake.ts'

/**
 * Names asked about in one round; the next takes the others. Our record is of the registration, so each is asked about
 * around its end alone.
 */
const atOnce = 200
/** A name has renewed itself some days before its end: https://support.dnsimple.com/articles/domain-auto-renewal/ */
const renewedDays = 2
/** For one day so long before its end it is asked whether it renews itself at all, while that can be mended. */
const askedDays = 30

/** Left to renew by themselves: of what is on hold and expires `warn-of-expiry.ts` tells. */
const renewsItself = and(
  eq(bundles.status, 'live'),
  or(isNull(bundles.hold), not(inArray(bundles.hold, groupHolds.filter(pausesBilling)))),
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

/** A running name and what the registrar says of it; nothing once it has no such registration any more. */
interface Asked {
  name: string
  recorded: Date | null
  found: NameRegistration | undefined
}

/**
 * The card of the operator's account may be refused, or somebody may have switched a renewal off: then a running name
 * ends, and its mail with it. The operator is told before that, once a day for all such names, and the reconciler puts
 * right what can be.
 */
export async function watchRenewals(deps: Dependencies): Promise<void> {
  const asked = await askRegistrar(deps)
  const inTwoDays = Date.now() + renewedDays * 24 * 3600_000
  const late = asked.filter(
    ({ found }) => hasEnded(found) || (found?.expiresAt?.getTime() ?? inTwoDays) < inTwoDays,
  )
  await forget(
    deps,
    asked.filter(({ found }) => hasEnded(found)),
    'registration',
  )
  await forget(
    deps,
    asked.filter(({ found }) => found && !hasEnded(found) && !found.autoRenew),
    'autoRenew',
  )
  if (late.length > 0) await deps.db.transaction((tx) => deps.alert(tx, alertOf(late)))
}

const hasEnded = (found: NameRegistration | undefined): boolean => !found || found.state === 'expired'

/** What the registrar says is recorded; while it is away the rest waits for the next round. */
async function askRegistrar({ db, vendors, log }: Dependencies): Promise<Asked[]> {
  const due = await db
    .select({ name: domainNames.name, recorded: domainNames.expiresAt })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(customers, eq(customers.id, bundles.customerId))
    .innerJoin(domainNames, eq(domainNames.name, domains.name))
    .where(and(renewsItself, isDue))
    .orderBy(asc(domainNames.expiresAt), asc(domainNames.name))
    .limit(atOnce)
  const asked: Asked[] = []
  for (const { name, recorded } of due) {
    try {
      const found = await vendors.registrar.findRegistration(name, undefined, { purpose: 'looks' })
      if (found?.expiresAt)
        await db.update(domainNames).set({ expiresAt: found.expiresAt }).where(eq(domainNames.name, name))
      asked.push({ name, recorded, found })
    } catch (error) {
      if (!isVendorError(error)) throw error
      log.info({ name, reason: error.reason }, 'the registrar does not say until when a name is registered')
      if (error.kind === 'transient') break
    }
  }
  return asked
}

/** What we believed of these names is forgotten, and so established again; of one that is worked on, by the next round. */
async function forget(
  { db, queue }: Dependencies,
  asked: readonly Asked[],
  fact: 'registration' | 'autoRenew',
): Promise<void> {
  if (asked.length === 0) return
  await db.transaction(async (tx) => {
    const forgotten = await tx
      .update(domainNames)
      .set({ facts: sql`${domainNames.facts} - ${fact}::text`, nextRunAt: sql`now()`, attempts: 0 })
      .where(
        and(
          inArray(
            domainNames.name,
            asked.map(({ name }) => name),
          ),
          sql`${domainNames.facts} ? ${fact}::text`,
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

const day = (moment: Date): string => moment.toISOString().slice(0, 10)

function lineOf({ name, recorded, found }: Asked): string {
  const until = found?.expiresAt ?? recorded
  if (!found) return `  ${name}: not in the account at DNSimple any more`
  const end = until ? ` on ${day(until)}` : ''
  if (found.state === 'expired') return `  ${name}: ended${end}`
  return `  ${name}: ends${end}, ${found.autoRenew ? 'renews itself' : 'does not renew itself'}`
}

const alertOf = (late: readonly Asked[]) => ({
  key: `not-renewed:${day(new Date())}`,
  subject: `${late.length === 1 ? 'A running domain was' : `${late.length} running domains were`} not renewed`,
  text: [
    'These run, and should have renewed themselves at DNSimple by now:',
    '',
    ...late.map(lineOf),
    '',
    'Look at DNSimple whether the card of the account is refused, and renew them there. At its end a domain stops to send and to receive. One that has ended is renewed by us while that is possible; some 29 days later it can only be restored there, for a fee.',
  ].join('\n'),
})
