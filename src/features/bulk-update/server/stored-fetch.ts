import { and, desc, eq, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { bulkFetchAccounts, bulkFetches } from '#base/db/schema/index.ts'
import { ruleBroken } from '#base/http/refusal.ts'
import type { Secrets } from '#base/secrets/secrets.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { BulkAccess } from '#vendors/client/bulk-tools.ts'
import { chunksOf } from '#vendors/client/run-each.ts'
import type { BulkAccount } from '#vendors/ports/bulk-tools.ts'
import { bulkJobMessages } from '../rules/bulk-job.ts'
import { accountName, type InstantlyAccount, nameKey } from '../rules/instantly.ts'
import { listGoodHours } from '../rules/loaded-list.ts'
import type { ChangedAccount, OfList } from './bulk-change.ts'
import { presentAccount } from './present-account.ts'

/** Lists of a tool that a customer's pages may go on with: one for each tab, and a few more. */
const fetchesKept = 5
/** Rows in one statement. */
const rowsAtOnce = 5_000

type Deps = Pick<Dependencies, 'db' | 'secrets'>

/** The same credentials make the same proofs, by each of the configured keys; nothing can be read from them. */
export const proofsOf = (secrets: Secrets, customerId: string, access: BulkAccess): [string, ...string[]] => {
  const [proof, ...others] = secrets.proofs(
    'bulk-fetch',
    JSON.stringify([customerId, access.tool, access.access]),
  )
  const text = (bytes: Buffer) => bytes.toString('base64url')
  return [text(proof), ...others.map(text)]
}

/** Notes which accounts a search has found, with which credentials. */
export async function storeFetch(
  { db, secrets }: Deps,
  customerId: string,
  access: BulkAccess,
  {
    accounts,
    domains,
    ...told
  }: Pick<typeof bulkFetches.$inferInsert, 'total' | 'read' | 'message' | 'readAt'> & {
    accounts: readonly BulkAccount[]
    domains: readonly string[]
  },
): Promise<string> {
  const id = newId('bulkFetch')
  const [proof] = proofsOf(secrets, customerId, access)
  await db.transaction(async (tx) => {
    const found = accounts.length
    await tx
      .insert(bulkFetches)
      .values({ id, customerId, tool: access.tool, proof, domains: [...domains], found, ...told })
    await writeListed(tx, id, access.tool, accounts)
    await forgetOlder(tx, customerId, access.tool)
  })
  return id
}

/** The accounts of a list, in their order. */
export async function writeListed(
  tx: Db,
  fetchId: string,
  tool: BulkAccess['tool'],
  accounts: readonly BulkAccount[],
): Promise<void> {
  let position = 0
  for (const chunk of chunksOf(accounts, rowsAtOnce)) {
    await tx.execute(sql`
      insert into ${bulkFetchAccounts} (fetch_id, position, account, data)
      select ${fetchId}, ${position} + u.at - 1, u.account, u.data::jsonb
      from unnest(
        ${sql.param(chunk.map(({ id }) => id))}::text[],
        ${sql.param(chunk.map((account) => JSON.stringify(presentAccount(tool, account))))}::text[]
      ) with ordinality as u (account, data, at)`)
    position += chunk.length
  }
}

/** Also those that are still being loaded: their worker notices. */
export async function forgetOlder(tx: Db, customerId: string, tool: BulkAccess['tool']): Promise<void> {
  const own = and(eq(bulkFetches.customerId, customerId), eq(bulkFetches.tool, tool))
  const latest = tx
    .select({ id: bulkFetches.id })
    .from(bulkFetches)
    .where(own)
    .orderBy(desc(bulkFetches.createdAt), desc(bulkFetches.id))
    .limit(fetchesKept)
  await tx.delete(bulkFetches).where(and(own, notInArray(bulkFetches.id, latest)))
}

/** Lists that an update may name. */
export const isGood: SQL = sql`(${bulkFetches.status} = 'loaded'
  and ${bulkFetches.createdAt} > now() - ${listGoodHours} * interval '1 hour')`

/** Throws a `Refusal` unless the list is this customer's, not too old, and made with these credentials. */
async function checkOwn(
  { db, secrets }: Deps,
  customerId: string,
  access: BulkAccess,
  fetchId: string,
): Promise<void> {
  const [fetched] = await db
    .select({ proof: bulkFetches.proof })
    .from(bulkFetches)
    .where(
      and(
        eq(bulkFetches.id, fetchId),
        eq(bulkFetches.customerId, customerId),
        eq(bulkFetches.tool, access.tool),
        isGood,
      ),
    )
  if (!fetched || !proofsOf(secrets, customerId, access).includes(fetched.proof))
    throw ruleBroken(bulkJobMessages.fetchAgain)
}

/** Throws a `Refusal` unless the list may be named and has all of these accounts. */
export async function checkFetch(
  deps: Deps,
  customerId: string,
  access: BulkAccess,
  fetchId: string,
  accounts: readonly string[],
): Promise<void> {
  await checkOwn(deps, customerId, access, fetchId)
  const listed = await deps.db
    .select({ account: sql<string>`lower(${bulkFetchAccounts.account})` })
    .from(bulkFetchAccounts)
    .where(eq(bulkFetchAccounts.fetchId, fetchId))
  const found = new Set(listed.map(({ account }) => account))
  if (accounts.some((account) => !found.has(account.toLowerCase())))
    throw ruleBroken(bulkJobMessages.fetchAgain)
}

/** The accounts of a list without those that are left out. Throws a `Refusal` unless the list may be named. */
export async function accountsOfList(
  deps: Deps,
  customerId: string,
  access: BulkAccess,
  { fetchId, leftOut, signatureOf }: OfList,
): Promise<ChangedAccount[]> {
  await checkOwn(deps, customerId, access, fetchId)
  const { account, position, data } = bulkFetchAccounts
  const listed = await deps.db
    .select({ id: account, position, ...(signatureOf && { data }) })
    .from(bulkFetchAccounts)
    .where(eq(bulkFetchAccounts.fetchId, fetchId))
    .orderBy(position)
  const without = new Set(leftOut)
  const left = listed.filter((row) => !without.has(row.position))
  if (!signatureOf) return left.map(({ id }) => ({ id }))
  return left.flatMap(({ id, ...row }) => {
    const signature = signatureOf.get(nameKey(accountName(row.data as InstantlyAccount)))
    return signature === undefined ? [] : [{ id, signature }]
  })
}
