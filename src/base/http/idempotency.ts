import { createHash } from 'node:crypto'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/client.ts'
import { idempotencyKeys } from '../db/schema/index.ts'
import { conflict, invalid } from './refusal.ts'

const keyForm = /^[\w.:-]{8,100}$/
/** No request lasts longer: a process that claimed a key before and left no answer was killed on the way. */
const longestRequestSeconds = 60

/**
 * Does something once per `Idempotency-Key` header: a repeated request gets the first one's answer. The same key
 * with another body, or while the first request is still under way, is a conflict; one that was
 * interrupted by a crash is done again. Without the header it is simply done; a failure frees the key.
 */
export async function once<R>(
  db: Db,
  customerId: string,
  request: FastifyRequest,
  work: () => Promise<R>,
): Promise<R> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return work()
  if (typeof key !== 'string' || !keyForm.test(key))
    throw invalid('The Idempotency-Key header needs 8 to 100 letters, digits or - . _ :')
  const bodyHash = createHash('sha256')
    // What is agreed to on the way makes it no other request.
    .update(`${request.url.split('?')[0]} ${JSON.stringify(request.body)}`)
    .digest('base64url')
  const mine = and(eq(idempotencyKeys.customerId, customerId), eq(idempotencyKeys.key, key))

  const made = await db
    .insert(idempotencyKeys)
    .values({ customerId, key, bodyHash })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (made.length === 0) {
    const [known] = await db.select().from(idempotencyKeys).where(mine)
    if (known && known.bodyHash !== bodyHash) throw conflict('This key was used for another request.')
    if (known?.answer) return known.answer as R
    const [abandoned] = await db
      .update(idempotencyKeys)
      .set({ createdAt: sql`now()` })
      .where(
        and(
          mine,
          isNull(idempotencyKeys.answer),
          lt(idempotencyKeys.createdAt, sql`now() - make_interval(secs => ${longestRequestSeconds})`),
        ),
      )
      .returning({ key: idempotencyKeys.key })
    if (!abandoned) throw conflict('This request is being processed already. Please wait a moment.')
  }
  try {
    const answer = await work()
    await db.update(idempotencyKeys).set({ answer }).where(mine)
    return answer
  } catch (error) {
    await db.delete(idempotencyKeys).where(mine)
    throw error
  }
}
