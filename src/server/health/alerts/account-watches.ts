import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/client.ts'
import { type AccountVendor, alertWatches } from '../../db/schema/index.ts'

/** What is noted where the log has to be read. */
export const somethingUnexpected = 'something unexpected, which the log has'

/** Takes the accounts of a vendor whose turn it is to be asked, for one process at a time. Returns their ids. */
export async function claimAccounts(db: Db, vendor: AccountVendor, everyMinutes: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into alert_watches as w (account_id, asked_at)
    select id, now() from provider_accounts where vendor = ${vendor} order by id
    on conflict (account_id) do update set asked_at = now()
      where w.asked_at <= now() - make_interval(mins => ${everyMinutes})
    returning account_id as id`)
  return rows.map(({ id }) => id)
}

const note = (db: Db, accountId: string, of: PgUpdateSetSource<typeof alertWatches>) =>
  db.update(alertWatches).set(of).where(eq(alertWatches.accountId, accountId))

/** Nobody has allowed us to ask it. */
export const noteForbidden = (db: Db, accountId: string, now: number) =>
  note(db, accountId, { isForbidden: true, problem: null, unheardSince: unheardFrom(now) })

/** It could not be asked at all. */
export const noteProblem = (db: Db, accountId: string, problem: string, now: number) =>
  note(db, accountId, { problem, unheardSince: unheardFrom(now) })

/** It has said something; all there is, where there was no problem. */
export const noteSaid = (db: Db, accountId: string, problem: string | null, now: number) => {
  const at = new Date(now)
  return note(db, accountId, {
    saidAt: at,
    isForbidden: false,
    problem,
    ...(problem === null ? { heardAt: at, unheardSince: null } : { unheardSince: unheardFrom(now) }),
  })
}

/**
 * Since when it has not been heard whole: since now, where it was until then. Where it was not, and nobody noted since when,
 * since it was heard last.
 */
const unheardFrom = (now: number): SQL =>
  sql`coalesce(${alertWatches.unheardSince},
    case when ${alertWatches.problem} is not null or ${alertWatches.isForbidden} then ${alertWatches.heardAt} end,
    ${new Date(now).toISOString()}::timestamptz)`
