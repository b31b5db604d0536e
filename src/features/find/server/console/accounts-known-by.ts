import { asc } from 'drizzle-orm'
import { providerAccounts } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { identitiesIn } from '#features/capacity/server/hosts/account-identities.ts'
import { vendorNames } from '#vendors/client/vendor-error.ts'
import type { Found } from '../../api/console-find.ts'

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
