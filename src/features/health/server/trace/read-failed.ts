import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { type FailedMail, meaningOf, type RefusalCount } from '../../rules/signals/refusals.ts'

/** What is known of the failed deliveries of a domain at a Microsoft tenant. Times are epoch ms. */
export interface KnownFailed extends FailedMail {
  /** Nobody has allowed us to read the tenant's message trace. */
  isForbidden: boolean
  /** When all of the tenant's failures were listed last; null while they were not. */
  heardAt: number | null
  /** When a refusal that speaks of the sender was read last; null where none is known. */
  refusedAt: number | null
  /** When its host last refused a mail for the whole tenant's sake; null where it has not. */
  heldBackAt: number | null
}

interface Row {
  domainId: string
  isForbidden: boolean
  heardAt: number | null
  heldBackAt: number | null
  /** Null where no delivery failed. */
  receiver: string | null
  code: string | null
  isRead: boolean
  deliveries: number
  readAt: number | null
}

const dayMs = 24 * 3_600_000

/** What failed in the day before `now`; a domain whose account was never asked is not among them. */
export async function readFailed(
  db: Db,
  domainIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, KnownFailed>> {
  if (domainIds.length === 0) return new Map()
  const since = new Date(now - dayMs).toISOString()
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select d.id as "domainId", w.is_forbidden as "isForbidden",
      (extract(epoch from w.heard_at) * 1000)::float8 as "heardAt",
      (extract(epoch from w.refused_at) * 1000)::float8 as "heldBackAt",
      f.receiver, f.code, f.read_at is not null as "isRead", count(f.mark)::int as deliveries,
      (extract(epoch from max(f.read_at)) * 1000)::float8 as "readAt"
    from domains d
    join domain_names n on n.name = d.name
    join alert_watches w on w.account_id = n.provider_account_id
    left join failed_deliveries f on f.domain_id = d.id and f.at > ${since}::timestamptz
    where d.id = any(${sql.param([...domainIds])}::text[])
    group by d.id, w.is_forbidden, w.heard_at, w.refused_at, f.receiver, f.code, f.read_at is not null`)
  return new Map(
    [...Map.groupBy(rows, ({ domainId }) => domainId)].map(([domainId, of]) => [domainId, known(of)]),
  )
}

function known(rows: readonly Row[]): KnownFailed {
  const sum = (some: readonly Row[]) => some.reduce((total, { deliveries }) => total + deliveries, 0)
  const coded = rows.filter(({ code }) => code !== null)
  return {
    isForbidden: rows[0]?.isForbidden ?? false,
    heardAt: rows[0]?.heardAt ?? null,
    heldBackAt: rows[0]?.heldBackAt ?? null,
    refusedAt: coded
      .filter(({ code }) => code !== null && meaningOf(code))
      .reduce<number | null>((last, { readAt }) => Math.max(last ?? 0, readAt ?? 0), null),
    refusals: [...Map.groupBy(coded, ({ code }) => code ?? '')].map(([code, of]) => refusalCount(code, of)),
    failed: sum(rows),
    unread: sum(rows.filter(({ isRead }) => !isRead)),
    notDescribed: sum(rows.filter(({ isRead, code }) => isRead && code === null)),
  }
}

function refusalCount(code: string, of: readonly Row[]): RefusalCount {
  const by = of
    .map(({ receiver, deliveries }) => ({ receiver: receiver ?? '', refusals: deliveries }))
    .sort((a, b) => b.refusals - a.refusals || a.receiver.localeCompare(b.receiver))
  return { code, recipients: by.length, confirmed: false, by }
}
