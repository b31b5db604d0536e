import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { domainAvailabilityMessages } from '#shared/domains/domain-availability.ts'
import { fillMessage } from '#shared/text/message.ts'
import type { Db } from '../db/client.ts'
import { conflict } from '../http/refusal.ts'
import { heldAmong, isHeldAs } from './held.ts'

/** The names that a name lies under: `acme.com` of `mail.acme.com`. */
function namesAbove(name: string): string[] {
  const labels = name.split('.')
  return labels.slice(2).map((_, at) => labels.slice(at + 1).join('.'))
}

/** The same in a query written by hand, as an array. */
export const namesAboveOf = (name: AnyColumn): SQL =>
  sql`array(select substring(${name} from at.n) from generate_series(2, length(${name})) as at(n)
    where substring(${name} from at.n - 1 for 1) = '.')`

/** Whether `part` lies under `whole`: backwards it begins with that and a dot; the slash is what comes after the dot. */
export const isUnder = (
  part: SQL,
  whole: SQL,
): SQL => sql`((reverse(${part}) collate "C") >= (reverse(${whole}) || '.') collate "C"
  and (reverse(${part}) collate "C") < (reverse(${whole}) || '/') collate "C")`

/**
 * Why names cannot be set up beside what orders here hold, by name: a zone that stands here leaves nobody a part of it to
 * delegate, and a part that is held leaves nobody the whole. Which part that is, and whose, is nobody else's business.
 */
export async function nestedProblems(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const [above, { rows: around }] = [
    await heldAmong(db, names.flatMap(namesAbove)),
    await db.execute<{ name: string }>(sql`
      select w.name from unnest(${sql.param([...names])}::text[]) w(name)
      where exists (select from domains h where ${isHeldAs('h')}
        and ${isUnder(sql`h.name`, sql`w.name`)})`),
  ]
  const problems = new Map(around.map(({ name }) => [name, domainAvailabilityMessages.aroundHeld as string]))
  for (const name of names) {
    const held = namesAbove(name).find((each) => above.has(each))
    if (held !== undefined)
      problems.set(name, fillMessage(domainAvailabilityMessages.insideHeld, { d: held }))
  }
  return problems
}

/**
 * Whoever asks for names under the same two last labels comes one after the other, to the end of the transaction.
 * @param names an array of them, in the query's words
 */
export const lockNestedNames = (tx: Db, names: SQL) =>
  tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('nested-names:' || root, 0))
    from (select distinct substring(name from '[^.]+[.][^.]+$') as root from unnest(${names}::text[]) as n(name)
      order by root) roots`)

/**
 * Refuses names that were just held, in the caller's transaction, where a part of one, or what it is a part of, is held
 * too. Neither of two that ask at once overlooks the other.
 */
export async function refuseNestedNames(tx: Db, names: readonly string[]): Promise<void> {
  await lockNestedNames(tx, sql`${sql.param([...names])}`)
  const problems = [...(await nestedProblems(tx, names))]
  if (problems.length === 0) return
  const reasons = problems.map(([name, message]) => `${name}: ${message}`)
  throw conflict(`${reasons.join(' ')} Please choose ${reasons.length === 1 ? 'another domain' : 'others'}.`)
}
