import { desc, eq } from 'drizzle-orm'
import { outbox } from '#base/db/schema/index.ts'
import { sealedOf } from '#base/mail/deliver-mail.ts'
import type { Dependencies } from '#delivery/dependencies.ts'

type Deps = Pick<Dependencies, 'db' | 'secrets'>

/** The text of the last mail to someone, as it will be sent; empty without one. */
export async function lastMail({ db, secrets }: Deps, to: string): Promise<string> {
  const [mail] = await db
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, to))
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(1)
  return mail ? (sealedOf(mail, secrets).text ?? mail.body) : ''
}

/** The secret behind the `#` of the link in it. */
export const mailedToken = async (deps: Deps, to: string): Promise<string> =>
  (await lastMail(deps, to)).match(/https?:\S+#(\S+)/)?.[1] ?? ''
