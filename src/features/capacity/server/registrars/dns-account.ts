import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '#base/db/client.ts'
import { defaultDnsAccountId, dnsAccounts } from '#base/db/schema/index.ts'
import { conflict, incompleteCredentials, invalid, notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { type DnsAccountCredentials, dnsAccountSchema } from '#vendors/dnsimple/adapter/dns-account.ts'
import type { Probe } from '#vendors/ports/probe.ts'

/** Throws a `Refusal` for credentials that are not as their schema wants them. */
export function parseDnsCredentials(credentials: unknown): DnsAccountCredentials {
  const parsed = z.safeParse(dnsAccountSchema, credentials)
  if (!parsed.success) throw incompleteCredentials(parsed.error)
  return parsed.data
}

/** By its label, or by its id where the label may have changed since. Throws a `Refusal` when there is none. */
export async function lockDnsAccount(tx: Db, label: string, id?: string) {
  const isIt = id === undefined ? eq(dnsAccounts.label, label) : eq(dnsAccounts.id, id)
  const [row] = await tx.select().from(dnsAccounts).where(isIt).for('update')
  if (!row) throw notFound(`There is no account named ${label} at the registrar.`)
  return row
}

/** The environment's token is the operator's to change where the product is started. Throws a `Refusal`. */
export function refuseEnvironments(id: string, verb: string): void {
  if (id === defaultDnsAccountId)
    throw conflict(`It is the account of DNSIMPLE_TOKEN: it is ${verb} where the product is started.`)
}

/** What an account has answered when it was last asked whether it works. */
export async function noteDnsProbe(db: Db, id: string, probe: Probe): Promise<void> {
  await db
    .update(dnsAccounts)
    .set({ probedAt: sql`now()`, probeProblem: probe.ok ? null : probe.reason })
    .where(eq(dnsAccounts.id, id))
}

/**
 * The registrar's number of the account that credentials open: two of ours that are one there would share its calls
 * without knowing. Throws a `Refusal` when they do not work, or when it is the account of the environment's token.
 */
export async function numberOf(
  { vendors }: Pick<Dependencies, 'vendors'>,
  credentials: DnsAccountCredentials,
): Promise<string> {
  const tried = vendors.dnsAccountWith(credentials)
  const probe = await tried.probe()
  if (!probe.ok) throw invalid(`It does not work, and nothing is changed: ${probe.reason}`)
  const number = await tried.accountNumber()
  const first = await vendors.dnsAccount(defaultDnsAccountId)
  const taken = await first.accountNumber().catch(() => undefined)
  if (number === taken) throw conflict('This is the account of DNSIMPLE_TOKEN, which is here already.')
  return String(number)
}
