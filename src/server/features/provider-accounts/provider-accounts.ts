import { and, asc, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { audit } from '../../audit.ts'
import { newId } from '../../db/ids.ts'
import { type accountVendors, domainNames, providerAccounts } from '../../db/schema/index.ts'
import { brokenConstraint } from '../../db/sql-state.ts'
import type { Dependencies } from '../../dependencies.ts'
import { conflict, invalid, notFound } from '../../http/refusal.ts'
import { googleAccountSchema } from '../../providers/google/account.ts'
import { microsoftTenantSchema } from '../../providers/microsoft/tenant.ts'
import { type AccountUse, accountUse } from '../../provisioning/placement.ts'
import { placeOf } from '../../sealed-columns.ts'

export type AccountVendor = (typeof accountVendors)[number]

export const accountSchemas = { microsoft: microsoftTenantSchema, google: googleAccountSchema }

/** How many domains, mailboxes and recipients per day (warm-up included) fit into an account. */
export type Capacity = AccountUse

export interface NewProviderAccount {
  vendor: AccountVendor
  label: string
  /** As its schema wants them. */
  credentials: unknown
  capacity: Capacity
}

/** Adds an operator's tenant or account; waiting names find room by themselves. Answers its id. Throws a `Refusal`. */
export async function addProviderAccount(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  { vendor, label, credentials, capacity }: NewProviderAccount,
): Promise<string> {
  const parsed = parseCredentials(vendor, credentials)
  const id = newId('providerAccount')
  await db
    .transaction(async (tx) => {
      await tx.insert(providerAccounts).values({
        id,
        vendor,
        label,
        credentials: secrets.seal(JSON.stringify(parsed), placeOf.providerAccount(id)),
        capacityDomains: capacity.domains,
        capacityMailboxes: capacity.mailboxes,
        capacityDailyRecipients: capacity.dailyRecipients,
      })
      await audit(tx, {
        actor: 'operator',
        action: 'provider_account.added',
        subject: id,
        data: { vendor, label },
      })
    })
    .catch((error: unknown) => {
      if (brokenConstraint(error) === 'provider_accounts_label')
        throw conflict(`There is an account named ${label} already.`)
      throw error
    })
  return id
}

/** What makes an account the one it is; everything placed in it would be lost with another. */
const identityOf = { microsoft: 'tenantId', google: 'customerId' } as const

/**
 * Replaces the credentials of an account, whose secrets run out or leak; every process uses the new ones from its
 * next call. Answers its id. Throws a `Refusal`, also when they belong to another tenant or customer.
 */
export async function renewProviderAccount(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  { vendor, label, credentials }: Omit<NewProviderAccount, 'capacity'>,
): Promise<string> {
  const parsed = parseCredentials(vendor, credentials)
  return db.transaction(async (tx) => {
    const [account] = await tx
      .select()
      .from(providerAccounts)
      .where(and(eq(providerAccounts.vendor, vendor), eq(providerAccounts.label, label)))
      .for('update')
    if (!account) throw notFound(`There is no account named ${label}.`)
    const place = placeOf.providerAccount(account.id)
    const field = identityOf[vendor]
    const present = JSON.parse(secrets.open(account.credentials, place)) as Record<string, unknown>
    if (present[field] !== (parsed as Record<string, unknown>)[field])
      throw invalid(`These credentials belong to another account: ${label} is ${String(present[field])}.`)
    await tx
      .update(providerAccounts)
      .set({ credentials: secrets.seal(JSON.stringify(parsed), place) })
      .where(eq(providerAccounts.id, account.id))
    await audit(tx, { actor: 'operator', action: 'provider_account.renewed', subject: account.id })
    return account.id
  })
}

function parseCredentials(vendor: AccountVendor, credentials: unknown) {
  const parsed = z.safeParse(accountSchemas[vendor], credentials)
  if (!parsed.success) throw invalid(`The credentials are not complete: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

export interface ListedAccount {
  id: string
  label: string
  state: 'open' | 'draining'
  use: AccountUse
  capacity: Capacity
}

/** All accounts at a vendor with what stands there and what fits in. */
export async function listProviderAccounts(
  { db }: Pick<Dependencies, 'db'>,
  vendor: AccountVendor,
): Promise<ListedAccount[]> {
  const rows = await db
    .select()
    .from(providerAccounts)
    .where(eq(providerAccounts.vendor, vendor))
    .orderBy(asc(providerAccounts.createdAt))
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      label: row.label,
      state: row.state,
      use: await accountUse(db, row.id, vendor),
      capacity: {
        domains: row.capacityDomains,
        mailboxes: row.capacityMailboxes,
        dailyRecipients: row.capacityDailyRecipients,
      },
    })),
  )
}

/** A draining account takes no new names; those it has stay. Answers how many these are. Throws a `Refusal`. */
export async function setAccountState(
  { db }: Pick<Dependencies, 'db'>,
  { vendor, label, state }: { vendor: AccountVendor; label: string; state: 'open' | 'draining' },
): Promise<number> {
  return db.transaction(async (tx) => {
    const [changed] = await tx
      .update(providerAccounts)
      .set({ state })
      .where(and(eq(providerAccounts.vendor, vendor), eq(providerAccounts.label, label)))
      .returning({ id: providerAccounts.id })
    if (!changed) throw notFound(`There is no account named ${label}.`)
    await audit(tx, { actor: 'operator', action: `provider_account.${state}`, subject: changed.id })
    return tx.$count(domainNames, eq(domainNames.providerAccountId, changed.id))
  })
}
