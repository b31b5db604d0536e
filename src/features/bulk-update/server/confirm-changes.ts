import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from '#base/db/client.ts'
import { bulkJobAccounts } from '#base/db/schema/index.ts'
import { vendorNames } from '#vendors/client/vendor-error.ts'
import type { BulkTool } from '#vendors/ports/bulk-tools.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import {
  type AccountField,
  type AccountValues,
  fieldsOf,
  hasAll,
  isAsWanted,
  isSameValue,
} from '../rules/account-values.ts'
import { valuesOf } from './bulk-change.ts'
import { doubtfulAccounts } from './claimed-accounts.ts'
import { type JobAccount, jobAccountsWhere, type Wish } from './job-accounts.ts'

interface ReadingBack {
  /** Accounts before this position alone; all of them when it is absent. */
  below?: number | undefined
  tool: BulkTool
  wish: Wish
  ctx: CallContext
  pauseBeforeSecondRead: () => Promise<void>
}

/**
 * Reads the accounts back that the tool said it has changed, those whose call failed, and those whose call may have
 * been made when the job was stopped: a call may fail after its effect. Those that are not as wanted are read once
 * more: some lists lag behind. What the tool does not show stays unconfirmed, or not known. Throws `VendorError`; may be
 * repeated, also once the job has ended.
 */
export async function confirmChanges(db: Db, jobId: string, reading: ReadingBack): Promise<void> {
  const part = reading.below === undefined ? undefined : lt(bulkJobAccounts.position, reading.below)
  const said = await accountsIn(db, jobId, [isUpdated, isUnread, part])
  const refused = await accountsIn(db, jobId, [isFailed, isUnread, part])
  const unknown = await accountsIn(db, jobId, [isUnknown, part])
  const doubted = await doubtfulAccounts(db, jobId, part)
  const sayings = new Set(said)
  const all = [...said, ...refused, ...unknown, ...doubted]
  if (all.length === 0) return
  const first = await readBack(all, sayings, reading)
  const again = [...first.unchanged, ...first.part, ...first.gone]
  if (again.length > 0) await reading.pauseBeforeSecondRead()
  const second = again.length > 0 ? await readBack(again, sayings, reading) : emptySight()
  const name = vendorNames[reading.tool.kind]
  const isNotChanged = { outcome: 'failed', data: confirmed(false) } as const
  const isGone = { ...isNotChanged, reason: 'the account no longer exists' }
  await db.transaction(async (tx) => {
    const write = (accounts: readonly JobAccount[], standing: Standing, values: Values) =>
      note(tx, jobId, accounts, values, standing)
    const asWanted = [...first.asWanted, ...second.asWanted]
    await write(asWanted, or(isUpdated, isFailed, isUnknown, isOpen), {
      outcome: 'updated',
      reason: null,
      data: confirmed(true),
    })
    await write([...first.hidden, ...second.hidden], isUpdated, { data: confirmed(false) })

    await write(second.part, or(isFailed, isUnknown, isOpen), {
      outcome: 'failed',
      reason: `${name} failed while saving: only part of it was saved`,
    })
    await write(second.part, isUpdated, {
      outcome: 'failed',
      reason: `${name} said yes, but only part of it was saved`,
    })

    await write(second.unchanged, isFailed, isNotChanged)
    await write(second.unchanged, isUnknown, {
      ...isNotChanged,
      reason: `${name} failed while saving, and the account did not change`,
    })
    await write(second.unchanged, isUpdated, {
      ...isNotChanged,
      reason: `${name} said yes, but the account did not change`,
    })

    await write(second.gone, or(isUpdated, isFailed, isUnknown), isGone)
    await write([...second.unchanged, ...second.gone], isOpen, { outcome: 'skipped' })
  })
}

type Standing = SQL | undefined
type Values = PgUpdateSetSource<typeof bulkJobAccounts>

const { data, outcome } = bulkJobAccounts
const confirmed = (is: boolean) => sql`${data} || jsonb_build_object('confirmed', ${is}::boolean)`
const isUnread = isNull(sql`${data}->>'confirmed'`)
const isUpdated = eq(outcome, 'updated')
const isFailed = eq(outcome, 'failed')
const isUnknown = eq(outcome, 'unknown')
const isOpen = isNull(outcome)

const accountsIn = (db: Db, jobId: string, conditions: readonly (SQL | undefined)[]): Promise<JobAccount[]> =>
  jobAccountsWhere(db, and(eq(bulkJobAccounts.jobId, jobId), ...conditions))

/** What reading back has shown of some accounts. */
interface Sight {
  asWanted: JobAccount[]
  unchanged: JobAccount[]
  /** Something of what is wanted stands there and did not before, and something is missing. */
  part: JobAccount[]
  /** Not shown by this way in. */
  hidden: JobAccount[]
  gone: JobAccount[]
}
const emptySight = (): Sight => ({ asWanted: [], unchanged: [], part: [], hidden: [], gone: [] })

async function readBack(
  accounts: readonly JobAccount[],
  sayings: ReadonlySet<JobAccount>,
  { tool, wish, ctx }: ReadingBack,
): Promise<Sight> {
  const found = await tool.readBack(
    accounts.map(({ id }) => id),
    ctx,
  )
  const nowById = new Map(found.map((account) => [account.id.toLowerCase(), account]))
  const sight = emptySight()
  for (const account of accounts) {
    const now = nowById.get(account.id.toLowerCase())
    const wanted = wish.of(account)
    sight[now ? placeOf(wanted, account.before ?? {}, valuesOf(now), sayings.has(account)) : 'gone'].push(
      account,
    )
  }
  return sight
}

/** Where the tool did not say yes, values that stood there before prove nothing of those that are not shown. */
function placeOf(
  wanted: AccountValues,
  before: AccountValues,
  now: AccountValues,
  isSaid: boolean,
): Exclude<keyof Sight, 'gone'> {
  const is = isAsWanted(wanted, now)
  if (is === undefined) return 'hidden'
  if (is) return isSaid || hasAll(wanted, now) || isAsWanted(wanted, before) === false ? 'asWanted' : 'hidden'
  const isNew = (field: AccountField) =>
    now[field] !== undefined &&
    isSameValue(field, wanted[field], now[field]) &&
    !(before[field] !== undefined && isSameValue(field, wanted[field], before[field]))
  return fieldsOf(wanted).some(isNew) ? 'part' : 'unchanged'
}

async function note(
  tx: Db,
  jobId: string,
  accounts: readonly JobAccount[],
  values: Values,
  standing: Standing,
): Promise<void> {
  if (accounts.length === 0) return
  await tx
    .update(bulkJobAccounts)
    .set(values)
    .where(
      and(
        eq(bulkJobAccounts.jobId, jobId),
        sql`${bulkJobAccounts.account} = any(${sql.param(accounts.map(({ id }) => id))})`,
        standing,
      ),
    )
}
