import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Inferred: no tool says how long it takes to set up an account that was signed in to. */
const setUpMinutes = 2
/** So often what a tool is setting up is looked at, by one list of its domain, until it is usable. */
export const setUpLookSeconds = 10

/**
 * Whether a tool was let in at this moment and is setting the mailbox up: to sign in again would begin that anew. After
 * its usual time the mailbox may be signed in to again.
 */
export const isBeingSetUp = (setUpSince: SQLWrapper): SQL<boolean> =>
  sql<boolean>`coalesce(${setUpSince} > now() - make_interval(mins => ${setUpMinutes}), false)`
