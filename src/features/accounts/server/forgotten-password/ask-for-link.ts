import { networkOf } from '#base/http/network-of.ts'
import { rateLimited } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { forgottenMessages } from '../../rules/forgotten-password.ts'
import { nameless } from '../nameless.ts'
import { letTryFrom, stepIfWorks } from '../sign-in-steps.ts'
import type { Forgetful } from './forgetful.ts'

/** Links that one network asks for, then one every half minute. */
const perNetwork = { perSecond: 1 / 30, burst: 10 }
/** Links to one address, whoever asks, then one every five minutes: nobody's mailbox is filled. */
const perAddress = { perSecond: 1 / 300, burst: 3 }
/** Links that one network tries: their secrets cannot be guessed, but what is tried costs a look. */
const triesPerNetwork = { perSecond: 1 / 6, burst: 20 }

/**
 * Has a link mailed, if the address is anybody's. Which it is is found out later, by a worker: the answer says nothing
 * of it, and takes no longer. Throws a `Refusal` where too many were asked for.
 */
export async function askForLink(
  { db, limits, queue, secrets }: Pick<Dependencies, 'db' | 'limits' | 'queue' | 'secrets'>,
  of: 'customer' | 'staff',
  { email, address }: { email: string; address: string },
): Promise<void> {
  const place = await limits.allow(
    { key: `forgotten:at:${networkOf(address)}`, rate: perNetwork },
    { key: `forgotten:address:${nameless(secrets, email)}`, rate: perAddress },
  )
  if (!place.ok) throw rateLimited(forgottenMessages.tooMany, place.retryAfterMs)
  await queue.add(db, 'forgotten-password', [{ email, of }])
}

/**
 * Whether a link that was followed still works. If so, whoever it was mailed to may sign in from there for a while, with the
 * password that they have, whatever strangers try. Throws a `Refusal` where too many were followed.
 */
export async function followLink(
  deps: Pick<Dependencies, 'db' | 'limits' | 'secrets'>,
  { mayComeIn }: Pick<Forgetful, 'mayComeIn'>,
  { token, address }: { token: string; address: string },
): Promise<boolean> {
  await countFollowed(deps, address)
  const user = await stepIfWorks(deps.db, token, 'reset', mayComeIn)
  if (user) await letTryFrom(deps.db, user.id, deps.secrets.proofs('network', networkOf(address))[0])
  return user !== undefined
}

/** Counts a link that is followed, right or wrong. Throws a `Refusal`. */
export async function countFollowed(
  { limits }: Pick<Dependencies, 'limits'>,
  address: string,
): Promise<void> {
  const place = await limits.allow({ key: `forgotten:tried:${networkOf(address)}`, rate: triesPerNetwork })
  if (!place.ok) throw rateLimited('Too many tries. Please wait a minute.', place.retryAfterMs)
}
