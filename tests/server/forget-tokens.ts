import { eq } from 'drizzle-orm'
import { providerAccounts } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Dependencies } from '#delivery/dependencies.ts'

/** Has the operator's accounts signed in to anew: credentials that are stored anew are. */
export async function forgetTokens({ db, secrets }: Pick<Dependencies, 'db' | 'secrets'>): Promise<void> {
  for (const { id, credentials } of await db.select().from(providerAccounts)) {
    const place = placeOf.providerAccount(id)
    const sealed = secrets.seal(secrets.open(credentials, place), place)
    await db.update(providerAccounts).set({ credentials: sealed }).where(eq(providerAccounts.id, id))
  }
}
