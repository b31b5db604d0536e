import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { hearStatements, isOwnWork } from './hear-statements.ts'

/** Resolves once some statement of this database, or so many of them, wait for locks that other transactions hold. */
export async function untilSomethingWaits(db: Db, atLeast = 1): Promise<void> {
  while ((await countWaiting(db)) < atLeast);
}

/** Work that has the other one begin, and go as far as it can, at one moment of its own. */
type Pausing<T> = (other: () => Promise<void>) => Promise<T>

/**
 * Two changes that meet: the second begins in the middle of the first and runs until it ends or waits for the first's
 * locks; only then does the first continue. A lock that is missing lets the second see, or write, what it must not.
 * Returns what each returned or the error it threw.
 */
export async function meet<A, B>(
  db: Db,
  first: Pausing<A>,
  second: () => Promise<B>,
): Promise<[A | Error, B | Error]> {
  let answer: Promise<B | Error> | undefined
  const other = async () => {
    let isOver = false
    answer = settled(second()).finally(() => {
      isOver = true
    })
    while (!isOver && (await countWaiting(db)) === 0);
  }
  const result = await settled(first(other))
  if (!answer) throw new Error('The first did not come to where the second begins.', { cause: result })
  return [result, await answer]
}

const changesRows = (text: string) =>
  /^(with .*)?(insert into|update|delete from) /i.test(text) && isOwnWork(text)

/** Stops before its first statement like this, or before its first change of a row besides limits and the audit log. */
export function before<T>(work: () => Promise<T>, statement?: RegExp): Pausing<T> {
  const isIt = statement ? (text: string) => statement.test(text) : changesRows
  return async (other) => {
    const isFirst = new AsyncLocalStorage<boolean>()
    let isThere = false
    const end = hearStatements(({ text }) => {
      if (isThere || !isFirst.getStore() || !isIt(text)) return
      isThere = true
      return isFirst.exit(other)
    })
    try {
      return await isFirst.run(true, work)
    } finally {
      end()
    }
  }
}

/** Stops when all is written and nothing is committed. */
export const beforeCommit =
  <T>(db: Db, work: (tx: Db) => Promise<T>): Pausing<T> =>
  (other) =>
    db.transaction(async (tx) => {
      const result = await work(tx)
      await other()
      return result
    })

const settled = <T>(work: Promise<T>): Promise<T | Error> =>
  work.catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))

async function countWaiting(db: Db): Promise<number> {
  const { rowCount } = await db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount ?? 0
}
