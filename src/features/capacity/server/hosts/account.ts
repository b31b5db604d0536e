import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '#base/db/client.ts'
import {
  type AccountVendor,
  type accountStates,
  domainNames,
  domains,
  providerAccounts,
} from '#base/db/schema/index.ts'
import { incompleteCredentials, notFound } from '#base/http/refusal.ts'
import type { Queue } from '#base/queue/queue.ts'
import { isHeldAs } from '#delivery/domains/held.ts'
import { type AccountUse, standsAtHost } from '#delivery/provisioning/placement.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { googleAccountSchema } from '#vendors/google/adapter/account.ts'
import { microsoftTenantSchema } from '#vendors/microsoft/adapter/tenant.ts'

export type AccountState = (typeof accountStates)[number]

/** How many domains, mailboxes and recipients per day (warm-up included) fit into an account. */
export type Capacity = AccountUse

/** An operator's account, as commands name it. */
export interface AccountName {
  vendor: AccountVendor
  label: string
}

const accountSchemas = { microsoft: microsoftTenantSchema, google: googleAccountSchema }

/** Throws a `Refusal` for credentials that are not as their schema wants them. */
export function parseCredentials(vendor: AccountVendor, credentials: unknown) {
  const parsed = z.safeParse(accountSchemas[vendor], credentials)
  if (!parsed.success) throw incompleteCredentials(parsed.error)
  return parsed.data
}

export const standingAt = (accountId: string) =>
  and(eq(domainNames.providerAccountId, accountId), standsAtHost)

/** Own domains that were placed there and whose name servers were never seen to point here: nothing of them runs there. */
export const waitsAt = (accountId: string) =>
  and(
    eq(domainNames.providerAccountId, accountId),
    sql`not ${standsAtHost}`,
    sql`not coalesce((${domainNames.facts}->'delegation'->>'ok')::boolean, false)`,
    sql`exists (select from ${domains} held where held.name = ${domainNames.name}
      and held.source = 'own' and held.want = 'run' and ${isHeldAs('held')})`,
  )

export const isNamed = ({ vendor, label }: AccountName) =>
  and(eq(providerAccounts.vendor, vendor), eq(providerAccounts.label, label))

/** Throws a `Refusal` when there is none. */
export async function lockAccount(tx: Db, account: AccountName) {
  const [row] = await tx.select().from(providerAccounts).where(isNamed(account)).for('update')
  if (!row) throw notFound(`There is no account named ${account.label}.`)
  return row
}

/** Lets the names that were placed there, and of which nothing is there yet, find another place. Returns which. */
export async function placeElsewhere(tx: Db, queue: Queue, accountId: string): Promise<string[]> {
  const rows = await tx
    .select({ name: domainNames.name })
    .from(domainNames)
    .where(and(eq(domainNames.providerAccountId, accountId), sql`not ${standsAtHost}`))
  const names = rows.map(({ name }) => name)
  await raiseWanted(tx, queue, names)
  return names
}
