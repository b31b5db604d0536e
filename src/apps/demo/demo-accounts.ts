import { eq, inArray, sql } from 'drizzle-orm'
import { customers, users } from '#base/db/schema/index.ts'
import { operator } from '#features/accounts/server/password-line.ts'
import { passwordMatches } from '#features/accounts/server/passwords.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { setCustomerAccess } from '#features/customers/server/customer-access.ts'

type AccountDependencies = Parameters<typeof setCustomerAccess>[0]

/** Everybody knows this password, so the accounts exist only beside the sandbox. */
export const demoPassword = 'Inboxyard.1'
export const demoAccounts = [
  /** Has orders in different states. */
  { email: 'demo@inboxyard.test', name: 'Demo Customer' },
  /** Has none yet. */
  { email: 'new@inboxyard.test', name: 'New Customer' },
] as const

/** How addresses of customers end whose work items the robot leaves to people: there is something to do in the console. */
export const leftToPeople = '.left-to-people.test'

/** Several processes may start together: one makes the accounts, the others wait and find them. */
const demoLock = 7_240_002

/**
 * Makes the demo accounts, or closes them when this installation has left the sandbox. Returns whether the first
 * one still has the known password.
 */
export async function ensureDemoAccounts(
  deps: AccountDependencies,
  demo: boolean,
): Promise<{ passwordIsKnown: boolean }> {
  return deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${demoLock})`)
    return makeOrClose({ ...deps, db: tx }, demo)
  })
}

async function makeOrClose(deps: AccountDependencies, demo: boolean): Promise<{ passwordIsKnown: boolean }> {
  const { db } = deps
  const emails = demoAccounts.map(({ email }) => email)
  const existing = await db.select().from(customers).where(inArray(customers.email, emails))
  if (!demo) {
    for (const { email, disabledAt } of existing) {
      if (!disabledAt) await setCustomerAccess(deps, email, 'disabled')
    }
    return { passwordIsKnown: false }
  }
  for (const account of demoAccounts) {
    if (existing.some(({ email }) => email === account.email)) continue
    await addCustomer(db, { ...account, password: demoPassword })
  }
  const [first] = await db.select().from(users).where(eq(users.email, demoAccounts[0].email))
  return { passwordIsKnown: await passwordMatches(first?.passwordHash, demoPassword, operator) }
}
