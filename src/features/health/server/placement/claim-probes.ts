import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { placementProbes } from '#base/db/schema/index.ts'
import type { KeptProbeMailbox, ProbeVendor } from '#vendors/ports/proof-mail.ts'
import { nextInTurn, nextReadAt, probeLines } from '../../rules/probes.ts'
import { canaryKey } from './canary.ts'
import { fromProbers, isSender } from './probers.ts'
import type { Seeds } from './seeds.ts'

/** A probe that is noted and not sent yet. */
export interface ClaimedProbe {
  id: number
  accountId: string
  from: { externalId: string; address: string }
  seed: KeptProbeMailbox
  token: string
}

interface Sender {
  id: string
  externalId: string
  address: string
}

/** A domain whose turn it is to send, with its mailboxes that may and what it sent last to each host. */
interface Prober {
  domainId: string
  accountId: string
  senders: readonly Sender[] | null
  last: readonly { at: ProbeVendor; seedId: string; mailboxId: string; sentAt: string }[] | null
}

const hour = 3_600_000
const iso = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`

/** Domains that may send, with what `Prober` needs of each. */
const probers = (isCanary: boolean) => sql`
  select d.id as "domainId", n.provider_account_id as "accountId",
    (select jsonb_agg(jsonb_build_object('id', m.id, 'externalId', m.external_id,
        'address', lower(m.local_part || '@' || m.name)))
      from mailboxes m where ${isSender}) as senders,
    (select jsonb_agg(jsonb_build_object('at', x.at, 'seedId', x.seed_id, 'mailboxId', x.mailbox_id,
        'sentAt', x.sent_at))
      from (select distinct on (at) at, seed_id, mailbox_id, sent_at from placement_probes
        where domain_id = d.id and is_canary = ${isCanary} order by at, sent_at desc) x) as last
  ${fromProbers}`

/**
 * Notes the probes of some domains whose time has come, and gives each its time of the next day; undefined once none is due.
 * Who dies before they are sent has only lost a day of theirs.
 */
export async function claimProbes(
  db: Db,
  seeds: Seeds,
  now: number,
  slice: number,
): Promise<ClaimedProbe[] | undefined> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      update domain_health set probe_at = probe_at + interval '1 day' where domain_id in (
        select domain_id from domain_health where due_at is not null and probe_at <= ${iso(now)}
        order by probe_at limit ${slice} for no key update skip locked)
      returning domain_id as id`)
    if (rows.length === 0) return undefined
    const ids = rows.map(({ id }) => id)
    const due = await tx.execute<Prober & Record<string, unknown>>(
      sql`${probers(false)} and d.id = any(${sql.param(ids)}::text[])`,
    )
    return note(tx, due.rows, seeds, now, false)
  })
}

/** The same of the canary, once in an hour. */
export async function claimCanary(db: Db, seeds: Seeds, now: number): Promise<ClaimedProbe[]> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string | null }>(
      sql`select value ->> 'domainId' as id from settings where key = ${canaryKey} for update skip locked`,
    )
    const id = rows[0]?.id
    if (!id) return []
    const due = await tx.execute<Prober & Record<string, unknown>>(sql`
      ${probers(true)} and d.id = ${id} and not exists (select from placement_probes
        where domain_id = ${id} and is_canary and sent_at >= ${iso(Math.floor(now / hour) * hour)})`)
    return note(tx, due.rows, seeds, now, true)
  })
}

/** After a standstill nobody sends what was missed: each waits for its own time, so that a day stays spread. */
export async function skipMissed(db: Db, now: number): Promise<void> {
  await db.execute(sql`
    update domain_health set probe_at = probe_at
      + ceil(extract(epoch from ${iso(now)} - probe_at) / 86400) * interval '1 day'
    where domain_id in (select domain_id from domain_health
      where due_at is not null and probe_at < ${iso(now - probeLines.lateMost)} for no key update skip locked)`)
}

async function note(
  tx: Db,
  due: readonly Prober[],
  seeds: Seeds,
  now: number,
  isCanary: boolean,
): Promise<ClaimedProbe[]> {
  const planned = due.flatMap((prober) => plan(prober, seeds))
  if (planned.length === 0) return []
  const noted = await tx
    .insert(placementProbes)
    .values(
      planned.map(({ domainId, seed, sender, token }) => ({
        domainId,
        seedId: seed.id,
        at: seed.vendor,
        mailboxId: sender.id,
        token,
        sentAt: new Date(now),
        isCanary,
        readAt: new Date(nextReadAt(now, now, true) ?? now),
      })),
    )
    .returning({ id: placementProbes.id, token: placementProbes.token })
  const ids = new Map(noted.map(({ id, token }) => [token, id]))
  return planned.flatMap(({ accountId, sender: { externalId, address }, seed, token }) => {
    const id = ids.get(token)
    return id === undefined ? [] : [{ id, accountId, from: { externalId, address }, seed, token }]
  })
}

/** One mailbox, another than last time, writes to one seed of each host, another than last time. */
function plan({ domainId, accountId, senders, last }: Prober, seeds: Seeds) {
  const before = (last ?? []).toSorted((a, b) => Date.parse(b.sentAt) - Date.parse(a.sentAt))
  const sender = nextInTurn(senders ?? [], before[0]?.mailboxId, domainId)
  if (!sender) return []
  return [...seeds].flatMap(([vendor, there]) => {
    const seed = nextInTurn(there, before.find(({ at }) => at === vendor)?.seedId, domainId)
    const token = `t${randomUUID().replaceAll('-', '')}`
    return seed ? [{ domainId, accountId, sender, seed, token }] : []
  })
}
