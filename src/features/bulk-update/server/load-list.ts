import { and, eq, isNull, sql } from 'drizzle-orm'
import { newId } from '#base/db/ids.ts'
import { bulkFetches, customers } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { ruleBroken, unauthenticated } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import type { BulkAccess } from '#vendors/client/bulk-tools.ts'
import type { RetryBody } from '../rules/bulk-job.ts'
import { type LoadedList, loadedListMessages } from '../rules/loaded-list.ts'
import { canNarrow, isNarrowed, type Narrowing, notNarrowed } from '../rules/narrowing.ts'
import { readList } from './read-list.ts'
import { accessFor } from './retry-bulk-job.ts'
import { forgetOlder, proofsOf } from './stored-fetch.ts'
import { openMarkers } from './stored-marker.ts'

interface Wish {
  tool: BulkToolId
  domains: readonly string[]
  narrowing?: Narrowing | undefined
  remember: boolean
  given: RetryBody
}

/** Writes down which accounts are to be loaded and wakes a worker, which goes on whatever becomes of this process. */
export async function loadList(
  deps: Pick<Dependencies, 'db' | 'secrets' | 'queue'>,
  customerId: string,
  { tool, domains, narrowing = notNarrowed, remember, given }: Wish,
): Promise<LoadedList> {
  const { db, secrets, queue } = deps
  const access = { tool, access: await accessFor(deps, customerId, tool, given) } as BulkAccess
  if (!canNarrow(tool, access.access.kind, narrowing)) throw ruleBroken(loadedListMessages.cannotNarrow)
  const opened = await openMarkers(deps, customerId, access)
  const id = newId('bulkFetch')
  await db.transaction(async (tx) => {
    // A customer who is being suspended or closed has their lists ended, and starts no other.
    const [owner] = await tx
      .select({ id: customers.id })
      .from(customers)
      .where(and(eq(customers.id, customerId), isNull(customers.disabledAt), isNull(customers.suspendedAt)))
      .for('share')
    if (!owner) throw unauthenticated()
    await tx.insert(bulkFetches).values({
      id,
      customerId,
      tool,
      proof: proofsOf(secrets, customerId, opened)[0],
      domains: [...domains],
      narrowing: isNarrowed(narrowing) ? narrowing : null,
      status: 'loading',
      credentials: secrets.seal(JSON.stringify(opened.access), placeOf.bulkFetch(id)),
      remember,
      askedAt: sql`now()`,
    })
    await forgetOlder(tx, customerId, tool)
    await queue.add(tx, 'bulk-list', [{ fetchId: id }])
  })
  return readList(db, customerId, id)
}
