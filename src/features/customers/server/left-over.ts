import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, customers } from '#base/db/schema/index.ts'
import { countOf } from '#base/text/count-of.ts'
import {
  type AccountMoments,
  accountStateOf,
  accountStates,
} from '#features/capacity/rules/account-states.ts'

/** A customer's subscriptions that have not ended at the payment provider, as far as is known. */
const notEnded = sql`from subscriptions s where s.customer_id = ${customers.id} and s.status <> 'ended'`
export const billedCount = sql<number>`(select count(*)::int ${notEnded})`

/** Whether someone who is gone still has something that runs or is paid for. */
export const isLeftOver = (account: AccountMoments & { live: number; billed: number }): boolean =>
  accountStates[accountStateOf(account)].payment === 'goes back' && account.live + account.billed > 0

export interface LeftOver {
  email: string
  /** The state of the account, in words. */
  access: string
  isErased: boolean
  live: number
  billed: number
  /** At the payment provider. */
  subscriptionIds: string[]
}

/** Closed and erased accounts that still have something live or billed: none, when all is well. */
export async function leftOver(db: Db): Promise<LeftOver[]> {
  const rows = await db
    .select({
      email: customers.email,
      erasedAt: customers.erasedAt,
      eraseDueAt: customers.eraseDueAt,
      suspendedAt: customers.suspendedAt,
      disabledAt: customers.disabledAt,
      live: db.$count(bundles, and(eq(bundles.customerId, customers.id), eq(bundles.status, 'live'))),
      billed: billedCount,
      subscriptionIds: sql<string[]>`array(select s.stripe_id ${notEnded} order by 1)`,
    })
    .from(customers)
    .where(or(isNotNull(customers.eraseDueAt), isNotNull(customers.erasedAt)))
    .orderBy(asc(customers.email))
  return rows.filter(isLeftOver).map((row) => ({
    email: row.email,
    access: accountStates[accountStateOf(row)].words,
    isErased: row.erasedAt !== null,
    live: row.live,
    billed: row.billed,
    subscriptionIds: row.subscriptionIds,
  }))
}

/** What such an account has, in words. */
export const leftOverText = ({ email, access, live, billed }: LeftOver): string =>
  `${email} is ${access} and has ${countOf(live, 'live order')} and ${countOf(billed, 'billed subscription')}`

/** Where the console ends what a closed account has left. */
export const finishClosingPress = 'On its page under Customers: “Actions”, “Finish closing”.'

/** What is left to do about an erased account, which cannot be closed any more. */
export const endAtStripe = ({ subscriptionIds }: LeftOver): string =>
  subscriptionIds.length > 0 ? `End at Stripe: ${subscriptionIds.join(', ')}.` : 'End its orders.'
