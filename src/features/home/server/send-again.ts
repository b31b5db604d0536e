import { and, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { outbox } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import { isWaiting } from '#base/mail/outbox.ts'
import { readRelay, tryRelayNow } from '#base/mail/relay.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'

/** Of what is older only its key is left. */
const isGivenUp = and(isNotNull(outbox.failedAt), ne(outbox.recipient, ''))
/** The others are found by the next round. */
const wokenMost = 200

/** What has not reached anybody: what waits, and what was given up, of which so many are told, the latest first. */
export async function readUnsent(db: Db, most: number) {
  const { id, recipient, subject, failedAt, problem } = outbox
  const [relay, waiting, count, latest] = await Promise.all([
    readRelay(db),
    db.$count(outbox, isWaiting),
    db.$count(outbox, isGivenUp),
    db
      .select({ id, recipient, subject, since: sql<Date>`${failedAt}`.mapWith(failedAt), problem })
      .from(outbox)
      .where(isGivenUp)
      .orderBy(desc(failedAt), desc(id))
      .limit(most),
  ])
  const stopped = relay?.stoppedAt ? { ...relay, since: relay.stoppedAt } : null
  return { stopped, waiting, givenUp: { count, latest } }
}

/**
 * Sends what was given up once more, one or all, for as many days as at first; the relay is tried now. Returns what that
 * comes to. Throws a `Refusal` where the one is not among them.
 */
export function sendAgain({ db, queue }: Pick<Dependencies, 'db' | 'queue'>, only?: string): Promise<string> {
  return db.transaction(async (tx) => {
    await tryRelayNow(tx)
    const again = await tx
      .update(outbox)
      .set({
        failedAt: null,
        triesSince: sql`now()`,
        nextTryAt: sql`now()`,
        refusedAs: null,
        refusedAt: null,
      })
      .where(and(isGivenUp, only === undefined ? undefined : eq(outbox.id, only)))
      .returning({ id: outbox.id })
    if (only !== undefined && again.length === 0) throw notFound(`No email with the ID ${only} was given up.`)
    const waiting = only === undefined ? await wakeWaiting(tx) : []
    await queue.add(
      tx,
      'mail',
      [...again, ...waiting].slice(0, wokenMost).map(({ id: mailId }) => ({ mailId })),
    )
    await audit(tx, {
      actor: 'operator',
      action: 'mail.sent_again',
      ...(only !== undefined && { subject: only }),
      data: { count: again.length },
    })
    const count = new Set([...again, ...waiting].map(({ id }) => id)).size
    return count === 0 ? 'No emails are waiting.' : `${countOf(count, 'email')} will be sent now.`
  })
}

/** Those that were refused and wait for their next try. */
const wakeWaiting = (tx: Db) =>
  tx
    .update(outbox)
    .set({ nextTryAt: sql`least(${outbox.nextTryAt}, now())` })
    .where(and(isWaiting, isNotNull(outbox.refusedAt)))
    .returning({ id: outbox.id })
