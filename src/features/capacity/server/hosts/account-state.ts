import { eq } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { domainNames, providerAccounts } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import type { Queue } from '#base/queue/queue.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isLeaving } from '#delivery/provisioning/placement.ts'
import { readSendingLimit } from '#delivery/provisioning/sending-limits.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { comparedText, hostLimitText } from '#features/accounts/rules/outside-recipients.ts'
import type { Probe } from '#vendors/ports/probe.ts'
import {
  type AccountName,
  type AccountState,
  isNamed,
  lockAccount,
  placeElsewhere,
  standingAt,
} from './account.ts'
import { noteProbe } from './note-probe.ts'

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
  { vendor, label, state }: AccountName & { state: AccountState },
): Promise<number> {
  return db.transaction(async (tx) => {
    const { id, state: before } = await lockAccount(tx, { vendor, label })
    await tx.update(providerAccounts).set({ state }).where(eq(providerAccounts.id, id))
    if (before !== state)
      await audit(tx, { actor: 'operator', action: `provider_account.${state}`, subject: id })
    if (state !== 'open') await placeElsewhere(tx, queue, id)
    // It works again, so that it can be asked to let go of what was left there.
    if (state !== 'closed') await leaveAccount(tx, queue, id)
    return tx.$count(domainNames, standingAt(id))
  })
}

export interface Tried {
  probe: Probe
  state: AccountState
  /** What its host lets it reach beside what was entered; null where that is not known. */
  limits: string | null
}

/**
 * Asks the vendor whether an account works. One that does not is closed and takes nothing; one that was closed and
 * does is opened. One that drains stays so.
 */
export async function tryProviderAccount(
  deps: Pick<Dependencies, 'db' | 'queue' | 'vendors'>,
  account: AccountName & { id: string },
): Promise<Tried> {
  const host = await deps.vendors.mailboxHost(account.id)
  const probe = await host.probe()
  await noteProbe(deps.db, account.id, probe)
  // Before anything is placed there.
  const limit = probe.ok ? await readSendingLimit(deps.db, host, account.id) : undefined
  const [row] = await deps.db
    .select({ state: providerAccounts.state, entered: providerAccounts.capacityDailyRecipients })
    .from(providerAccounts)
    .where(eq(providerAccounts.id, account.id))
  if (!row) throw notFound(`There is no account named ${account.label}.`)
  const wanted = probe.ok ? 'open' : 'closed'
  const limits = limit ? `${hostLimitText(limit)} ${comparedText(row.entered, limit)}` : null
  if (row.state === 'draining' || row.state === wanted) return { probe, state: row.state, limits }
  await setAccountState(deps, { ...account, state: wanted })
  return { probe, state: wanted, limits }
}

/** Whether the account of that name works. Changes nothing but what is known of it. Throws a `Refusal` when there is none. */
export async function probeProviderAccount(
  { db, vendors }: Pick<Dependencies, 'db' | 'vendors'>,
  name: AccountName,
): Promise<{ id: string; probe: Probe }> {
  const [account] = await db.select({ id: providerAccounts.id }).from(providerAccounts).where(isNamed(name))
  if (!account) throw notFound(`There is no account named ${name.label}.`)
  const host = await vendors.mailboxHost(account.id)
  const probe = await host.probe()
  await noteProbe(db, account.id, probe)
  if (probe.ok) await readSendingLimit(db, host, account.id)
  return { id: account.id, probe }
}

/** Lets one that drains or is closed take new domains again, if it works; closes it if not. Throws a `Refusal`. */
export async function reopenProviderAccount(
  deps: Pick<Dependencies, 'db' | 'queue' | 'vendors'>,
  name: AccountName,
): Promise<Probe> {
  const { probe } = await probeProviderAccount(deps, name)
  await setAccountState(deps, { ...name, state: probe.ok ? 'open' : 'closed' })
  return probe
}
