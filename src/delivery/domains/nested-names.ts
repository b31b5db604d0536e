import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { conflict } from '#base/http/refusal.ts'
import { fillMessage } from '#base/text/message.ts'
import { required } from '#base/text/required.ts'
import { domainAvailabilityMessages } from '#features/names/rules/domain-availability.ts'
import { isHeldAs } from './held.ts'
import { type StoredRule, storedRule } from './refuse-broken.ts'

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
  const { rows } = await db.execute<{ held: NestedHeld }>(sql`select ${nestedHeld(names)} as held`)
  return problemsOf(names, required(rows[0], 'what is held').held)
}

/** Names that are held: parts of those that are asked about, by the latter, and what they are parts of. */
interface NestedHeld {
  around: string[]
  above: string[]
}
const nestedHeld = (names: readonly string[]): SQL => sql`jsonb_build_object(
  'around', array(select w.name from unnest(${sql.param([...names])}::text[]) w(name)
    where exists (select from domains h where ${isHeldAs('h')} and ${isUnder(sql`h.name`, sql`w.name`)})),
  'above', array(select h.name from domains h
    where h.name = any(${sql.param(names.flatMap(namesAbove))}::text[]) and ${isHeldAs('h')}))`

function problemsOf(names: readonly string[], { around, above }: NestedHeld): Map<string, string> {
  const problems = new Map(around.map((name) => [name, domainAvailabilityMessages.aroundHeld as string]))
  for (const name of names) {
    const held = namesAbove(name).find((each) => above.includes(each))
    if (held !== undefined)
      problems.set(name, fillMessage(domainAvailabilityMessages.insideHeld, { d: held }))
  }
  return problems
}

/**
 * A scalar, as a part of a statement: whoever asks for names under the same two last labels comes one after the other,
 * to the end of the transaction.
 * @param names an array of them, in the query's words
 */
export const lockingNestedNames = (names: SQL): SQL => sql`(select count(*) from (
  select pg_advisory_xact_lock(hashtextextended('nested-names:' || root, 0))
  from (select distinct substring(name from '[^.]+[.][^.]+$') as root from unnest(${names}::text[]) as n(name)
    order by root) roots) locked)`

export const lockNestedNames = (tx: Db, names: SQL) => tx.execute(sql`select ${lockingNestedNames(names)}`)

/**
 * Of names that were just held no part, and nothing that one of them is a part of, is held too. Neither of two that ask
 * at once overlooks the other.
 */
export const notNested = (names: readonly string[]): StoredRule =>
  storedRule<NestedHeld>(
    nestedHeld(names),
    (held) => {
      const problems = [...problemsOf(names, held)]
      if (problems.length === 0) return
      const reasons = problems.map(([name, message]) => `${name}: ${message}`)
      throw conflict(
        `${reasons.join(' ')} Please choose ${reasons.length === 1 ? 'another domain' : 'others'}.`,
      )
    },
    lockingNestedNames(sql`${sql.param([...names])}`),
  )
