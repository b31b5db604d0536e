import { and, asc, eq, exists, getTableColumns, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { hasAuthenticator, hasPasskey } from '#base/db/has-factor.ts'
import { customers, memberships, refreshFamilies, users } from '#base/db/schema/index.ts'
import { networkOf, siteOf } from '#base/http/network-of.ts'
import { Refusal, rateLimited } from '#base/http/refusal.ts'
import type { Tokens } from '#base/http/session-cookies.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { rulesOfAccount } from '#features/capacity/rules/account-states.ts'
import { forgottenMessages } from '../rules/forgotten-password.ts'
import { type FactorKind, factorKinds } from '../rules/passkeys.ts'
import { nameless } from './nameless.ts'
import { isNewPlace, type Place, tellNewPlace } from './new-place.ts'
import { oneTimeIsOver, oneTimeOver } from './one-time-password.ts'
import { passwordMatches } from './passwords.ts'
import { startSession } from './sessions.ts'
import { beginPasswordStep, mayTryFrom } from './sign-in-steps.ts'

/** Tries of one network, then one every 6 s. */
const perNetwork = { perSecond: 1 / 6, burst: 30 }
/**
 * Tries of all networks of one /48, then one every second. Strangers alone meet it: a customer whose neighbour attacks does
 * not keep out those who have signed in before.
 */
const perSite = { perSecond: 1, burst: 300 }
/** Tries of one network at one account, then one every 30 s. */
const perPair = { perSecond: 1 / 30, burst: 10 }
/**
 * Tries at one account from everywhere, then one every 20 s. Only strangers meet it: an attacker who tries passwords from many
 * places does not keep the owner out of where they have signed in before.
 */
const perAccount = { perSecond: 1 / 20, burst: 100 }
/** Mails that tell its owner so. */
const perOwner = { perSecond: 1 / 86_400, burst: 1 }

export interface SignInAttempt {
  email: string
  password: string
  /** Network address of the caller. */
  address: string
}

/** The password was right, and a second factor is asked for. */
export interface AskedForCode {
  /** Stands for what was shown so far. */
  step: string
  factors: FactorKind[]
}

export interface SignedInNow {
  customer: {
    id: string
    name: string
    email: string
    mustChangePassword: boolean
    mustSetUpFactor: boolean
  }
  tokens: Tokens
}

/** Unknown address and wrong password are answered alike, in like time. The answered function throws a `Refusal`. */
export function createSignIn(
  deps: Pick<Dependencies, 'db' | 'limits' | 'secrets' | 'outbox' | 'config' | 'brand' | 'queue'>,
) {
  const { db, secrets } = deps
  const networks = sql`${sql.placeholder('networkHashes')}::bytea[]`
  const signedInThere = exists(
    db
      .select({ one: sql`1` })
      .from(refreshFamilies)
      .where(
        and(eq(refreshFamilies.userId, users.id), sql`${refreshFamilies.networkHash} = any(${networks})`),
      ),
  )
  const byEmail = db
    .select({
      ...getTableColumns(users),
      customer: getTableColumns(customers),
      isKnownThere: sql<boolean>`(${signedInThere} or ${mayTryFrom(networks)})`,
      isNewPlace: isNewPlace(networks, sql`${sql.placeholder('device')}::text`),
      isOver: oneTimeIsOver,
      hasAuthenticator,
      hasPasskey,
    })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .innerJoin(customers, eq(customers.id, memberships.customerId))
    .where(sql`lower(${users.email}) = ${sql.placeholder('email')}`)
    .orderBy(asc(memberships.createdAt))
    .limit(1)
    .prepare('user_by_email')

  return async ({
    email,
    password,
    address,
    device,
  }: SignInAttempt & Place): Promise<SignedInNow | AskedForCode> => {
    const network = networkOf(address)
    const networkHashes = secrets.proofs('network', network)
    const [user] = await byEmail.execute({ email, networkHashes, device })
    const isKnown = user?.isKnownThere ?? false
    const site = siteOf(address)
    await countTry(deps, 'customer', { email, network, site, isKnown })
    const matches = await passwordMatches(
      user?.passwordHash,
      password,
      user && isKnown ? { rank: 'known', of: user.customer.id } : { rank: 'stranger', of: site },
    )
    if (!user || !matches) throw await refuseSignIn(db, user?.customer.id)
    const { id: userId, passwordHash, customer } = user
    const customerId = customer.id
    if (!rulesOfAccount(customer).signsIn) {
      await noteRefused(db, customerId, { disabled: true })
      throw new Refusal(403, 'forbidden', 'This account is disabled. Please contact support.')
    }
    if (user.isOver) {
      await noteRefused(db, customerId, { oneTimePasswordOver: true })
      throw oneTimeOver()
    }
    const factors = factorsOf(user)
    if (factors.length > 0) {
      const step = await db.transaction((tx) => beginPasswordStep(tx, user))
      if (!step) throw await refuseSignIn(db, customerId)
      return { step, factors }
    }
    const place = { address, device }
    const start = { userId, customerId, passwordHash, place, networkHash: networkHashes[0] }
    const tokens = user.isNewPlace
      ? await db.transaction(async (tx) => {
          const begun = await startSession(tx, start)
          if (begun) await tellNewPlace(deps, tx, user, place)
          return begun
        })
      : await startSession(db, start)
    // Replaced, or the account stopped, while the password was being verified: it is not right any more.
    if (!tokens) throw await refuseSignIn(db, customerId)
    return {
      customer: {
        id: customerId,
        name: user.name,
        email: user.email,
        mustChangePassword: user.mustChangePassword,
        mustSetUpFactor: customer.secondFactorRequiredAt !== null,
      },
      tokens,
    }
  }
}

/** Which second factors somebody is asked for. */
export const factorsOf = (has: { hasAuthenticator: boolean; hasPasskey: boolean }): FactorKind[] =>
  factorKinds.filter((kind) => (kind === 'code' ? has.hasAuthenticator : has.hasPasskey))

/**
 * Counts a try to sign in, of whoever it may be. Throws a `Refusal` where there were too many. One that strangers have caused
 * says how somebody who reads the account's mail gets past it, and is told to that person, if there is one, by a worker:
 * the answer says nothing of it.
 */
export async function countTry(
  { db, limits, secrets, queue }: Pick<Dependencies, 'db' | 'limits' | 'secrets' | 'queue'>,
  of: 'customer' | 'staff',
  { email, network, site, isKnown }: { email: string; network: string; site: string; isKnown: boolean },
): Promise<void> {
  const whose = nameless(secrets, email)
  const ofAccount = `sign-in:account:${whose}`
  const place = await limits.allow(
    { key: `sign-in:at:${network}`, rate: perNetwork },
    { key: `sign-in:pair:${network}:${whose}`, rate: perPair },
    ...(isKnown || site === network ? [] : [{ key: `sign-in:site:${site}`, rate: perSite }]),
    ...(isKnown ? [] : [{ key: ofAccount, rate: perAccount }]),
  )
  if (place.ok) return
  const refusal = tooManyTries(place.retryAfterMs)
  if (place.key !== ofAccount) throw rateLimited(refusal, place.retryAfterMs)
  const told = await limits.allow({ key: `sign-in:told:${whose}`, rate: perOwner })
  if (told.ok) await queue.add(db, 'forgotten-password', [{ email, of, isTried: true }])
  throw rateLimited(`${refusal} ${forgottenMessages.wayPast}`, place.retryAfterMs)
}

const noteRefused = (db: Db, customerId: string | undefined, data?: Record<string, unknown>): Promise<void> =>
  audit(db, { customerId, actor: 'customer', action: 'session.refused', ...(data && { data }) })

async function refuseSignIn(db: Db, customerId: string | undefined): Promise<Refusal> {
  await noteRefused(db, customerId)
  return new Refusal(401, 'unauthenticated', 'The email or password is not right.')
}

function tooManyTries(retryAfterMs: number): string {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  return `Too many sign-in attempts. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
}
