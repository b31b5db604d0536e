import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { mailboxes as mailboxRows } from '#base/db/schema/index.ts'
import { failed } from '#vendors/client/call-outcome.ts'
import { reworded } from '#vendors/client/vendor-words.ts'
import type { CallOutcome } from '#vendors/ports/call-context.ts'
import type { DesiredMailbox } from '../../desired.ts'
import type { StepContext } from '../../step-context.ts'

const localPartOf = (address: string) => address.slice(0, address.lastIndexOf('@'))

/** The hosts' ids of removed mailboxes that the same customer had at these addresses, as before a reinstatement. */
export async function formerIdsOf(
  { db, holding, name }: StepContext,
  wanted: readonly DesiredMailbox[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db
    .select({ localPart: mailboxRows.localPart, externalId: mailboxRows.externalId })
    .from(mailboxRows)
    .where(
      and(
        eq(mailboxRows.customerId, holding.customerId),
        inArray(
          mailboxRows.localPart,
          wanted.map(({ address }) => localPartOf(address)),
        ),
        eq(mailboxRows.name, name),
        eq(mailboxRows.want, 'purged'),
        isNotNull(mailboxRows.externalId),
      ),
    )
  const byAddress = Map.groupBy(rows, ({ localPart }) => `${localPart}@${name}`)
  return new Map(
    [...byAddress].map(([address, group]) => [address, group.flatMap(({ externalId }) => externalId ?? [])]),
  )
}

/** Who has the address that is wanted is named to customers where that is a mailbox of theirs. */
export async function nameOwnHolders<T>(
  { db, holding }: StepContext,
  outcomes: readonly CallOutcome<T>[],
): Promise<CallOutcome<T>[]> {
  const holders = outcomes.flatMap((outcome) =>
    outcome.ok ? [] : (outcome.error.holder?.toLowerCase() ?? []),
  )
  if (holders.length === 0) return [...outcomes]
  const theirs = await db
    .select({ address: sql<string>`${mailboxRows.localPart} || '@' || ${mailboxRows.name}` })
    .from(mailboxRows)
    .where(
      and(
        eq(mailboxRows.customerId, holding.customerId),
        inArray(mailboxRows.localPart, holders.map(localPartOf)),
        ne(mailboxRows.want, 'purged'),
        isNotNull(mailboxRows.externalId),
      ),
    )
  const own = new Set(theirs.map(({ address }) => address))
  return outcomes.map((outcome) => {
    if (outcome.ok || !own.has(outcome.error.holder?.toLowerCase() ?? '')) return outcome
    return failed(reworded(outcome.error, { kind: 'rejected' }, outcome.error.reason))
  })
}
