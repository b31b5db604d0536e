import { sql } from 'drizzle-orm'
import { audit } from '../../audit.ts'
import type { Db } from '../../db/client.ts'
import { customers } from '../../db/schema/index.ts'
import { Refusal, rateLimited } from '../../http/refusal.ts'
import type { Limits } from '../../limits.ts'
import { passwordMatches } from './passwords.ts'
import type { Tokens } from './session-cookies.ts'
import { createSessionStart } from './sessions.ts'

/** Tries per address, then one every 6 s; per account, then one every 30 s. */
const perAddress = { perSecond: 1 / 6, burst: 30 }
const perAccount = { perSecond: 1 / 30, burst: 10 }

export interface SignInAttempt {
  email: string
  password: string
  /** Network address of the caller. */
  address: string
}

export interface SignedInNow {
  customer: { name: string; email: string; mustChangePassword: boolean }
  tokens: Tokens
}

/** Unknown address and wrong password are answered alike, in like time. The answered function throws a `Refusal`. */
export function createSignIn({ db, limits }: { db: Db; limits: Limits }) {
  const byEmail = db
    .select()
    .from(customers)
    .where(sql`lower(${customers.email}) = ${sql.placeholder('email')}`)
    .prepare('customer_by_email')
  const startSession = createSessionStart(db)

  return async ({ email, password, address }: SignInAttempt): Promise<SignedInNow> => {
    const place = await limits.allow(
      { key: `sign-in:address:${address}`, rate: perAddress },
      { key: `sign-in:account:${email}`, rate: perAccount },
    )
    if (!place.ok) throw rateLimited(tooManyTries(place.retryAfterMs), place.retryAfterMs)
    const [customer] = await byEmail.execute({ email })
    const matches = await passwordMatches(customer?.erasedAt ? undefined : customer?.passwordHash, password)
    if (!customer || !matches) {
      await audit(db, { customerId: customer?.id, actor: 'customer', action: 'session.refused', address })
      throw new Refusal(401, 'unauthenticated', 'The email or password is not right.')
    }
    if (customer.disabledAt || customer.suspendedAt) {
      await audit(db, {
        customerId: customer.id,
        actor: 'customer',
        action: 'session.refused',
        data: { disabled: true },
        address,
      })
      throw new Refusal(403, 'forbidden', 'This account is disabled. Please contact support.')
    }
    const tokens = await startSession({ customerId: customer.id, address })
    return {
      customer: {
        name: customer.name,
        email: customer.email,
        mustChangePassword: customer.mustChangePassword,
      },
      tokens,
    }
  }
}

function tooManyTries(retryAfterMs: number): string {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  return `Too many sign-in attempts. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
}
