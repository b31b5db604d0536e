import { and, eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domains } from '#base/db/schema/index.ts'
import { notFound, ruleBroken } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { removeFactorsOf } from '#features/accounts/server/second-factor/own-second-factor.ts'
import { accountStates } from '#features/capacity/rules/account-states.ts'
import { customerActMessages, isTyped, typedAddressOver } from '../../rules/customer-acts.ts'
import { closeCustomer, reopenCustomer } from '../close-customer.ts'
import { type Access, changeAccess, resetPassword } from '../customer-access.ts'
import { eraseCustomer } from '../erase-customer.ts'
import { type Member, memberOf } from '../members.ts'
import { knownCustomer } from './known-customer.ts'

/** Throws a `Refusal` where the address has to be typed first and was not. */
async function refuseUntyped(
  db: Db,
  { id, email }: { id: string; email: string },
  typed: string | undefined,
  over = typedAddressOver,
): Promise<void> {
  if (isTyped(typed, email)) return
  const touched = await db.$count(domains, and(eq(domains.customerId, id), isRunning))
  if (touched > over) throw ruleBroken(customerActMessages.addressWanted)
}

interface WantedAccess {
  access: Access
  withBilling: boolean
  typed?: string | undefined
}

/** Opens an account or stops it. Returns what came of it, as a sentence. */
export async function setAccess(
  deps: Dependencies,
  customerId: string,
  { access, withBilling, typed }: WantedAccess,
): Promise<string> {
  const { email } = await known(deps.db, customerId, access === 'suspended', typed)
  const { names, held, pages } = await changeAccess(deps, email, access, { withBilling })
  return [
    `${email} is ${accountStates[access].words}.`,
    ...(names > 0 ? [`${countOf(names, 'domain')} ${access === 'open' ? 'go on' : 'are stopped'} now.`] : []),
    ...(held > 0 ? [`${countOf(held, 'group')} on hold until released.`] : []),
    ...(pages.ended > 0 ? [`${countOf(pages.ended, 'payment page')} ended.`] : []),
  ].join(' ')
}

async function known(db: Db, customerId: string, isHarm: boolean, typed: string | undefined) {
  const customer = await knownCustomer(db, customerId)
  if (isHarm) await refuseUntyped(db, customer, typed)
  return customer
}

export async function close(
  deps: Dependencies,
  customerId: string,
  typed: string | undefined,
): Promise<string> {
  const { email } = await known(deps.db, customerId, true, typed)
  const { cancelled, eraseDueAt } = await closeCustomer(deps, email)
  return `${email} is closed: ${countOf(cancelled, 'group')} cancelled. The personal data goes from ${eraseDueAt.toISOString().slice(0, 10)} on.`
}

export async function reopen(deps: Dependencies, customerId: string): Promise<string> {
  const { email } = await knownCustomer(deps.db, customerId)
  const state = await reopenCustomer(deps, email)
  return `${email} is ${accountStates[state].words}. What was cancelled stays cancelled.`
}

/** The address is wanted whatever is left. */
export async function erase(
  deps: Dependencies,
  customerId: string,
  typed: string | undefined,
): Promise<string> {
  const customer = await knownCustomer(deps.db, customerId)
  await refuseUntyped(deps.db, customer, typed, -1)
  const left = await eraseCustomer(deps, customer.email)
  return left
    ? `What is left at third parties goes first: ${countOf(left.domains, 'domain')}, ${countOf(left.checkouts, 'payment page')}. The personal data follows by itself.`
    : 'The personal data is gone.'
}

/** Someone who signs in for the customer. Throws a `Refusal` for anyone else. */
async function member(db: Db, customerId: string, userId: string): Promise<Member> {
  const found = await memberOf(db, customerId, userId)
  if (!found) throw notFound(customerActMessages.noMember)
  return found
}

/** A new one-time password for one who signs in for the customer. Throws a `Refusal` for anyone else. */
export async function resetMember(db: Db, customerId: string, userId: string) {
  const { email } = await member(db, customerId, userId)
  return { id: userId, email, password: await resetPassword(db, email) }
}

/** The password alone signs them in. Throws a `Refusal` for anyone else, and for one who has no second factor. */
export const removeMembersFactor = async (deps: Dependencies, customerId: string, userId: string) =>
  removeFactorsOf(deps, await member(deps.db, customerId, userId))
