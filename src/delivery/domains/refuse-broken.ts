import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'

/** A rule over what is stored, asked in the transaction that has just written something: breaking it undoes that. */
export interface StoredRule {
  /** A scalar that keeps whoever else writes what is asked waiting, to the end of the transaction. */
  lock?: SQL
  /** What is asked, as a scalar of `jsonb`. */
  question: SQL
  /** Throws a `Refusal` where the answer breaks the rule. */
  judge(answer: unknown): void
}

/** A rule whose answer has a form. */
export const storedRule = <Answer>(
  question: SQL,
  judge: (answer: Answer) => void,
  lock?: SQL,
): StoredRule => ({ question, judge: judge as StoredRule['judge'], ...(lock && { lock }) })

/**
 * Throws the `Refusal` of the first rule that is broken. All locks are taken by one statement, in the order of their
 * rules, and all questions asked by the next, however many rules there are. Who breaks the first rule has waited for
 * the locks of the others as well, and has them until the transaction is undone, right after.
 */
export async function refuseBroken(tx: Db, rules: readonly StoredRule[]): Promise<void> {
  const locks = rules.flatMap(({ lock }) => lock ?? [])
  if (locks.length > 0) await tx.execute(sql`select ${sql.join(locks, sql`, `)}`)
  await refuseBrokenOfLocked(tx, rules)
}

/** The same where the caller's transaction has the rules' locks. */
export async function refuseBrokenOfLocked(tx: Db, rules: readonly StoredRule[]): Promise<void> {
  // In a statement of its own: it sees what was written while the locks were waited for.
  const { rows } = await tx.execute<{ answers: unknown[] }>(
    sql`select jsonb_build_array(${sql.join(
      rules.map(({ question }) => question),
      sql`, `,
    )}) as answers`,
  )
  for (const [at, { judge }] of rules.entries()) judge(rows[0]?.answers[at])
}
