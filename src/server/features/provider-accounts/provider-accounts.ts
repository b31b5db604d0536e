import { and, asc, eq, gt, sql } from 'drizzle-orm'
import * as z from 'zod'
import { countOf } from '#shared/text/count-of.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import {
  type AccountVendor,
  type accountStates,
  domainNames,
  providerAccounts,
} from '../../db/schema/index.ts'
import { placeOf } from '../../db/sealed-columns.ts'
import { brokenConstraint } from '../../db/sql-state.ts'
import type { Dependencies } from '../../dependencies.ts'
import { conflict, invalid, notFound } from '../../http/refusal.ts'
import { googleAccountSchema } from '../../providers/google/account.ts'
import { microsoftTenantSchema } from '../../providers/microsoft/tenant.ts'
import type { Probe } from '../../providers/ports/probe.ts'
import { type AccountUse, accountUse, isLeaving, standsAtHost } from '../../provisioning/placement.ts'
import { raiseWanted } from '../../provisioning/wanted.ts'
import type { Queue } from '../../queue/queue.ts'
import { leaveEntries } from './entries-left.ts'
import { refuseSameAccount, wordOf } from './refuse-same-account.ts'

export type AccountState = (typeof accountStates)[number]

const fieldsOf = (credentials: unknown) => z.record(z.string(), z.unknown()).parse(credentials)
const accountSchemas = { microsoft: microsoftTenantSchema, google: googleAccountSchema }

/** How many domains, mailboxes and recipients per day (warm-up included) fit into an account. */
export type Capacity = AccountUse

export interface NewProviderAccount {
  vendor: AccountVendor
  label: string
  /** As its schema wants them. */
  credentials: unknown
  capacity: Capacity
  /** `closed` until it was tried: see `tryProviderAccount`. */
  state: AccountState
}

/**
 * Adds an operator's tenant or account; once it is open waiting names find room by themselves. Returns its id. Throws a
 * `Refusal`, also when it is there under another label.
 */
export async function addProviderAccount(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  { vendor, label, credentials, capacity, state }: NewProviderAccount,
): Promise<string> {
  const parsed = parseCredentials(vendor, credentials)
  const id = newId('providerAccount')
  await db
    .transaction(async (tx) => {
      const named = and(eq(providerAccounts.vendor, vendor), eq(providerAccounts.label, label))
      // A command that is given twice is told of the label.
      if ((await tx.$count(providerAccounts, named)) === 0)
        await refuseSameAccount(tx, secrets, { vendor, credentials: parsed })
      await tx.insert(providerAccounts).values({
        id,
        vendor,
        label,
        state,
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

interface Leaving {
  /** Whether entries of names may be left where no one can remove them. */
  isLeft: boolean
}

/** What makes an account the one it is; everything placed in it would be lost with another. */
const identityOf = { microsoft: 'tenantId', google: 'customerId' } as const

/**
 * Replaces the credentials of an account, whose secrets run out or leak; every process uses the new ones from its
 * next call. Returns its id, and the names of which an entry may be left at what it was before. Throws a `Refusal`, also
 * when they belong to another tenant or customer, unless nothing of any name is there yet, or an entry is to be left;
 * and when that one is there under another label.
 */
export async function renewProviderAccount(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  { vendor, label, credentials }: Omit<NewProviderAccount, 'capacity' | 'state'>,
  { isLeft }: Leaving,
): Promise<{ id: string; left: string[] }> {
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
    const present = fieldsOf(JSON.parse(secrets.open(account.credentials, place)))
    const isAnother = String(present[field]).toLowerCase() !== String(fieldsOf(parsed)[field]).toLowerCase()
    if (isAnother) await refuseSameAccount(tx, secrets, { vendor, credentials: parsed, id: account.id })
    const standing = isAnother ? await tx.$count(domainNames, standingAt(account.id)) : 0
    if (standing > 0)
      throw invalid(
        `These credentials belong to another account: ${label} is ${String(present[field])}, and has ${countOf(standing, 'domain')}.`,
      )
    const left = isAnother
      ? await leaveEntries(tx, { id: account.id, label, word: wordOf[vendor] }, isLeft)
      : []
    await tx
      .update(providerAccounts)
      .set({ credentials: secrets.seal(JSON.stringify(parsed), place) })
      .where(eq(providerAccounts.id, account.id))
    await audit(tx, { actor: 'operator', action: 'provider_account.renewed', subject: account.id })
    return { id: account.id, left }
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
  state: AccountState
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

const standingAt = (accountId: string) => and(eq(domainNames.providerAccountId, accountId), standsAtHost)

async function lockAccount(tx: Db, { vendor, label }: Pick<NewProviderAccount, 'vendor' | 'label'>) {
  const [account] = await tx
    .select()
    .from(providerAccounts)
    .where(and(eq(providerAccounts.vendor, vendor), eq(providerAccounts.label, label)))
    .for('update')
  if (!account) throw notFound(`There is no account named ${label}.`)
  return account
}

/** Lets the names that were placed there, and of which nothing is there yet, find another place. Returns which. */
async function placeAnew(tx: Db, queue: Queue, accountId: string): Promise<string[]> {
  const rows = await tx
    .select({ name: domainNames.name })
    .from(domainNames)
    .where(and(eq(domainNames.providerAccountId, accountId), sql`not ${standsAtHost}`))
  const names = rows.map(({ name }) => name)
  await raiseWanted(tx, queue, names)
  return names
}

/** Wakes the names that were placed elsewhere and of which an entry may be left there. */
async function leaveAccount(tx: Db, queue: Queue, accountId: string): Promise<void> {
  const rows = await tx.select({ name: domainNames.name }).from(domainNames).where(isLeaving(accountId))
  await raiseWanted(
    tx,
    queue,
    rows.map(({ name }) => name),
  )
}

/**
 * Only an open account takes new names. Those of which something is there stay; the others are placed again. Returns
 * how many stay. Throws a `Refusal`.
 */
export async function setAccountState(
  { db, queue }: Pick<Dependencies, 'db' | 'queue'>,
  { vendor, label, state }: { vendor: AccountVendor; label: string; state: AccountState },
): Promise<number> {
  return db.transaction(async (tx) => {
    const { id } = await lockAccount(tx, { vendor, label })
    await tx.update(providerAccounts).set({ state }).where(eq(providerAccounts.id, id))
    await audit(tx, { actor: 'operator', action: `provider_account.${state}`, subject: id })
    if (state !== 'open') await placeAnew(tx, queue, id)
    // It works again, so that it can be asked to let go of what was left there.
    if (state !== 'closed') await leaveAccount(tx, queue, id)
    return tx.$count(domainNames, standingAt(id))
  })
}

/**
 * Asks the vendor whether an account works. One that does not is closed and takes nothing; one that was closed and
 * does is opened. One that drains stays so.
 */
export async function tryProviderAccount(
  deps: Pick<Dependencies, 'db' | 'queue' | 'vendors'>,
  account: { id: string; vendor: AccountVendor; label: string },
): Promise<{ probe: Probe; state: AccountState }> {
  const probe = await (await deps.vendors.mailboxHost(account.id)).probe()
  const [row] = await deps.db
    .select({ state: providerAccounts.state })
    .from(providerAccounts)
    .where(eq(providerAccounts.id, account.id))
  if (!row) throw notFound(`There is no account named ${account.label}.`)
  const wanted = probe.ok ? 'open' : 'closed'
  if (row.state === 'draining' || row.state === wanted) return { probe, state: row.state }
  await setAccountState(deps, { ...account, state: wanted })
  return { probe, state: wanted }
}

/** Whether the account of that name works. Throws a `Refusal` when there is none. */
export async function probeProviderAccount(
  { db, vendors }: Pick<Dependencies, 'db' | 'vendors'>,
  { vendor, label }: Pick<NewProviderAccount, 'vendor' | 'label'>,
): Promise<Probe> {
  const [account] = await db
    .select({ id: providerAccounts.id })
    .from(providerAccounts)
    .where(and(eq(providerAccounts.vendor, vendor), eq(providerAccounts.label, label)))
  if (!account) throw notFound(`There is no account named ${label}.`)
  return (await vendors.mailboxHost(account.id)).probe()
}

/**
 * Refuses credentials that do not work for an account whose present ones do: a vendor shows some secrets only once, so
 * that what is overwritten may be lost. Where the present ones fail as well, there is nothing to lose.
 */
export async function refuseWorseCredentials(
  deps: Pick<Dependencies, 'db' | 'vendors'>,
  { vendor, label, credentials }: Pick<NewProviderAccount, 'vendor' | 'label' | 'credentials'>,
): Promise<void> {
  const probe = await deps.vendors.probeAccount(vendor, parseCredentials(vendor, credentials))
  if (probe.ok) return
  const present = await probeProviderAccount(deps, { vendor, label })
  if (present.ok)
    throw invalid(`These credentials do not work: ${probe.reason}. ${label} keeps the ones it has, which do.`)
}

/** How much fits in from now on; what stands there beyond it stays. Throws a `Refusal`. */
export async function setAccountCapacity(
  { db }: Pick<Dependencies, 'db'>,
  { vendor, label, capacity }: Pick<NewProviderAccount, 'vendor' | 'label' | 'capacity'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { id } = await lockAccount(tx, { vendor, label })
    await tx
      .update(providerAccounts)
      .set({
        capacityDomains: capacity.domains,
        capacityMailboxes: capacity.mailboxes,
        capacityDailyRecipients: capacity.dailyRecipients,
      })
      .where(eq(providerAccounts.id, id))
    await audit(tx, {
      actor: 'operator',
      action: 'provider_account.capacity',
      subject: id,
      data: { ...capacity },
    })
  })
}

/**
 * Forgets an account of which nothing is used. Throws a `Refusal` while it is open or something is there. Returns the
 * names of which an entry may be left.
 */
export async function removeProviderAccount(
  { db, queue }: Pick<Dependencies, 'db' | 'queue'>,
  { vendor, label }: Pick<NewProviderAccount, 'vendor' | 'label'>,
  { isLeft }: Leaving,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const { id, state } = await lockAccount(tx, { vendor, label })
    if (state === 'open') throw conflict(`${label} is open: names may be on their way to it. Drain it first.`)
    // A worker that has one of these names now may be making something there.
    const names = (await placeAnew(tx, queue, id)).length
    const busy = await tx.$count(
      domainNames,
      and(eq(domainNames.providerAccountId, id), gt(domainNames.leaseUntil, sql`now()`)),
    )
    const standing = await tx.$count(domainNames, standingAt(id))
    if (standing > 0)
      throw conflict(`${label} has ${countOf(standing, 'domain')}: it can be removed once it is empty.`)
    if (names > 0 && busy > 0)
      throw conflict(`${label} is being left by ${countOf(busy, 'domain')}. Try again in a moment.`)
    const left = await leaveEntries(tx, { id, label, word: wordOf[vendor] }, isLeft)
    await tx.update(domainNames).set({ providerAccountId: null }).where(eq(domainNames.providerAccountId, id))
    await tx.delete(providerAccounts).where(eq(providerAccounts.id, id))
    await audit(tx, {
      actor: 'operator',
      action: 'provider_account.removed',
      subject: id,
      data: { vendor, label, left },
    })
    return left
  })
}
