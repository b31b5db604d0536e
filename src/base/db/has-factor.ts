import { type SQL, sql } from 'drizzle-orm'
import { passkeys, secondFactors, users } from './schema/index.ts'

/** One level down: of a selection from a single table drizzle leaves the tables' names out, which mean two tables here. */
const named = <Value>(expression: SQL): SQL<Value> => sql<Value>`${expression}`

/** Whether a user, read from `users`, has an authenticator app that is in use. */
export const hasAuthenticator = named<boolean>(sql`exists (select from ${secondFactors}
  where ${secondFactors.userId} = ${users.id} and ${secondFactors.confirmedAt} is not null)`)

/** Whether a user, read from `users`, has a passkey. */
export const hasPasskey = named<boolean>(
  sql`exists (select from ${passkeys} where ${passkeys.userId} = ${users.id})`,
)

/** How many passkeys a user, read from `users`, has. */
export const countPasskeys = named<number>(
  sql`(select count(*)::int from ${passkeys} where ${passkeys.userId} = ${users.id})`,
)

/** Whether a user, read from `users`, has a second factor that is in use, of whichever kind. */
export const hasFactor = sql<boolean>`(${hasAuthenticator} or ${hasPasskey})`
