import { eq } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { type dnsAccountStates, dnsAccounts, domainNames } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { brokenConstraint } from '#base/db/sql-state.ts'
import { conflict, invalid } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Probe } from '#vendors/ports/probe.ts'
import {
  lockDnsAccount,
  noteDnsProbe,
  numberOf,
  parseDnsCredentials,
  refuseEnvironments,
} from './dns-account.ts'

type Deps = Pick<Dependencies, 'db' | 'secrets' | 'vendors'>

/** Only an open account is given new domains; what it has stays with it. Returns how many. Throws a `Refusal`. */
export async function setDnsAccountState(
  { db }: Pick<Deps, 'db'>,
  { label, state }: { label: string; state: (typeof dnsAccountStates)[number] },
): Promise<number> {
  return db.transaction(async (tx) => {
    const { id } = await lockDnsAccount(tx, label)
    await tx.update(dnsAccounts).set({ state }).where(eq(dnsAccounts.id, id))
    await audit(tx, { actor: 'operator', action: `dns_account.${state}`, subject: id })
    return tx.$count(domainNames, eq(domainNames.dnsAccountId, id))
  })
}

/** Asks now whether an account works; changes nothing but what is known of it. Throws a `Refusal`. */
export async function askDnsAccount({ db, vendors }: Deps, label: string): Promise<Probe> {
  const { id } = await db.transaction((tx) => lockDnsAccount(tx, label))
  const probe = await (await vendors.dnsAccount(id)).probe()
  await noteDnsProbe(db, id, probe)
  await audit(db, {
    actor: 'operator',
    action: 'dns_account.probed',
    subject: id,
    data: probe.ok ? { works: true } : { works: false, reason: probe.reason },
  })
  return probe
}

/** Another token of the same account: its domains would be lost with another one. Throws a `Refusal`. */
export async function renewDnsAccount(
  deps: Deps,
  { label, credentials }: { label: string; credentials: unknown },
): Promise<void> {
  const parsed = parseDnsCredentials(credentials)
  const { id } = await deps.db.transaction((tx) => lockDnsAccount(tx, label))
  refuseEnvironments(id, 'given another token')
  const number = await numberOf(deps, parsed)
  await deps.db.transaction(async (tx) => {
    const account = await lockDnsAccount(tx, label, id)
    if (account.externalId !== number)
      throw invalid(`This token is of another account: ${label} is number ${account.externalId}.`)
    await tx
      .update(dnsAccounts)
      .set({ credentials: deps.secrets.seal(JSON.stringify(parsed), placeOf.dnsAccount(id)) })
      .where(eq(dnsAccounts.id, id))
    await noteDnsProbe(tx, id, { ok: true })
    await audit(tx, { actor: 'operator', action: 'dns_account.renewed', subject: id })
  })
}

/** Another name for an account, that of the environment's token too. Throws a `Refusal`. */
export async function renameDnsAccount(
  { db }: Pick<Deps, 'db'>,
  { label, to }: { label: string; to: string },
): Promise<void> {
  await db
    .transaction(async (tx) => {
      const { id } = await lockDnsAccount(tx, label)
      if (label === to) throw conflict(`It is called ${label} already.`)
      await tx.update(dnsAccounts).set({ label: to }).where(eq(dnsAccounts.id, id))
      await audit(tx, {
        actor: 'operator',
        action: 'dns_account.renamed',
        subject: id,
        data: { from: label, to },
      })
    })
    .catch((error: unknown) => {
      if (brokenConstraint(error) === 'dns_accounts_label')
        throw conflict(`There is an account named ${to} already.`)
      throw error
    })
}

/** Forgets an account that takes nothing new and has no domain. Throws a `Refusal`. */
export async function removeDnsAccount({ db }: Pick<Deps, 'db'>, label: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { id, state } = await lockDnsAccount(tx, label)
    refuseEnvironments(id, 'taken away')
    if (state === 'open') throw conflict(`${label} is open. Drain it first.`)
    const names = await tx.$count(domainNames, eq(domainNames.dnsAccountId, id))
    if (names > 0)
      throw conflict(
        `${label} has ${countOf(names, 'domain')}: a domain stays in its account, so this one stays too.`,
      )
    await tx.delete(dnsAccounts).where(eq(dnsAccounts.id, id))
    await audit(tx, { actor: 'operator', action: 'dns_account.removed', subject: id, data: { label } })
  })
}
