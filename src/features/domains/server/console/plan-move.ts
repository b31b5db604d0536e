import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domainMoveRows, domainMoves, domains, mailboxes, providerAccounts } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import {
  isStoppedByHost,
  recipientsAllowed,
  recipientsPerMailbox,
  recipientsUsed,
} from '#delivery/provisioning/placement.ts'
import type { MovePlan } from '../../api/console-domains.ts'
import { moveMessages, moveRefusal, placedDomains, vendorOf } from './move-domain.ts'

/** As many of the names that stay for one reason as a dialog can show. */
const namesShown = 5

/**
 * What a move would do now, by the rules that it is done by: which of the domains go, in their order, as long as there
 * is room, and why the others stay. Changes nothing. Throws a `Refusal`.
 */
export async function planMove(db: Db, ids: readonly string[], accountId: string): Promise<MovePlan> {
  const isMoving = sql<boolean>`exists (select from ${domainMoveRows} r join ${domainMoves} m on m.id = r.move_id
    where r.domain_id = ${domains.id} and r.outcome is null and m.state = 'moving')`
  const count = sql<number>`(select count(*)::int from ${mailboxes} made
    where made.name = ${domains.name} and made.want <> 'purged')`
  const [[target], rows] = await Promise.all([
    db
      .select({
        account: providerAccounts,
        isStopped: sql<boolean>`${isStoppedByHost(providerAccounts.id)}`,
      })
      .from(providerAccounts)
      .where(eq(providerAccounts.id, accountId)),
    placedDomains(db, inArray(domains.id, [...ids]), { isMoving, mailboxes: count }),
  ])
  if (!target) throw notFound('There is no such account.')
  const { account, isStopped } = target
  const says = moveMessages(account.label)
  const left = {
    domains: account.capacityDomains - account.domains,
    mailboxes: Math.min(
      account.capacityMailboxes - account.mailboxes,
      Math.floor(
        (recipientsAllowed(account) - recipientsUsed(account)) / recipientsPerMailbox(account.vendor),
      ),
    ),
  }
  const known = new Map(rows.map((row) => [row.domain.id, row]))
  const moving: string[] = []
  const stay = new Map<string, string[]>()
  for (const row of ids.flatMap((id) => known.get(id) ?? [])) {
    const refusal =
      moveRefusal({ ...row, want: row.domain.want, isReleased: false, isWorkedOn: false }) ??
      (row.isMoving ? says.underWay : null) ??
      (vendorOf(row.domain) === account.vendor ? null : says.otherHost) ??
      (row.accountId === account.id ? says.there : null) ??
      (account.state === 'open' ? null : says.closed) ??
      (isStopped ? says.stopped[account.vendor] : null)
    const fits = left.domains >= 1 && left.mailboxes >= row.mailboxes
    const why = refusal ?? (fits ? null : says.full)
    if (why !== null) {
      stay.set(why, [...(stay.get(why) ?? []), row.domain.name])
      continue
    }
    moving.push(row.domain.id)
    left.domains -= 1
    left.mailboxes -= row.mailboxes
  }
  return {
    ids: moving,
    stay: [...stay].map(([why, names]) => ({
      why,
      domains: names.length,
      first: names.slice(0, namesShown),
    })),
  }
}
