import { asc } from 'drizzle-orm'
import type { Found } from '#shared/api/console/find.ts'
import { providerAccounts } from '../../../db/schema/index.ts'
import { placeOf } from '../../../db/sealed-columns.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { vendorNames } from '../../../providers/vendor-error.ts'
import { identitiesIn } from '../../provider-accounts/account-identities.ts'

/**
 * Our accounts at mailbox hosts by the beginning of their label, or of what the host knows them by, in lower case. There
 * are a few, each read as a whole: its tenant's id is kept among its credentials only.
 */
export async function accountsKnownBy(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  text: string,
): Promise<Found[]> {
  const rows = await db.select().from(providerAccounts).orderBy(asc(providerAccounts.createdAt))
  return rows.flatMap(({ id, vendor, label, credentials }): Found[] => {
    const known = identitiesIn(vendor, JSON.parse(secrets.open(credentials, placeOf.providerAccount(id))))
    const matched = known.find((each) => each.startsWith(text))
    if (!matched && !label.toLowerCase().startsWith(text)) return []
    return [
      {
        kind: 'account',
        title: label,
        detail: vendorNames[vendor],
        ...(matched && { matched }),
        page: { kind: 'account', id },
      },
    ]
  })
}
