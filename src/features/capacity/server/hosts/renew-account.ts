import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { audit } from '#base/audit/audit.ts'
import { domainNames, providerAccounts } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { invalid } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { type AccountName, lockAccount, parseCredentials, standingAt } from './account.ts'
import { probeProviderAccount } from './account-state.ts'
import { type Leaving, leaveEntries } from './entries-left.ts'
import { refuseSameAccount, wordOf } from './refuse-same-account.ts'

interface Renewal extends AccountName {
  /** As its schema wants them. */
  credentials: unknown
  /** A day, where it is known. */
  secretExpiresOn?: string | null
}

const fieldsOf = (credentials: unknown) => z.record(z.string(), z.unknown()).parse(credentials)

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
  { vendor, label, credentials, secretExpiresOn = null }: Renewal,
  { isLeft }: Leaving,
): Promise<{ id: string; left: string[] }> {
  const parsed = parseCredentials(vendor, credentials)
  return db.transaction(async (tx) => {
    const account = await lockAccount(tx, { vendor, label })
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
      .set({ credentials: secrets.seal(JSON.stringify(parsed), place), secretExpiresOn })
      .where(eq(providerAccounts.id, account.id))
    await audit(tx, { actor: 'operator', action: 'provider_account.renewed', subject: account.id })
    return { id: account.id, left }
  })
}

/**
 * Refuses credentials that do not work for an account whose present ones do: a vendor shows some secrets only once, so
 * that what is overwritten may be lost. Where the present ones fail as well, there is nothing to lose.
 */
export async function refuseWorseCredentials(
  deps: Pick<Dependencies, 'db' | 'vendors'>,
  { vendor, label, credentials }: Renewal,
): Promise<void> {
  const probe = await deps.vendors.probeAccount(vendor, parseCredentials(vendor, credentials))
  if (probe.ok) return
  const { probe: present } = await probeProviderAccount(deps, { vendor, label })
  if (present.ok)
    throw invalid(`These credentials do not work: ${probe.reason}. ${label} keeps the ones it has, which do.`)
}
