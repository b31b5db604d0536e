import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Db } from '../db/client.ts'
import { outbox } from '../db/schema/index.ts'
import { placeOf } from '../db/sealed-columns.ts'
import type { Mailer } from '../providers/ports/mail.ts'
import { isVendorError } from '../providers/vendor-error.ts'
import type { Secrets } from '../secrets/secrets.ts'

export interface DeliverDependencies {
  db: Db
  mailer: Mailer
  secrets: Secrets
  log: Logger
}

const attachmentsWire = z.array(
  z.object({ filename: z.string(), contentType: z.string(), content: z.string() }),
)

/** What of a mail is sealed: its attachments, and the text of one that opens something. */
const sealedWire = z.union([
  z.pipe(
    attachmentsWire,
    z.transform((attachments) => ({ text: undefined, attachments })),
  ),
  z.object({ text: z.string(), attachments: attachmentsWire }),
])

/** Tries after which a mail is given up: about two days. */
const maxAttempts = 20
/** A mail in the hands of one worker is left alone by others for this long. */
const claimSeconds = 120

/**
 * Hands one mail over. The row is claimed first, so that two workers do not send it twice; a crash in between
 * may repeat it with the same Message-ID, which mail programs show once.
 */
export async function deliverMail(
  { db, mailer, secrets, log }: DeliverDependencies,
  mailId: string,
): Promise<void> {
  const [mail] = await db
    .update(outbox)
    .set({
      attempts: sql`${outbox.attempts} + 1`,
      nextTryAt: sql`now() + make_interval(secs => ${claimSeconds})`,
    })
    .where(
      and(
        eq(outbox.id, mailId),
        isNull(outbox.sentAt),
        isNull(outbox.failedAt),
        lte(outbox.nextTryAt, sql`now()`),
      ),
    )
    .returning()
  if (!mail) return
  const { text = mail.body, attachments } = sealedOf(mail, secrets)
  try {
    await mailer.send({
      to: mail.recipient,
      subject: mail.subject,
      text,
      messageId: mail.messageId,
      attachments,
    })
    // They hold passwords and links that open something: they are not kept a moment longer than needed.
    await db
      .update(outbox)
      .set({ sentAt: new Date(), attachments: null, about: [], problem: null })
      .where(eq(outbox.id, mail.id))
  } catch (error) {
    if (!isVendorError(error)) throw error
    const isOver = error.kind === 'rejected' || mail.attempts >= maxAttempts
    const delayS = Math.min(3 * 3600, 15 * 2 ** mail.attempts)
    log.warn({ mailId, reason: error.reason, isOver }, 'a mail was not accepted')
    await db
      .update(outbox)
      .set({
        problem: error.reason,
        nextTryAt: sql`now() + make_interval(secs => ${delayS})`,
        failedAt: isOver ? new Date() : null,
      })
      .where(eq(outbox.id, mail.id))
  }
}

/** What is sealed of a mail, opened; a mail without anything sealed has its text in `body`. */
export const sealedOf = ({ id, attachments }: typeof outbox.$inferSelect, secrets: Secrets) =>
  attachments
    ? sealedWire.parse(JSON.parse(secrets.open(attachments, placeOf.outbox(id))))
    : { text: undefined, attachments: [] }

/** Mails whose time has come, oldest first: what a lost wake-up left behind. */
export async function dueMails(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isNull(outbox.sentAt), isNull(outbox.failedAt), lte(outbox.nextTryAt, sql`now()`)))
    .orderBy(asc(outbox.nextTryAt))
    .limit(200)
  return rows.map(({ id }) => id)
}
