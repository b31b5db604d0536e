import { audit } from '#base/audit/audit.ts'
import { newId } from '#base/db/ids.ts'
import { providerAccounts } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { brokenConstraint } from '#base/db/sql-state.ts'
import { conflict } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { type AccountName, type AccountState, type Capacity, isNamed, parseCredentials } from './account.ts'
import { refuseSameAccount } from './refuse-same-account.ts'

interface NewProviderAccount extends AccountName {
  /** As its schema wants them. */
  credentials: unknown
  capacity: Capacity
  /** A day, where it is known. */
  secretExpiresOn?: string | null
  /** `closed` until it was tried: see `tryProviderAccount`. */
  state: AccountState
}

/**
 * Adds an operator's tenant or account; once it is open waiting names find room by themselves. Returns its id. Throws a
 * `Refusal`, also when it is there under another label.
 */
export async function addProviderAccount(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  { vendor, label, credentials, capacity, secretExpiresOn, state }: NewProviderAccount,
): Promise<string> {
  const parsed = parseCredentials(vendor, credentials)
  const id = newId('providerAccount')
  await db
    .transaction(async (tx) => {
      // A command that is given twice is told of the label.
      if ((await tx.$count(providerAccounts, isNamed({ vendor, label }))) === 0)
        await refuseSameAccount(tx, secrets, { vendor, credentials: parsed })
      await tx.insert(providerAccounts).values({
        id,
        vendor,
        label,
        state,
        credentials: secrets.seal(JSON.stringify(parsed), placeOf.providerAccount(id)),
        secretExpiresOn,
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
