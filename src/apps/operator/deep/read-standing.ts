import { asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import {
  domainEvents,
  domainNames,
  domains,
  mailboxes,
  mailboxLinks,
  workItems,
} from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { type Facts, factsOf } from '#delivery/provisioning/facts.ts'
import type { Holding } from './deep-run.ts'

/** How far it is, as the rows say it. */
export interface Standing {
  status: string
  isReleased: boolean
  want: string
  facts: Facts
  step: string | null
  stepSince: Date | null
  attempts: number
  problem: (typeof domainNames.$inferSelect)['problem']
  /** Milliseconds until it is looked at again; 0 where that is due. */
  dueInMs: number
  /** Whether all that is wanted of it is there. */
  isReached: boolean
  /** Its mailbox's link to the sending tool, once there is one. */
  link:
    | Pick<
        typeof mailboxLinks.$inferSelect,
        'connection' | 'connectionCause' | 'connectionReason' | 'signInBy'
      >
    | undefined
  events: (typeof domainEvents.$inferSelect)[]
  /** What people are asked for it. */
  asked: (typeof workItems.$inferSelect)[]
}

export async function readStanding(db: Db, { domainId, name, customerId }: Holding): Promise<Standing> {
  const [row] = await db
    .select({
      domain: domains,
      name: domainNames,
      dueInMs: sql<number>`greatest(0, coalesce(extract(epoch from ${domainNames.nextRunAt} - now()) * 1000, 0))::float8`,
    })
    .from(domains)
    .innerJoin(domainNames, eq(domainNames.name, domains.name))
    .where(eq(domains.id, domainId))
  const { domain, name: state, dueInMs } = required(row, name)
  const [link] = await db
    .select({
      connection: mailboxLinks.connection,
      connectionCause: mailboxLinks.connectionCause,
      connectionReason: mailboxLinks.connectionReason,
      signInBy: mailboxLinks.signInBy,
    })
    .from(mailboxLinks)
    .innerJoin(mailboxes, eq(mailboxes.id, mailboxLinks.mailboxId))
    .where(eq(mailboxes.domainId, domainId))
  return {
    status: domain.status,
    isReleased: domain.releasedAt !== null,
    want: domain.want,
    facts: factsOf(state),
    step: state.step,
    stepSince: state.stepSince,
    attempts: state.attempts,
    problem: state.problem,
    dueInMs,
    isReached: state.doneRev === state.wantedRev,
    link,
    events: await db
      .select()
      .from(domainEvents)
      .where(eq(domainEvents.domainId, domainId))
      .orderBy(asc(domainEvents.id)),
    asked: await db
      .select()
      .from(workItems)
      .where(
        sql`${eq(workItems.customerId, customerId)} and ${isNull(workItems.closedAt)} and ${isNull(workItems.answeredAt)}`,
      )
      .orderBy(asc(workItems.createdAt)),
  }
}
