import { randomBytes } from 'node:crypto'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { AuditAction } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { hasFactor } from '#base/db/has-factor.ts'
import { newId } from '#base/db/ids.ts'
import { customers, refreshFamilies, sessions, signInSteps, users } from '#base/db/schema/index.ts'
import { refreshDays, sessionSeconds, type Tokens } from '#base/http/session-cookies.ts'
import { factorRule, type SignedIn, tokenHash } from '#base/http/session-lookup.ts'
import type { Secrets } from '#base/secrets/secrets.ts'
import type { Place } from './new-place.ts'

/** Seconds in which the tokens before the present ones are still accepted: tabs refresh together. */
const refreshGraceSeconds = 30

/** A refresh token names its chain, so that a copy of any age is recognised. */
const refreshTokenFor = (familyId: string, secret: string) => `${familyId}.${secret}`

const familyOf = (refreshToken: string): string => refreshToken.split('.', 1).join()

const newToken = () => randomBytes(32).toString('base64url')
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`

/** The name and the first tokens of a chain that is about to begin. */
function newChain(): { familyId: string; tokens: Tokens } {
  const familyId = newId('family')
  return { familyId, tokens: { session: newToken(), refresh: refreshTokenFor(familyId, newToken()) } }
}

export interface SessionStart {
  userId: string
  /** For whom they are going to act. */
  customerId: string
  /** The password that was found to be right, as it was stored when it was read. */
  passwordHash: string
  place: Place
  networkHash: Buffer
}

/**
 * Opens a session and its chain of refresh tokens and notes it: one statement, so that all is there or nothing. Returns
 * undefined, and opens nothing, when the password was replaced, a second factor set up or the account stopped since it was read. The rows of user
 * and customer are locked: such a change has either ended, and is seen here, or it comes later and ends this session too.
 */
export async function startSession(
  db: Db,
  { userId, customerId, passwordHash, place: { address, device }, networkHash }: SessionStart,
): Promise<Tokens | undefined> {
  const { familyId, tokens } = newChain()
  const action: AuditAction = 'session.started'
  const { rowCount } = await db.execute(sql`
    with owner as (
      select customers.id, users.id as user_id from users
        join memberships on memberships.user_id = users.id
        join customers on customers.id = memberships.customer_id
      where users.id = ${userId} and customers.id = ${customerId} and users.password_hash = ${passwordHash}
        and customers.disabled_at is null and customers.suspended_at is null
        and not ${hasFactor} for share
    ), family as (
      insert into refresh_families (id, user_id, customer_id, current_hash, expires_at, network_hash, address, device)
      select ${familyId}::text, user_id, id, ${tokenHash(tokens.refresh)}::bytea, ${inSeconds(refreshDays * 24 * 3600)},
        ${networkHash}::bytea, ${address}::text, ${device}::text from owner
    ), session as (
      insert into sessions (token_hash, user_id, customer_id, family_id, expires_at)
      select ${tokenHash(tokens.session)}::bytea, user_id, id, ${familyId}::text, ${inSeconds(sessionSeconds)} from owner
    )
    insert into audit_log (customer_id, actor, action, address, session_id)
    select id, 'customer', ${action}::text, ${address}::text, ${familyId}::text from owner`)
  return rowCount ? tokens : undefined
}

interface NewSession {
  userId: string
  customerId: string
  networkHash: Buffer | null
  place?: { address: string | null; device: string | null }
  /** A second factor was shown just now. */
  isConfirmed?: boolean
}

/** The same as part of something that notes itself. */
export async function openSession(
  tx: Db,
  { userId, customerId, networkHash, place, isConfirmed = false }: NewSession,
): Promise<{ familyId: string; tokens: Tokens }> {
  const { familyId, tokens } = newChain()
  await tx.insert(refreshFamilies).values({
    id: familyId,
    userId,
    customerId,
    currentHash: tokenHash(tokens.refresh),
    expiresAt: inSeconds(refreshDays * 24 * 3600),
    networkHash,
    ...place,
    confirmedAt: isConfirmed ? sql`now()` : null,
  })
  await insertSession(tx, { userId, customerId, familyId, hash: tokenHash(tokens.session) })
  return { familyId, tokens }
}

const insertSession = (
  db: Db,
  { hash, ...owner }: { userId: string; customerId: string; familyId: string; hash: Buffer },
) =>
  db.insert(sessions).values({
    tokenHash: hash,
    ...owner,
    expiresAt: inSeconds(sessionSeconds),
  })

export type Refreshed =
  | { state: 'refreshed'; tokens: Tokens; customer: Omit<SignedIn, 'mustConfirm'> }
  | { state: 'refused' }
  /** An old token came back after its grace: someone else has a copy, so the whole chain ends. */
  | { state: 'reused'; customerId: string; familyId: string }

/** What may follow a refresh token, by each configured key; the first is handed out. */
function nextTokens(secrets: Secrets, familyId: string, refreshToken: string): [string, ...string[]] {
  const [proof, ...others] = secrets.proofs('refresh-token', refreshToken)
  const token = (bytes: Buffer) => refreshTokenFor(familyId, bytes.toString('base64url'))
  return [token(proof), ...others.map(token)]
}

/**
 * Exchanges a refresh token. The next token of a chain is derived from the one before with a server secret, so
 * tabs that refresh together, and a browser whose answer was lost, all arrive at the same next token.
 */
export async function refreshSession(db: Db, secrets: Secrets, refreshToken: string): Promise<Refreshed> {
  const familyId = familyOf(refreshToken)
  const hash = tokenHash(refreshToken)
  const [next, ...others] = nextTokens(secrets, familyId, refreshToken)
  return db.transaction(async (tx) => {
    const [family] = await tx
      .select({
        id: refreshFamilies.id,
        userId: refreshFamilies.userId,
        customerId: refreshFamilies.customerId,
        currentHash: refreshFamilies.currentHash,
        isCurrent: sql<boolean>`${refreshFamilies.currentHash} = ${hash}`,
        isRecent: sql<boolean>`coalesce(${refreshFamilies.previousHash} = ${hash}, false)
          and ${refreshFamilies.rotatedAt} > now() - make_interval(secs => ${refreshGraceSeconds})`,
        isOver: sql<boolean>`${refreshFamilies.endedAt} is not null or ${refreshFamilies.expiresAt} <= now()`,
      })
      .from(refreshFamilies)
      .where(eq(refreshFamilies.id, familyId))
      .for('update')
    if (!family || family.isOver) return { state: 'refused' }
    const [customer] = await tx
      .select({
        id: customers.id,
        userId: users.id,
        email: users.email,
        name: users.name,
        mustChangePassword: users.mustChangePassword,
        ...factorRule,
      })
      .from(customers)
      .innerJoin(users, eq(users.id, family.userId))
      .where(
        and(eq(customers.id, family.customerId), isNull(customers.disabledAt), isNull(customers.suspendedAt)),
      )
    if (!customer) return { state: 'refused' }

    let refresh = next
    if (family.isCurrent) {
      await tx
        .update(refreshFamilies)
        .set({ previousHash: hash, currentHash: tokenHash(next), rotatedAt: sql`now()` })
        .where(eq(refreshFamilies.id, family.id))
      await tx
        .update(sessions)
        .set({ expiresAt: sql`least(${sessions.expiresAt}, ${inSeconds(refreshGraceSeconds)})` })
        .where(eq(sessions.familyId, family.id))
    } else if (!family.isRecent) {
      await endFamily(tx, family.id, 'reuse')
      return { state: 'reused', customerId: family.customerId, familyId: family.id }
    } else {
      // Another process may have rotated it with another key: all tabs have to arrive at the token that is there.
      const present = [next, ...others].find((token) => tokenHash(token).equals(family.currentHash))
      if (present === undefined) return { state: 'refused' }
      refresh = present
    }
    const session = newToken()
    await insertSession(tx, {
      userId: customer.userId,
      customerId: customer.id,
      familyId: family.id,
      hash: tokenHash(session),
    })
    return {
      state: 'refreshed',
      tokens: { session, refresh },
      customer: { ...customer, familyId: family.id },
    }
  })
}

/** Ends one chain and its sessions. */
export async function endFamily(db: Db, familyId: string, because: string): Promise<void> {
  await db
    .update(refreshFamilies)
    .set({ endedAt: sql`now()`, endedBecause: because })
    .where(eq(refreshFamilies.id, familyId))
  await db.delete(sessions).where(eq(sessions.familyId, familyId))
}

/** Whose chain a refresh token belongs to, while it lasts: the present token or the one before. */
export async function findChain(
  db: Db,
  refreshToken: string,
): Promise<{ id: string; familyId: string } | undefined> {
  const hash = tokenHash(refreshToken)
  const [chain] = await db
    .select({ id: refreshFamilies.customerId, familyId: refreshFamilies.id })
    .from(refreshFamilies)
    .where(
      and(
        eq(refreshFamilies.id, familyOf(refreshToken)),
        or(eq(refreshFamilies.currentHash, hash), eq(refreshFamilies.previousHash, hash)),
        isNull(refreshFamilies.endedAt),
      ),
    )
  return chain
}

/** Ends every chain of a user, and what they have begun on the way in, or every chain of all who act for a customer. */
export async function endSessionsOf(
  db: Db,
  of: { userId: string } | { customerId: string },
  because: string,
): Promise<void> {
  const ofThem = (table: typeof refreshFamilies | typeof sessions) =>
    'userId' in of ? eq(table.userId, of.userId) : eq(table.customerId, of.customerId)
  await db
    .update(refreshFamilies)
    .set({ endedAt: sql`now()`, endedBecause: because })
    .where(and(ofThem(refreshFamilies), isNull(refreshFamilies.endedAt)))
  await db.delete(sessions).where(ofThem(sessions))
  if ('userId' in of) await db.delete(signInSteps).where(eq(signInSteps.userId, of.userId))
}
