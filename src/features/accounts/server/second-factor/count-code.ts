import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { type refreshFamilies, type staffSessions, users } from '#base/db/schema/index.ts'
import { networkOf } from '#base/http/network-of.ts'
import { rateLimited } from '#base/http/refusal.ts'
import type { Secrets } from '#base/secrets/secrets.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { mayTryFrom } from '../sign-in-steps.ts'

/** Codes of one person, then one a minute: a million codes take two years. */
const codeRate = { perSecond: 1 / 60, burst: 10 }

export interface CodeTry {
  userId: string
  /** Network address of the caller. */
  address: string
  /** They are signed in, or have been from there: nobody who has only the password uses up their codes. */
  isKnown: boolean
}

/** Whether somebody has signed in from a network before, or was let try there, on the side whose sign-ins are in the table. */
export const signedInFrom = async (
  { db, secrets }: { db: Db; secrets: Secrets },
  table: typeof refreshFamilies | typeof staffSessions,
  { userId, address }: { userId: string; address: string },
): Promise<boolean> => {
  const networks = secrets.proofs('network', networkOf(address))
  const hashes = sql`${sql.param(networks)}::bytea[]`
  const there = and(eq(table.userId, userId), sql`${table.networkHash} = any(${hashes})`)
  return (
    (await db.$count(table, there)) > 0 ||
    (await db.$count(users, and(eq(users.id, userId), mayTryFrom(hashes)))) > 0
  )
}

/**
 * Counts a code that someone shows, right or wrong: by network, and where they are not known for all those networks
 * together. Throws a `Refusal` where there were too many.
 */
export async function countCode(
  { limits }: Pick<Dependencies, 'limits'>,
  { userId, address, isKnown }: CodeTry,
): Promise<void> {
  const place = await limits.allow(
    { key: `code:at:${networkOf(address)}:${userId}`, rate: codeRate },
    ...(isKnown ? [] : [{ key: `code:of:${userId}`, rate: codeRate }]),
  )
  if (!place.ok) throw rateLimited('Too many codes were tried. Please wait a minute.', place.retryAfterMs)
}
