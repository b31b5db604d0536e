import { type SQL, sql } from 'drizzle-orm'
import { customers } from '../db/schema/index.ts'

/** Whose the one mailbox of `doctor --deep` is: nobody's. No mail goes there, and nobody can sign in with it. */
export const deepEmail = 'doctor-deep@inboxyard.invalid'

/** What is shown of customers leaves it out. */
export const isNotDeep: SQL = sql`${customers.email} <> ${deepEmail}`

/** For whoever reads that something of it is left. */
export const howToRemove = 'Remove it with: npm run operator -- doctor --deep --remove-left'
