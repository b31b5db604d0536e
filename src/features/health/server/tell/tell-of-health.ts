import { and, eq, isNotNull, lt, notInArray, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Config } from '#base/config/config.ts'
import type { Db } from '#base/db/client.ts'
import { repeatDeadlocked } from '#base/db/repeat-deadlocked.ts'
import { domainHealth, domains, healthMails } from '#base/db/schema/index.ts'
import type { Outbox } from '#base/mail/outbox.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { isCauseDoubted } from '../../rules/doubted.ts'
import { type MailKind, newsWanted } from '../../rules/health-mail.ts'
import type { HealthState } from '../../rules/health-states.ts'
import type { Incident } from '../../rules/incidents.ts'
import { digestDayOf, type Mailed, neverMailed, nextMail } from '../../rules/next-mail.ts'
import { readIncidents } from '../acts/read-acts.ts'
import { type Row, readRows } from '../read/overview-rows.ts'
import { healthMailText } from './health-mail-text.ts'
import { isNews, type Reader, readerOf, readersWithNews, recipientsOf, type WithNews } from './readers.ts'

interface Deps {
  db: Db
  outbox: Outbox
  config: Pick<Config, 'publicUrl'>
  log: Pick<Logger, 'error'>
}

/**
 * Writes to customers and staff what became worse since they were written to last: once a day, and at once what has to
 * stop sending. What is told is found by comparing what is decided with what was told, and noted in the transaction that
 * puts the mail into the outbox: nothing is told twice, and a round that was missed is made good by the next. Returns how
 * many mails it wrote. Throws the first failure, after everybody had their turn.
 * @param clock the moment that counts as now, in epoch ms
 */
export async function tellOfHealth(
  deps: Deps,
  { clock = Date.now }: { clock?: () => number } = {},
): Promise<number> {
  const now = clock()
  const incidents = await readIncidents(deps.db)
  let mails = 0
  const failed: { id: string; error: unknown }[] = []
  for (const found of await readersWithNews(deps.db)) {
    if (!isDue(found, now)) continue
    try {
      mails += await repeatDeadlocked(() =>
        tellReader(deps, readerOf(found.id, deps.config), incidents, now),
      )()
    } catch (error) {
      // What fails for one keeps nobody else's mail back.
      deps.log.error({ reader: found.id, err: error }, 'a mail about health failed')
      failed.push({ id: found.id, error })
    }
  }
  // To everybody else nothing is to be told: the mail of this day is not made up for later in the day.
  const today = digestDayOf(now)
  const ids = failed.map(({ id }) => id)
  await deps.db
    .update(healthMails)
    .set({ digestDay: today })
    .where(and(lt(healthMails.digestDay, today), notInArray(healthMails.reader, ids)))
  if (failed[0]) throw failed[0].error
  return mails
}

/** Whether the next mail, or what is remembered of the last, is another one now; looked at before anything is locked. */
function isDue({ digestDay, gatheringSince, gatesAt, hasGates }: WithNews, now: number): boolean {
  if (digestDay === null) return true
  const { mail, mailed } = nextMail({ digestDay, gatheringSince, gatesAt }, hasGates, now)
  return mail !== null || mailed.gatheringSince !== gatheringSince
}

const tellReader = (
  deps: Deps,
  reader: Reader,
  incidents: readonly Incident[],
  now: number,
): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const before = await holdReader(tx, reader, now)
    const recipients = await recipientsOf(tx, reader)
    if (reader.customerId !== undefined && recipients.length === 0) return 0
    const rows = await readRows(tx, {
      customerId: reader.customerId,
      where: isNews(reader.told),
    })
    // What a doubted source has brought about is told once the source is believed again, if it is still so then.
    const news = rows.filter((row) => !isCauseDoubted(row, incidents))
    const { mail, mailed } = nextMail(before, hasGates(news), now)
    // Gates of doubted sources alone are read again once as much time has gone as gates gather for, not every round.
    const gatheringSince =
      mail === null && hasGates(rows) ? (mailed.gatheringSince ?? now) : mailed.gatheringSince
    await tx
      .update(healthMails)
      .set({
        digestDay: mailed.digestDay,
        gatheringSince: dateOf(gatheringSince),
        gatesAt: dateOf(mailed.gatesAt),
      })
      .where(eq(healthMails.reader, reader.id))
    if (mail === null) return 0
    await noteTold(tx, reader, mail === 'digest' ? news : news.filter(({ gate }) => gate))
    return write(deps, tx, { reader, recipients, kind: mail, news, now })
  })

/** Holds what is remembered of the mails to a reader: of two workers the second finds what the first has told. */
async function holdReader(tx: Db, { id, customerId }: Reader, now: number): Promise<Mailed> {
  const { digestDay } = neverMailed(now)
  await tx.insert(healthMails).values({ reader: id, customerId, digestDay }).onConflictDoNothing()
  const [row] = await tx.select().from(healthMails).where(eq(healthMails.reader, id)).for('update')
  if (!row) return neverMailed(now)
  return {
    digestDay: row.digestDay,
    gatheringSince: row.gatheringSince?.getTime() ?? null,
    gatesAt: row.gatesAt?.getTime() ?? null,
  }
}

const hasGates = (rows: readonly Row[]): boolean => rows.some(({ gate }) => gate)

const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at))

/** One that has recovered meanwhile is left as it is: it is news when it becomes worse again. */
async function noteTold(tx: Db, { told }: Reader, news: readonly Row[]): Promise<void> {
  if (news.length === 0) return
  const rows = news.map(({ id, trouble }) => ({ id, trouble }))
  const column = sql.identifier(told)
  await tx.execute(sql`
    update domain_health h set ${column} = greatest(h.${column}, least(v.trouble, h.trouble))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (id text, trouble smallint)
    where h.domain_id = v.id`)
}

interface Writing {
  reader: Reader
  recipients: Awaited<ReturnType<typeof recipientsOf>>
  kind: MailKind
  news: readonly Row[]
  now: number
}

async function write(
  { outbox }: Deps,
  tx: Db,
  { reader, recipients, kind, news, now }: Writing,
): Promise<number> {
  const { page, account, customerId } = reader
  const isStaff = customerId === undefined
  const counts = await countStates(tx, customerId)
  let mails = 0
  for (const { id, email, name, wish } of recipients) {
    const wanted = newsWanted(wish, kind, news)
    if (wanted.length === 0) continue
    const text = healthMailText({ kind, news: wanted, counts, name, page, account, isStaff })
    await outbox.put(tx, {
      key: `health:${kind}:${id}:${new Date(now).toISOString()}`,
      to: email,
      ...text,
      isOwn: isStaff,
    })
    mails++
  }
  return mails
}

async function countStates(
  tx: Db,
  customerId: string | undefined,
): Promise<Partial<Record<HealthState, number>>> {
  const rows = await tx
    .select({ state: domainHealth.state, count: sql<number>`count(*)::int` })
    .from(domainHealth)
    .innerJoin(domains, eq(domains.id, domainHealth.domainId))
    .where(
      and(
        isNotNull(domainHealth.dueAt),
        isRunning,
        customerId === undefined ? undefined : eq(domainHealth.customerId, customerId),
      ),
    )
    .groupBy(domainHealth.state)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
