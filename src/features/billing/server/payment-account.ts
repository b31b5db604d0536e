import { paymentAccounts } from '#base/db/schema/index.ts'
import { unavailable } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'

type Needs = Pick<Dependencies, 'db' | 'vendors' | 'alert'>

export const anotherAccount = {
  reason:
    'the key opens another account than the one that this database’s payments are of, or its other mode',
  mend: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to those of that account, live where it was live. Test and live payments need a database each.',
}

/**
 * Whether Stripe's key opens the account and mode that our rows are of, which the first look notes. Only then is "there is
 * no such customer" said of ours, and only then may anything new be kept beside them.
 */
export async function isOwnAccount(
  { db, vendors: { payments } }: Pick<Needs, 'db' | 'vendors'>,
  call: CallContext = {},
): Promise<boolean> {
  const [noted] = await db.select().from(paymentAccounts)
  try {
    const present = await payments.account(noted?.mark, call)
    if (!noted && present) await db.insert(paymentAccounts).values(present).onConflictDoNothing()
    return present !== undefined
  } catch (error) {
    // A key that may not look says nothing, and doctor asks for the permission.
    if (isVendorError(error) && error.status === 403) return true
    throw error
  }
}

/** Tells the operator once a day that it does not. Returns whether it does. */
export async function checkOwnAccount(deps: Needs, call?: CallContext): Promise<boolean> {
  const isOwn = await isOwnAccount(deps, call)
  if (!isOwn)
    await deps.alert(deps.db, {
      key: `payment-account:${new Date().toISOString().slice(0, 10)}`,
      subject: 'Stripe’s key is of another account',
      text: `No payment can be made, and what happens at Stripe is not read: ${anotherAccount.reason}. ${anotherAccount.mend}`,
    })
  return isOwn
}

/** Of these it is known: neither a process’s key nor the row is ever another. */
const own = new WeakSet<Dependencies['vendors']['payments']>()

/**
 * `isDoubted`: the provider does not have what we have noted, so it is asked again.
 * @throws a `Refusal` where the key opens another account
 */
export async function refuseOtherAccount(deps: Needs, { isDoubted = false } = {}): Promise<void> {
  const { payments } = deps.vendors
  if (own.has(payments) && !isDoubted) return
  if (!(await checkOwnAccount(deps, { purpose: 'waiting' })))
    throw unavailable('Nothing can be paid at the moment. Our team knows, and is working on it.')
  own.add(payments)
}
