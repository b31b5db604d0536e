import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { refreshFamilies, users } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'

/** Where a request came from. */
export interface Place {
  address: string
  device: string
}

/** Counted, so that they are looked up by their user: for an `exists`, PostgreSQL may look through all of the table. */
const before = sql`select count(*) from ${refreshFamilies} where ${refreshFamilies.userId} = ${users.id}`

/**
 * Whether a user, read from `users`, comes from a browser and a network that have not been seen together. Nobody is told
 * of their very first sign-in; in an old account none that is remembered only means that it was long ago. Sign-ins from
 * before devices were noted count by their network.
 */
export const isNewPlace = (networkHashes: SQL, device: SQL) => sql<boolean>`(${before}
    and ${refreshFamilies.networkHash} = any(${networkHashes})
    and coalesce(${refreshFamilies.device} = ${device}, true)) = 0
  and ((${before}) > 0 or ${users.createdAt} < now() - interval '90 days')`

/** Tells of a sign-in from a new place, as part of the transaction that lets them in. */
export const tellNewPlace = (
  { outbox, config, brand }: Pick<Dependencies, 'outbox' | 'config' | 'brand'>,
  tx: Db,
  { email, name }: { email: string; name: string },
  { device, address }: Place,
): Promise<void> =>
  outbox.put(tx, {
    key: `new-place:${newId('mail')}`,
    to: email,
    subject: `New sign-in to ${brand.now.productName}`,
    text: [
      `Hello ${name},`,
      '',
      `someone signed in to your account at ${brand.now.productName} from where you have not been before: ${device}, ${address}.`,
      '',
      `If that was you, there is nothing to do. If not, end that session and change your password at once: ${config.publicUrl}/account`,
    ].join('\n'),
  })
