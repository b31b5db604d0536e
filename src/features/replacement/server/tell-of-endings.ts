import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { repeatDeadlocked } from '#base/db/repeat-deadlocked.ts'
import { bundles, customers, domains } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isFalling, isSpent } from '#delivery/domains/running.ts'
import { digestMomentOf } from '#features/health/rules/next-mail.ts'
import { isWrittenTo } from '#features/health/server/tell/readers.ts'
import { endToldDays, receiveDays } from '../rules/overlap.ts'
import { endingsMail } from './endings-mail.ts'

type Deps = Pick<Dependencies, 'db' | 'outbox'> & { config: Pick<Dependencies['config'], 'publicUrl'> }

const dayMs = 86_400_000

/** Since when it receives replies only: one with an overlap of its own ends by that. */
const receivesFrom = sql<Date>`coalesce(${domains.fallingSince}, ${domains.spentAt})`
const receivesUntil = sql<Date>`(${receivesFrom} + make_interval(days => ${receiveDays}))`

/**
 * Tells customers which of their replaced and spent domains will soon receive no mail: some days before, once, by a mail of
 * the day that names all of them. Returns how many mails it wrote.
 * @param clock the moment that counts as now, in epoch ms
 */
export async function tellOfEndings(
  deps: Deps,
  { clock = Date.now }: { clock?: () => number } = {},
): Promise<number> {
  const isDue = isDueAt(clock())
  const found = await deps.db
    .selectDistinct({ customerId: domains.customerId })
    .from(domains)
    .innerJoin(customers, eq(customers.id, domains.customerId))
    .where(and(isDue, isWrittenTo))
  let mails = 0
  const failures: unknown[] = []
  for (const { customerId } of found)
    try {
      if (await repeatDeadlocked(() => tellCustomer(deps, customerId, isDue))()) mails++
    } catch (error) {
      // Those who come after it are told all the same.
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
  return mails
}

/**
 * Whose end comes within the days that are told ahead, counted from the next mail of the day: so all that a day brings is in
 * one mail, and nobody has less time than that. What went on after its end was told, or fell again since, has another
 * beginning and is told anew. Whoever has ordered another one for a spent domain has done what is to be done.
 */
function isDueAt(now: number): SQL | undefined {
  const before = new Date(digestMomentOf(now) + (endToldDays + 1) * dayMs)
  return and(
    or(isFalling, and(isSpent, isNull(domains.endedAt))),
    isServed,
    sql`${receivesUntil} < ${before.toISOString()}::timestamptz`,
    sql`${receivesUntil} > ${new Date(now).toISOString()}::timestamptz`,
    sql`${domains.endToldFor} is distinct from ${receivesFrom}`,
  )
}

/** Of an order on hold nothing can be done, and nothing sends or receives in place of what ends there. */
const isServed = sql`exists (select from ${bundles} where ${bundles.id} = ${domains.bundleId}
  and ${bundles.status} = 'live' and ${bundles.hold} is null)`

/** Held by its customer and noted with the mail: of two workers the second finds nothing left to tell. */
const tellCustomer = (deps: Deps, customerId: string, isDue: SQL | undefined): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const customer = await holdCustomer(tx, customerId)
    if (!customer) return false
    const ending = await tx
      .select({
        id: domains.id,
        name: domains.name,
        isSpent: sql<boolean>`${domains.fallingSince} is null`,
        until: receivesUntil.mapWith(domains.spentAt),
      })
      .from(domains)
      .where(and(eq(domains.customerId, customerId), isDue))
      .orderBy(receivesUntil, domains.name)
    const [first] = ending
    if (!first) return false
    await tx
      .update(domains)
      .set({ endToldFor: receivesFrom })
      .where(
        inArray(
          domains.id,
          ending.map(({ id }) => id),
        ),
      )
    await deps.outbox.put(tx, {
      key: `domains-end:${first.id}:${first.until.toISOString()}`,
      to: customer.email,
      goodUntil: first.until,
      ...endingsMail({ name: customer.name, endings: ending, publicUrl: deps.config.publicUrl }),
    })
    return true
  })

async function holdCustomer(tx: Db, id: string): Promise<{ email: string; name: string } | undefined> {
  const [held] = await tx
    .select({ email: customers.email, name: customers.name })
    .from(customers)
    .where(and(eq(customers.id, id), isWrittenTo))
    .for('no key update')
  return held
}
