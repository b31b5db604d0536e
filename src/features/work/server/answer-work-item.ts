import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { bundles, domainNames, domains, workItems } from '#base/db/schema/index.ts'
import { notFound, Refusal, ruleBroken } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { wake } from '#delivery/provisioning/wake.ts'
import { answerFieldsOf, correctableKinds, readAnswer } from '../rules/work-item-answers.ts'

type Deps = Pick<Dependencies, 'db' | 'queue'>
export type Answer = Record<string, string>

/**
 * Notes what a person has done, and lets the names that waited for it look at once. The item is closed by the
 * reconciler when it observes the deed. A DKIM key may be given again, also after that: it takes the wrong one's place. Throws a `Refusal` for an unknown item or an answer of the wrong form.
 */
export async function answerWorkItem({ db, queue }: Deps, id: string, answer: Answer): Promise<void> {
  await db.transaction(async (tx) => {
    const [item] = await tx.select().from(workItems).where(eq(workItems.id, id)).for('update')
    if (!item || (item.closedAt !== null && !correctableKinds.has(item.kind)))
      throw notFound(`There is no open work item ${id}.`)
    const given = rightAnswer(item.kind, answer)
    const isCorrection =
      correctableKinds.has(item.kind) && item.answer !== null && !isDeepStrictEqual(item.answer, given)
    // Looked at until what is given now has been seen.
    await tx
      .update(workItems)
      .set({ answer: given, answeredAt: sql`now()`, closedAt: null })
      .where(eq(workItems.id, id))
    await audit(tx, {
      customerId: item.customerId ?? undefined,
      actor: 'operator',
      action: 'work_item.answered',
      subject: id,
      data: { kind: item.kind, about: item.subject },
    })
    const names = await namesThatWait(tx, item)
    for (const name of names)
      await tx
        .update(domainNames)
        .set({
          nextRunAt: sql`now()`,
          attempts: 0,
          ...(isCorrection && {
            listed: sql`${domainNames.listed} || jsonb_build_object('dkim', jsonb_build_object('at', now(), 'agrees', false))`,
          }),
        })
        .where(eq(domainNames.name, name))
    await wake(
      tx,
      queue,
      names.map((name) => ({ name, urgent: false })),
    )
  })
}

/**
 * The same for many, each by itself: nothing is done for one that is refused, and the others are answered all the same.
 * Returns for each why it was refused, or null.
 */
export async function answerWorkItems(
  deps: Deps,
  answers: readonly { id: string; answer: Answer }[],
): Promise<{ id: string; problem: string | null }[]> {
  const results = []
  for (const { id, answer } of answers)
    results.push({
      id,
      problem: await answerWorkItem(deps, id, answer).then(
        () => null,
        (error: unknown) => {
          if (error instanceof Refusal) return error.message
          throw error
        },
      ),
    })
  return results
}

function rightAnswer(kind: string, answer: Answer): Answer {
  const read = readAnswer(kind, answer)
  if (read.ok) return read.value
  const examples = answerFieldsOf(kind)
    .filter(({ isOptional }) => !isOptional)
    .map(({ key, example }) => `${key}=${example}`)
    .join(' and ')
  throw ruleBroken(
    `A work item of the kind ${kind} is answered with ${examples}. ${read.problem.message}`.trimEnd(),
  )
}

/**
 * Names that an item holds up. A trusted tool is about a connection and an account, billing about a subscription, which
 * is observed by itself, everything else about a name.
 */
export async function namesThatWait(
  tx: Db,
  { kind, subject }: typeof workItems.$inferSelect,
): Promise<string[]> {
  if (kind === 'resume_billing' || kind === 'subscription_gone') return []
  if (kind !== 'tool_consent' && kind !== 'tool_sign_in') return [subject]
  const [connectionId = '', accountId = ''] = subject.split(' ')
  const rows = await tx
    .select({ name: domains.name })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(domainNames, eq(domainNames.name, domains.name))
    .where(and(eq(bundles.connectionId, connectionId), eq(domainNames.providerAccountId, accountId), isHeld))
    .orderBy(domains.name)
  return rows.map(({ name }) => name)
}
