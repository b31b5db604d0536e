import { sql } from 'drizzle-orm'
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

/**
 * Why names cannot be set up beside what orders here hold, by name: a zone that stands here leaves nobody a part of it to
 * delegate, and a part that is held leaves nobody the whole. Which part that is, and whose, is nobody else's business.
 */
export async function nestedProblems(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const [above, { rows: around }] = [
    await heldAmong(db, names.flatMap(namesAbove)),
    // Backwards, whatever lies under a name begins with it and a dot; the slash is what comes after the dot.
    await db.execute<{ name: string }>(sql`
      select w.name from unnest(${sql.param([...names])}::text[]) w(name)
      where exists (select from domains h where ${isHeldAs('h')}
        and (reverse(h.name) collate "C") >= (reverse(w.name) || '.') collate "C"
        and (reverse(h.name) collate "C") < (reverse(w.name) || '/') collate "C")`),
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
 * Refuses names that were just held, in the caller's transaction, where a part of one, or what it is a part of, is held
 * too. Orders for names under the same two last labels come one after the other here, so neither overlooks the other.
 */
export async function refuseNestedNames(tx: Db, names: readonly string[]): Promise<void> {
  const roots = new Set(names.map((name) => name.split('.').slice(-2).join('.')))
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('nested-names:' || root, 0))
    from (select unnest(${sql.param([...roots].sort())}::text[]) as root) roots`)
  const problems = [...(await nestedProblems(tx, names))]
  if (problems.length === 0) return
  const reasons = problems.map(([name, message]) => `${name}: ${message}`)
  throw conflict(`${reasons.join(' ')} Please choose ${reasons.length === 1 ? 'another domain' : 'others'}.`)
}
