import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from '#base/db/client.ts'
import { fleetImportAccounts, fleetImportRows } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { LeaseLost } from '#delivery/provisioning/lease.ts'
import { VendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { HostedMailbox } from '#vendors/ports/mailbox-hosts.ts'
import { inSeconds, isClaim, tokenOf } from './claim-token.ts'

/** Silence after which the worker that was listing counts as gone. */
const claimSeconds = 300

const open = (importId: string) =>
  and(eq(fleetImportAccounts.importId, importId), isNull(fleetImportAccounts.listedAt))

/** Whether every account is listed. */
export const areListed = async (db: Db, importId: string): Promise<boolean> =>
  (await db.$count(fleetImportAccounts, open(importId))) === 0

/**
 * Lists one of the operator's accounts for an import: its mailboxes in domains of the file are noted in their rows. One
 * that cannot be listed is noted with the reason. Returns whether there was one to list.
 */
export async function listNextAccount(
  { db, vendors }: Pick<Dependencies, 'db' | 'vendors'>,
  importId: string,
  call: CallContext,
): Promise<boolean> {
  const claimed = await claimAccount(db, importId)
  if (!claimed) return false
  try {
    await listAccount({ db, vendors }, importId, claimed, call)
  } catch (error) {
    // Another worker lists it by now.
    if (!(error instanceof LeaseLost)) throw error
  }
  return true
}

async function listAccount(
  { db, vendors }: Pick<Dependencies, 'db' | 'vendors'>,
  importId: string,
  { accountId, note }: ClaimedAccount,
  call: CallContext,
): Promise<void> {
  const keep = async () => {
    await note(db, { claimedUntil: inSeconds(claimSeconds) })
    return undefined
  }
  try {
    const host = await vendors.mailboxHost(accountId)
    const mailboxes = await host.allMailboxes({ ...call, beforeCall: keep })
    await db.transaction(async (tx) => {
      await noteHosted(tx, importId, accountId, mailboxes)
      await note(tx, { listedAt: sql`now()`, problem: null })
    })
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (error.isOverLimit) {
      await note(db, { claimedUntil: inSeconds(Math.max(5, (error.retryAfterMs ?? 0) / 1000)) })
      throw error
    }
    await note(db, { listedAt: sql`now()`, problem: error.reason })
  }
}

interface ClaimedAccount {
  accountId: string
  /** Throws `LeaseLost`, and notes nothing, once another worker has claimed the account. */
  note(on: Db, set: PgUpdateSetSource<typeof fleetImportAccounts>): Promise<void>
}

async function claimAccount(db: Db, importId: string): Promise<ClaimedAccount | undefined> {
  return db.transaction(async (tx) => {
    const { claimedUntil, accountId } = fleetImportAccounts
    const [next] = await tx
      .select({ accountId })
      .from(fleetImportAccounts)
      .where(and(open(importId), or(isNull(claimedUntil), lt(claimedUntil, sql`now()`))))
      .orderBy(asc(accountId))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!next) return undefined
    const itself = and(eq(fleetImportAccounts.importId, importId), eq(accountId, next.accountId))
    let token: string | undefined
    const note: ClaimedAccount['note'] = async (on, set) => {
      const [held] = await on
        .update(fleetImportAccounts)
        .set(set)
        .where(token === undefined ? itself : and(itself, isClaim(claimedUntil, token)))
        .returning({ token: tokenOf(claimedUntil) })
      if (!held) throw new LeaseLost(next.accountId)
      token = held.token
    }
    await note(tx, { claimedUntil: inSeconds(claimSeconds) })
    return { ...next, note }
  })
}

const nameOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Only what the file names: whatever else stands in the account is nobody's business. */
async function noteHosted(
  tx: Db,
  importId: string,
  accountId: string,
  mailboxes: readonly HostedMailbox[],
): Promise<void> {
  const names = await tx
    .select({ domain: fleetImportRows.domain })
    .from(fleetImportRows)
    .where(eq(fleetImportRows.importId, importId))
  const asked = new Set(names.map(({ domain }) => domain))
  const byName = Map.groupBy(
    mailboxes.map(({ externalId, address, enabled, ready }) => ({
      externalId,
      address: address.toLowerCase(),
      enabled,
      ready,
    })),
    ({ address }) => nameOf(address),
  )
  const found = [...byName].filter(([name]) => asked.has(name)).map(([name, those]) => ({ name, those }))
  if (found.length === 0) return
  await tx.execute(sql`
    update ${fleetImportRows} r set hosted = r.hosted || jsonb_build_object(${accountId}::text, f.those)
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(name text, those jsonb)
    where r.import_id = ${importId} and r.domain = f.name and r.adopted_at is null`)
}
