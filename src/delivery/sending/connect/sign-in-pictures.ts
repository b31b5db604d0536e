import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { signInPictures } from '#base/db/schema/index.ts'
import type { SignInClaim } from './claim-sign-in.ts'

/** Keeps the last picture of the page that only a person can answer. */
export async function keepPicture(
  db: Db,
  { mailboxId, connectionId }: Pick<SignInClaim, 'mailboxId' | 'connectionId'>,
  png: Buffer,
): Promise<void> {
  await db
    .insert(signInPictures)
    .values({ mailboxId, connectionId, png })
    .onConflictDoUpdate({
      target: [signInPictures.mailboxId, signInPictures.connectionId],
      set: { png, takenAt: new Date() },
    })
}

/** The page that stopped the last sign-in of a mailbox, as PNG; undefined where there is none. */
export async function pictureOf(
  db: Db,
  of: { address: string } | { mailboxId: string },
): Promise<{ png: Buffer; address: string; takenAt: Date } | undefined> {
  const address = sql`lower(m.local_part || '@' || m.name)`
  const isIt = 'address' in of ? sql`${address} = ${of.address.toLowerCase()}` : sql`m.id = ${of.mailboxId}`
  const { rows } = await db.execute<{ png: Buffer; address: string; takenAt: string }>(sql`
    select p.png, ${address} as address, p.taken_at::text as "takenAt"
    from sign_in_pictures p join mailboxes m on m.id = p.mailbox_id
    where ${isIt} order by p.taken_at desc limit 1`)
  return rows[0] && { ...rows[0], takenAt: new Date(rows[0].takenAt) }
}

/** A mailbox that is connected needs nobody to look at its page. */
export async function dropPicture(
  db: Db,
  { mailboxId, connectionId }: Pick<SignInClaim, 'mailboxId' | 'connectionId'>,
): Promise<void> {
  await db.execute(
    sql`delete from sign_in_pictures where mailbox_id = ${mailboxId} and connection_id = ${connectionId}`,
  )
}
