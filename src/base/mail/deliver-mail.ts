import { and, asc, eq, isNotNull, lte, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import * as z from 'zod'
import { isVendorError, type VendorError } from '#vendors/client/vendor-error.ts'
import type { Mailer } from '#vendors/ports/mail.ts'
import type { Db } from '../db/client.ts'
import { outbox, signInSteps } from '../db/schema/index.ts'
import { placeOf } from '../db/sealed-columns.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { isWaiting, unsent } from './outbox.ts'
import { claimTrial, holdRelay, mailsAtOnce, noteAccepted, noteRefused, type Turn, turnOf } from './relay.ts'

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

/** A mail that is refused, but not for good, is tried for so long (RFC 5321, 4.5.4.1: at least 4 to 5 days). */
const triedForDays = 5
/** A mail in the hands of one worker is left alone by others for this long. */
const claimSeconds = 120
const longestDelayS = 3 * 3600

type Row = typeof outbox.$inferSelect

/**
 * Hands one mail over. The row is claimed first, so that two workers do not send it twice; a crash in between
 * may repeat it with the same Message-ID, which mail programs show once.
 */
export async function deliverMail(deps: DeliverDependencies, mailId: string): Promise<void> {
  const claimed = await deps.db.transaction((tx) => claim(tx, mailId))
  if (!claimed) return
  const { mail, turn } = claimed
  const { text = mail.body, attachments } = sealedOf(mail, deps.secrets)
  try {
    await deps.mailer.send({
      to: mail.recipient,
      subject: mail.subject,
      text,
      messageId: mail.messageId,
      attachments,
    })
  } catch (error) {
    if (!isVendorError(error)) throw error
    const isOver = await deps.db.transaction((tx) => noteRefusal(tx, mail, turn, error))
    deps.log.warn({ mailId, reason: error.reason, isOver }, 'a mail was not accepted')
    return
  }
  await deps.db.transaction(async (tx) => {
    await noteAccepted(tx)
    // They hold passwords and links that open something: they are not kept a moment longer than needed.
    await tx
      .update(outbox)
      .set({ sentAt: new Date(), attachments: null, about: [], problem: null })
      .where(eq(outbox.id, mail.id))
  })
}

const hasEndedLink = and(
  isNotNull(outbox.opens),
  sql`not exists (select from ${signInSteps} where ${signInSteps.tokenHash} = ${outbox.opens}
    and ${signInSteps.expiresAt} > now())`,
)

/** A mail whose time has passed is left unsent. */
async function claim(tx: Db, mailId: string): Promise<{ mail: Row; turn: Turn } | undefined> {
  const turn = await turnOf(tx)
  if (!turn) return undefined
  const isDue = and(eq(outbox.id, mailId), isWaiting, lte(outbox.nextTryAt, sql`now()`))
  await tx
    .update(outbox)
    .set(unsent)
    .where(and(isDue, or(lte(outbox.goodUntil, sql`now()`), hasEndedLink)))
  const [mail] = await tx
    .update(outbox)
    .set({
      attempts: sql`${outbox.attempts} + 1`,
      nextTryAt: sql`now() + make_interval(secs => ${claimSeconds})`,
      refusedAs: null,
      refusedAt: null,
    })
    .where(isDue)
    .returning()
  if (!mail) return undefined
  if (turn === 'trial') await claimTrial(tx, claimSeconds)
  return { mail, turn }
}

/** Returns whether the mail is given up. */
async function noteRefusal(tx: Db, mail: Row, turn: Turn, error: VendorError): Promise<boolean> {
  const refusedAs = [error.status, error.code].join(' ')
  const delayS = Math.min(longestDelayS, 15 * 2 ** mail.attempts)
  const isTooOld = sql<boolean>`${outbox.triesSince} < now() - make_interval(days => ${triedForDays})`
  // A relay that refuses everybody says nothing of this recipient.
  const isOver = error.kind === 'rejected' && turn === 'own' ? sql<boolean>`true` : isTooOld
  const ofMail = eq(outbox.id, mail.id)
  const relay = await holdRelay(tx)
  await tx
    .update(outbox)
    .set({
      problem: error.reason,
      refusedAs,
      refusedAt: sql`now()`,
      failedAt: sql`case when ${isOver} then now() end`,
    })
    .where(ofMail)
  const leftAloneS = await noteRefused(tx, relay, turn, refusedAs)
  const [now] = await tx
    .update(outbox)
    .set({ nextTryAt: sql`now() + make_interval(secs => ${leftAloneS ?? delayS})` })
    .where(ofMail)
    .returning({ failedAt: outbox.failedAt })
  return Boolean(now?.failedAt)
}

/** What is sealed of a mail, opened; a mail without anything sealed has its text in `body`. */
export const sealedOf = ({ id, attachments }: typeof outbox.$inferSelect, secrets: Secrets) =>
  attachments
    ? sealedWire.parse(JSON.parse(secrets.open(attachments, placeOf.outbox(id))))
    : { text: undefined, attachments: [] }

/**
 * Mails whose time has come, those first that were refused least: what a lost wake-up left behind, or the one by which a
 * relay is tried that refuses everybody.
 */
export async function dueMails(db: Db): Promise<string[]> {
  const atOnce = await mailsAtOnce(db, 200)
  if (atOnce === 0) return []
  const rows = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isWaiting, lte(outbox.nextTryAt, sql`now()`)))
    .orderBy(asc(outbox.attempts), asc(outbox.nextTryAt))
    .limit(atOnce)
  return rows.map(({ id }) => id)
}
