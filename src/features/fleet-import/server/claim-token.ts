import { type Column, type SQL, sql } from 'drizzle-orm'

/** A moment so many seconds from now, by the database's clock. */
export const inSeconds = (seconds: number): SQL => sql`now() + make_interval(secs => ${seconds})`

/** Until when a claim lasts, to the microsecond: whoever claims it next does so until another moment. */
export const tokenOf = (claimedUntil: Column): SQL<string> => sql<string>`${claimedUntil}::text`

export const isClaim = (claimedUntil: Column, token: string): SQL =>
  sql`${claimedUntil} = ${token}::timestamptz`
