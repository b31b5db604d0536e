import { eq, sql } from 'drizzle-orm'
import { readBackfill } from '#base/db/books-read.ts'
import type { Db } from '#base/db/client.ts'
import { databaseNow } from '#base/db/database-now.ts'
import { settings } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { RecordPage } from '#vendors/ports/payment-records.ts'
import { booksPurpose } from './book-events.ts'
import { customersOf, knownCharges } from './note-records.ts'

const key = 'books_compared'
const aDayMs = 24 * 3600_000
/** What has happened just now may not be in the books yet. */
const settlesMs = 3600_000
const monthsCompared = 12

/** What was charged and what went back, or is asked back, whatever came of that later. */
interface Sums {
  charged: number
  returned: number
}
type Asked = Record<string, Sums & { until: string; askedAt: string }>

/** The provider's sums of a month beside those of the books, of the same time. */
export interface ComparedMonth {
  month: string
  until: Date
  stripe: Sums
  books: Sums
}

/**
 * Asks the provider for what was charged and went back in a month, a month a time, each of the last twelve once a day, so
 * that it is seen where the books lack something. Nothing is written into them: that is for who reads them again.
 */
export async function compareBooks(deps: Dependencies): Promise<void> {
  const { db } = deps
  if ((await readBackfill(db)).stage !== 'done') return
  const now = await databaseNow(db)
  const known = await readAsked(db)
  const due = monthsBefore(new Date(now)).find(
    ({ month, until }) => until <= now && !(Date.parse(known[month]?.askedAt ?? '') > now - aDayMs),
  )
  if (!due) return
  const until = Math.min(due.end, now - settlesMs)
  const sums = await sumsAtStripe(deps, { from: new Date(due.from), until: new Date(until) })
  const asked: Asked = {
    [due.month]: { ...sums, until: new Date(until).toISOString(), askedAt: new Date(now).toISOString() },
  }
  await db
    .insert(settings)
    .values({ key, value: asked })
    .onConflictDoUpdate({
      target: settings.key,
      set: { value: sql`${settings.value} || excluded.value`, at: new Date() },
    })
}

async function readAsked(db: Db): Promise<Asked> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key))
  return (row?.value as Asked | undefined) ?? {}
}

/** The latest first; `until` is the first moment at which there is something to compare. */
function monthsBefore(now: Date) {
  return Array.from({ length: monthsCompared }, (_, n) => {
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - n]
    const [from, end] = [Date.UTC(year, month), Date.UTC(year, month + 1)]
    return { month: new Date(from).toISOString().slice(0, 7), from, end, until: from + settlesMs }
  })
}

async function sumsAtStripe(
  { db, vendors: { payments } }: Dependencies,
  within: { from: Date; until: Date },
): Promise<Sums> {
  let charged = 0
  await eachPage(
    (after) => payments.listChargeRecords({ after, within }, booksPurpose),
    async (records) => {
      const whose = await customersOf(
        db,
        records.map(({ customerExternalId }) => customerExternalId),
      )
      for (const { customerExternalId, isOtherCurrency, state, cents } of records)
        if (state === 'succeeded' && !isOtherCurrency && whose.has(customerExternalId ?? '')) charged += cents
    },
  )
  let returned = 0
  for (const list of [payments.listRefundRecords, payments.listDisputeRecords])
    await eachPage(
      (after) => list({ after, within }, booksPurpose),
      async (records) => {
        const known = await knownCharges(db, records)
        for (const { chargeId, cents } of records) if (known.has(chargeId)) returned += cents
      },
    )
  return { charged, returned }
}

async function eachPage<T>(
  ask: (after: string | undefined) => Promise<RecordPage<T>>,
  take: (records: T[]) => Promise<void>,
): Promise<void> {
  let after: string | undefined
  do {
    const { records, next } = await ask(after)
    await take(records)
    after = next
  } while (after)
}

/** Both sums of these months, as far as the provider was asked; those of the books are as they are now. */
export async function readCompared(db: Db, months: readonly string[]): Promise<ComparedMonth[]> {
  const asked = await readAsked(db)
  const compared: ComparedMonth[] = []
  for (const month of months) {
    const stripe = asked[month]
    if (!stripe) continue
    const { until, charged, returned } = stripe
    const { rows } = await db.execute<Sums & Record<string, unknown>>(sql`
      select
        (select coalesce(sum(amount_cents), 0)::int from charges
          where state = 'succeeded' and made_at >= ${`${month}-01T00:00:00Z`} and made_at < ${until}) as charged,
        (select coalesce(sum(cents), 0)::int from charge_returns
          where made_at >= ${`${month}-01T00:00:00Z`} and made_at < ${until}) as returned`)
    const { charged: ours = 0, returned: oursBack = 0 } = rows[0] ?? {}
    compared.push({
      month,
      until: new Date(until),
      stripe: { charged, returned },
      books: { charged: ours, returned: oursBack },
    })
  }
  return compared
}
