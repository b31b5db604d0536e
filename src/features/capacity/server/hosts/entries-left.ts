import { asc } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domainNames } from '#base/db/schema/index.ts'
import { conflictUndoneBy } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import { mayStandAt } from '#delivery/provisioning/placement.ts'

const shown = 10

export interface Leaving {
  /** Whether entries of names may be left where no one can remove them. */
  isLeft: boolean
}

/**
 * Once an account, or what it was, is forgotten, no one is left who could be asked to let go of what stands there. Throws a
 * `Refusal` while an entry of a name may, unless it is to be left. Returns the names.
 */
export async function leaveEntries(
  tx: Db,
  { id, label, word }: { id: string; label: string; word: string },
  isLeft: boolean,
): Promise<string[]> {
  const rows = await tx
    .select({ name: domainNames.name })
    .from(domainNames)
    .where(mayStandAt(id))
    .orderBy(asc(domainNames.name))
  const names = rows.map(({ name }) => name)
  if (names.length === 0 || isLeft) return names
  throw conflictUndoneBy(
    `${word} drain --label ${label}`,
    `${label} may still hold ${countOf(names.length, 'domain')} placed elsewhere since: ${listed(names)}. Drain it, so that it removes what is there, and try again in a moment. If it does not work any more, say that entries may be left, and remove them in the vendor's console.`,
    '--leave',
  )
}

/** Some of them, and how many more. */
const listed = (names: readonly string[]): string =>
  [...names.slice(0, shown), ...(names.length > shown ? [`${names.length - shown} more`] : [])].join(', ')
