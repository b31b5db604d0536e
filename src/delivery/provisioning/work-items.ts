import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { workItems } from '#base/db/schema/index.ts'
import { withdrawMails } from '#base/mail/outbox.ts'
import { answerOptionsOf, commandOf } from '#features/work/rules/work-item-answers.ts'
import type { StepContext } from './step-context.ts'

export interface WorkItem {
  id: string
  kind: string
  since: Date
  answer: Record<string, string> | null
  answeredAt: Date | null
  /** Observed to be done. Only what is asked once for all is found again then. */
  isClosed: boolean
  /** Ends it, in the transaction that records what was observed. */
  close(tx: Db): Promise<void>
}

interface WantedWork {
  kind: string
  subject: string
  /** As the console shows them, beside the buttons that they speak of. */
  instructions: string
}

/**
 * The request to a person of the operator, made and announced when there is none. It is closed only by an answer
 * and an observation, so asking again gives the same one. The database's unique keys say what is the same:
 * an open one of that kind and subject, and for a consent, which is given once for all, a closed one as well.
 */
export async function ensureWorkItem(
  { name, lease, holding, alert, now }: StepContext,
  { kind, subject, instructions }: WantedWork,
): Promise<WorkItem> {
  const row = await lease.write(async (tx) => {
    const made = await raiseWorkItem(tx, alert, {
      kind,
      subject,
      customerId: holding.customerId,
      instructions,
    })
    if (made) return made
    const [present] = await tx
      .select()
      .from(workItems)
      .where(and(eq(workItems.kind, kind), eq(workItems.subject, subject)))
      .orderBy(sql`${workItems.closedAt} desc nulls first`)
      .limit(1)
    if (!present) throw new Error(`The work item ${kind} of ${subject} vanished.`)
    // What is asked about this name alone may have changed since, such as how many mailboxes are missing.
    if (subject === name && present.instructions !== instructions)
      await tx.update(workItems).set({ instructions }).where(eq(workItems.id, present.id))
    return present
  })
  return {
    id: row.id,
    kind: row.kind,
    since: row.createdAt,
    answer: row.answer,
    answeredAt: row.answeredAt,
    isClosed: row.closedAt !== null,
    close: async (tx) => {
      await tx
        .update(workItems)
        .set({ closedAt: now() })
        .where(and(eq(workItems.id, row.id), isNull(workItems.closedAt)))
      await withdrawMails(tx, alertOf(row.id))
    },
  }
}

/** Makes and announces one; nothing where it is open already. */
export async function raiseWorkItem(
  tx: Db,
  alert: StepContext['alert'],
  { kind, subject, customerId, instructions }: WantedWork & { customerId: string },
): Promise<typeof workItems.$inferSelect | undefined> {
  const id = newId('workItem')
  const [made] = await tx
    .insert(workItems)
    .values({ id, kind, subject, customerId, instructions })
    .onConflictDoNothing()
    .returning()
  if (!made) return undefined
  const command = commandOf(made)
  await alert(tx, {
    key: `work-item:${id}`,
    subject: `To do: ${kind.replaceAll('_', ' ')} for ${subject}`,
    text: `${instructions}${command ? `\n\nOn the command line: ${command}` : ''}\n\nAnswer with: npm run operator -- work-items answer --id ${id} ${answerOptionsOf(kind)}`,
  })
  return made
}

const alertOf = (id: string): string => `alert:work-item:${id}`

/** Ends whatever was asked of a person about a subject, once it is observed to be done. */
export async function closeWorkItem(tx: Db, kind: string, subject: string): Promise<void> {
  const closed = await tx
    .update(workItems)
    .set({ closedAt: new Date() })
    .where(and(eq(workItems.kind, kind), eq(workItems.subject, subject), isNull(workItems.closedAt)))
    .returning({ id: workItems.id })
  for (const { id } of closed) await withdrawMails(tx, alertOf(id))
}
