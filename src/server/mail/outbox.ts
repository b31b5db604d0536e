import { isNobodys } from '#shared/accounts/sign-in.ts'
import type { LiveBrand } from '../brand/live-brand.ts'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { outbox } from '../db/schema/index.ts'
import { placeOf } from '../db/sealed-columns.ts'
import type { Queue } from '../queue/queue.ts'
import type { Secrets } from '../secrets/secrets.ts'

interface Attachment {
  filename: string
  contentType: string
  content: string
}

interface Mail {
  /** The same key never makes a second mail. */
  key: string
  to: string
  subject: string
  text: string
  /** The text opens something: it is kept sealed, and no longer than until it is sent. */
  isSecret?: boolean
  attachments?: readonly Attachment[]
  /** To the operator: without what stands below the mails of others. */
  isOwn?: boolean
}

export interface Outbox {
  /** Stores a mail as part of a transaction; it is handed over once that is through. */
  put(tx: Db, mail: Mail): Promise<void>
}

/** Behind the line that mail programs know for the beginning of a signature. */
const withFooter = (text: string, footer: string): string => (footer ? `${text}\n\n-- \n${footer}` : text)

export function createOutbox({
  queue,
  secrets,
  mailHost,
  brand,
}: {
  queue: Queue
  secrets: Secrets
  mailHost: string
  brand: LiveBrand
}): Outbox {
  return {
    async put(tx, { key, to, subject, text: written, isSecret = false, attachments = [], isOwn }) {
      if (isNobodys(to)) return
      const text = isOwn ? written : withFooter(written, brand.now.mailFooter)
      const id = newId('mail')
      const content = isSecret ? { text, attachments } : attachments
      const sealed =
        isSecret || attachments.length > 0 ? secrets.seal(JSON.stringify(content), placeOf.outbox(id)) : null
      const [made] = await tx
        .insert(outbox)
        .values({
          id,
          dedupeKey: key,
          messageId: `<${id}@${mailHost}>`,
          recipient: to,
          subject,
          body: isSecret ? '' : text,
          attachments: sealed,
        })
        .onConflictDoNothing({ target: outbox.dedupeKey })
        .returning({ id: outbox.id })
      if (made) await queue.add(tx, 'mail', [{ mailId: id }])
    },
  }
}
