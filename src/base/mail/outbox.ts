import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { isNobodys } from '#features/accounts/rules/sign-in.ts'
import type { LiveBrand } from '../brand/server/live-brand.ts'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { outbox } from '../db/schema/index.ts'
import { placeOf } from '../db/sealed-columns.ts'
import type { Queue } from '../queue/queue.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { numberText } from '../text/number-text.ts'

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
  /** Not sent from then on: what it announces has happened. */
  goodUntil?: Date
  /** The hash of the step that the link in it leads to: not sent once that has ended. */
  opens?: Buffer
  /** To the operator: without what stands below the mails of others. */
  isOwn?: boolean
}

/** What a gathered mail tells of: some of them, and how many there are. */
export interface About {
  names: readonly string[]
  count: number
}

/** A mail about what happens to many names within minutes. */
export interface Gathered extends Pick<Mail, 'key' | 'to' | 'isOwn'> {
  /** What there is to add to it; each is told once by the caller. */
  about: string
  write: (about: About) => Pick<Mail, 'subject' | 'text'>
}

export interface Outbox {
  /** Stores a mail as part of a transaction; it is handed over once that is through. */
  put(tx: Db, mail: Mail): Promise<void>
  /** The same of a mail that waits some minutes for what else there is to say, and says how many there are. */
  gather(tx: Db, mail: Gathered): Promise<void>
}

/** Neither sent, nor given up, nor left unsent. */
export const isWaiting = and(isNull(outbox.sentAt), isNull(outbox.failedAt), isNull(outbox.droppedAt))

/** What becomes of one that is left unsent. */
export const unsent = { droppedAt: sql`now()`, attachments: null, about: [] }

/** The state that mails tell of has passed, as part of the transaction that ends it: those that wait are not sent. */
export async function withdrawMails(tx: Db, keysBegin: string): Promise<void> {
  await tx
    .update(outbox)
    .set(unsent)
    .where(and(isWaiting, sql`starts_with(${outbox.dedupeKey}, ${keysBegin})`))
}

/** Behind the line that mail programs know for the beginning of a signature. */
const withFooter = (text: string, footer: string): string => (footer ? `${text}\n\n-- \n${footer}` : text)

/** What one cause has stopped is seen name by name: one mail goes out so long after the first of them. */
const gatheredMs = 5 * 60_000
const namedAtMost = 50

/** The names that a gathered mail lists, and how many more there are. */
export const listOf = ({ names, count }: About): string[] => [
  ...names.map((name) => `  ${name}`),
  ...(count > names.length ? [`  and ${numberText(count - names.length)} more`] : []),
]

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
  const signed = (text: string, isOwn = false) => (isOwn ? text : withFooter(text, brand.now.mailFooter))
  const written = (about: About, write: Gathered['write'], isOwn?: boolean) => {
    const { subject, text } = write(about)
    return { subject, body: signed(text, isOwn) }
  }
  return {
    async gather(tx, { key, to, isOwn, about, write }) {
      if (isNobodys(to)) return
      // Two that begin one at the same moment would begin two.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
      const [open] = await tx
        .update(outbox)
        .set({
          about: sql`case when cardinality(${outbox.about}) < ${namedAtMost}
            then ${outbox.about} || ${about}::text else ${outbox.about} end`,
          aboutCount: sql`${outbox.aboutCount} + 1`,
        })
        .where(
          and(
            sql`starts_with(${outbox.dedupeKey}, ${`${key}:`})`,
            isWaiting,
            eq(outbox.attempts, 0),
            gt(outbox.nextTryAt, sql`now()`),
          ),
        )
        .returning({ id: outbox.id, names: outbox.about, count: outbox.aboutCount })
      if (open) {
        await tx
          .update(outbox)
          .set(written(open, write, isOwn))
          .where(eq(outbox.id, open.id))
        return
      }
      const id = newId('mail')
      await tx.insert(outbox).values({
        id,
        dedupeKey: `${key}:${id}`,
        messageId: `<${id}@${mailHost}>`,
        recipient: to,
        ...written({ names: [about], count: 1 }, write, isOwn),
        about: [about],
        aboutCount: 1,
        nextTryAt: new Date(Date.now() + gatheredMs),
      })
    },

    async put(
      tx,
      { key, to, subject, text: unsigned, isSecret = false, attachments = [], goodUntil, opens, isOwn },
    ) {
      if (isNobodys(to)) return
      const text = signed(unsigned, isOwn)
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
          goodUntil,
          opens,
        })
        .onConflictDoNothing({ target: outbox.dedupeKey })
        .returning({ id: outbox.id })
      if (made) await queue.add(tx, 'mail', [{ mailId: id }])
    },
  }
}
