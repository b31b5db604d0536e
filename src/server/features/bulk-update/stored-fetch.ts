import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import { bulkJobMessages } from '#shared/bulk-update/bulk-job.ts'
import type { Db } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { bulkFetches } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { ruleBroken } from '../../http/refusal.ts'
import type { BulkAccess } from '../../providers/bulk-tools.ts'
import type { Secrets } from '../../secrets/secrets.ts'

/** Searches of a tool that a customer's pages may go on with: one for each tab, and a few more. */
const fetchesKept = 5
/** What was read earlier says little of the accounts. */
const goodForHours = 6

type Deps = Pick<Dependencies, 'db' | 'secrets'>

/** The same credentials make the same proofs, by each of the configured keys; nothing can be read from them. */
const proofsOf = (secrets: Secrets, customerId: string, access: BulkAccess): string[] =>
  secrets
    .proofs('bulk-fetch', JSON.stringify([customerId, access.tool, access.access]))
    .map((bytes) => bytes.toString('base64url'))

/** Notes which accounts a search has found, with which credentials. */
export async function storeFetch(
  { db, secrets }: Deps,
  customerId: string,
  access: BulkAccess,
  accounts: string[],
): Promise<string> {
  const id = newId('bulkFetch')
  const [proof = ''] = proofsOf(secrets, customerId, access)
  await db.transaction(async (tx) => {
    await tx.insert(bulkFetches).values({ id, customerId, tool: access.tool, proof, accounts })
    await forgetOlder(tx, customerId, access.tool)
  })
  return id
}

async function forgetOlder(tx: Db, customerId: string, tool: BulkAccess['tool']): Promise<void> {
  const own = and(eq(bulkFetches.customerId, customerId), eq(bulkFetches.tool, tool))
  const latest = tx
    .select({ id: bulkFetches.id })
    .from(bulkFetches)
    .where(own)
    .orderBy(desc(bulkFetches.createdAt), desc(bulkFetches.id))
    .limit(fetchesKept)
  await tx.delete(bulkFetches).where(and(own, notInArray(bulkFetches.id, latest)))
}

/**
 * Throws a `Refusal` unless the search is this customer's, not too old, made with these credentials and found all of
 * these accounts.
 */
export async function checkFetch(
  { db, secrets }: Deps,
  customerId: string,
  access: BulkAccess,
  fetchId: string,
  accounts: readonly string[],
): Promise<void> {
  const [fetched] = await db
    .select({ proof: bulkFetches.proof, accounts: bulkFetches.accounts })
    .from(bulkFetches)
    .where(
      and(
        eq(bulkFetches.id, fetchId),
        eq(bulkFetches.customerId, customerId),
        eq(bulkFetches.tool, access.tool),
        sql`${bulkFetches.createdAt} > now() - ${goodForHours} * interval '1 hour'`,
      ),
    )
  const found = new Set(fetched?.accounts.map((account) => account.toLowerCase()))
  const isTheirs = fetched !== undefined && proofsOf(secrets, customerId, access).includes(fetched.proof)
  if (!isTheirs || accounts.some((account) => !found.has(account.toLowerCase())))
    throw ruleBroken(bulkJobMessages.fetchAgain)
}
