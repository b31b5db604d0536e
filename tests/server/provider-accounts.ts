import { newId } from '#base/db/ids.ts'
import { providerAccounts } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { demoGoogleAccount } from '#vendors/google/simulator/demo.ts'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'

/** The operator's tenant and account, with room for everything a test orders. */
export async function addProviderAccounts({
  db,
  secrets,
}: Pick<Dependencies, 'db' | 'secrets'>): Promise<void> {
  const capacity = {
    capacityDomains: 50_000,
    capacityMailboxes: 500_000,
    capacityDailyRecipients: 10_000_000,
    hostLimit: 100_000_000,
  }
  for (const [vendor, credentials] of [
    ['microsoft', demoMicrosoftTenant],
    ['google', demoGoogleAccount],
  ] as const) {
    const id = newId('providerAccount')
    const sealed = secrets.seal(JSON.stringify(credentials), placeOf.providerAccount(id))
    await db.insert(providerAccounts).values({ id, vendor, label: 'main', credentials: sealed, ...capacity })
  }
}
