import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domains } from '#base/db/schema/index.ts'
import { isOrdered } from '#delivery/domains/held.ts'
import type { GivenUpCause } from '#features/domains/rules/given-up.ts'

type Row = Pick<typeof domains.$inferSelect, 'status' | 'replacesId'> & {
  isReplaced: boolean
  isTaken: boolean
  isDelivered: boolean
}

/**
 * Whether a domain lost its place without another one being ordered for what it served, and why. One that is taken back
 * leaves the one it was to replace, and nothing stands in its own place.
 */
export function givenUpCause(
  { status, replacesId, isReplaced, isTaken, isDelivered }: Row,
  hasSuccessor: boolean,
): GivenUpCause | undefined {
  if (!isReplaced || isTaken || status !== 'cancelled') return undefined
  if (!hasSuccessor && replacesId === null) return 'taken back'
  return isDelivered ? undefined : 'undelivered'
}

/**
 * Those of a customer's domains, by id, that another one was ordered for: also where that one has left their order since,
 * because it took the place of another domain as a spare, or its place was taken.
 */
export async function replacedAmong(
  db: Db,
  customerId: string,
  rows: readonly Pick<Row & { id: string }, 'id' | 'status' | 'replacesId' | 'isReplaced'>[],
): Promise<Set<string>> {
  const replaced = new Set(rows.flatMap(({ replacesId }) => replacesId ?? []))
  const open = rows.filter(
    ({ id, status, replacesId, isReplaced }) =>
      isReplaced && status === 'cancelled' && replacesId === null && !replaced.has(id),
  )
  if (open.length === 0) return replaced
  const elsewhere = await db
    .select({ replacesId: domains.replacesId })
    .from(domains)
    .where(
      and(
        eq(domains.customerId, customerId),
        isOrdered,
        inArray(
          domains.replacesId,
          open.map(({ id }) => id),
        ),
      ),
    )
  for (const { replacesId } of elsewhere) if (replacesId) replaced.add(replacesId)
  return replaced
}
