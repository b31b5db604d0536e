import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { repeatDeadlocked } from '#base/db/repeat-deadlocked.ts'
import { type HealthNotes, healthDays, healthDecisions, healthLooks } from '#base/db/schema/index.ts'
import { hasUntakenNewsAs } from '#delivery/domains/outdated-health.ts'
import type { Incident } from '../../rules/incidents.ts'
import { packedDay } from '../../rules/packed-day.ts'
import { isAtTheGate, troubleLastSaid, troubleNumber, troubleOf } from '../../rules/trouble.ts'
import type { Looked } from '../looks/looked.ts'
import { doubtSources } from './doubt-sources.ts'
import { type Judged, judge, knownAfter } from './judge-look.ts'

/**
 * Decides how the domains of a slice are, and stores what was seen, what was decided and the day, all or nothing. One that
 * took a place while it was looked at keeps what was written of it then, and is looked at again at once; so is one about
 * which there was news meanwhile, once what was seen of it is stored.
 */
export async function decideAndStore(db: Db, slice: readonly Looked[], now: number): Promise<void> {
  if (slice.length === 0) return
  await repeatDeadlocked(() =>
    db.transaction(async (tx) => {
      const known = (await asClaimed(tx, slice)).map((looked) => knownAfter(looked, now))
      if (known.length === 0) return
      const incidents = await doubtSources(tx, known, now)
      const judged = known.map((each) => judge(each, incidents, now))
      await storeStates(tx, judged, now)
      await tx.insert(healthLooks).values(
        judged.map(({ looked }) => ({
          domainId: looked.domain.domainId,
          at: new Date(now),
          seen: looked.seen,
        })),
      )
      await storeDecisions(tx, judged, incidents, now)
      await storeDays(tx, judged, now)
    }),
  )()
}

/**
 * Those of which still the same is remembered as when they were claimed, and no other look has been stored or is reading
 * news, locked. What was seen of the others is of before. Where something else is remembered they become due again.
 */
async function asClaimed(tx: Db, slice: readonly Looked[]): Promise<readonly Looked[]> {
  const claimed = slice.map(({ domain: { domainId, memory, newsTakenUp, lookedAt } }) => ({
    id: domainId,
    memory,
    news: newsTakenUp,
    looked: lookedAt,
  }))
  const { rows } = await tx.execute<{ id: string; isSame: boolean; isRemembered: boolean }>(sql`
    select h.domain_id as id, h.memory is not distinct from v.memory as "isRemembered",
      h.memory is not distinct from v.memory and h.looked_at is not distinct from v.looked
        and h.notes ->> 'newsTakenUp' is not distinct from v.news as "isSame"
    from domain_health h
    join jsonb_to_recordset(${JSON.stringify(claimed)}::jsonb) as v (id text, memory jsonb, news text, looked timestamptz)
      on v.id = h.domain_id
    order by h.domain_id for no key update of h`)
  // Of those that another look has overtaken nothing is lost: it has stored what it saw, or will.
  const changed = rows.flatMap(({ id, isRemembered }) => (isRemembered ? [] : [id]))
  if (changed.length > 0)
    await tx.execute(sql`
      update domain_health set due_at = least(due_at, now()) where domain_id = any(${sql.param(changed)}::text[])`)
  const same = new Set(rows.flatMap(({ id, isSame }) => (isSame ? [id] : [])))
  return slice.filter(({ domain }) => same.has(domain.domainId))
}

/** What was given up once is judged no more: its cause stays the one that it was given up for. */
const causeOf = ({ looked, verdict }: { looked: Pick<Looked, 'domain'>; verdict: Judged['verdict'] }) =>
  verdict.cause ?? (verdict.memory.state === 'replace' ? looked.domain.cause : null)

const hundredths = (share: number) => Math.round(share * 100)

function troubleAfter({ looked, inputs, verdict }: Pick<Judged, 'looked' | 'inputs' | 'verdict'>) {
  const of = { state: verdict.memory.state, cause: causeOf({ looked, verdict }), signals: inputs.signals }
  return { trouble: troubleNumber(troubleOf(of)), gate: isAtTheGate(of) }
}

/**
 * What stays told of a domain: nothing once it is well, and no rest once it comes back from one. Short of a rest, what was
 * told is forgotten once its source has seen it to be mended, since a domain of which too little is known for good is never
 * called well. That its source is silent changes nothing.
 */
const toldAfter = (told: SQL) => sql`case when v.memory ->> 'state' = 'healthy' then 0
  when ${told} < ${troubleNumber('rest')} then least(${told}, greatest(v.trouble, v.said))
  when v.memory ->> 'state' = 'watch' then ${troubleNumber('watch')}
  else ${told} end`

/** One about which there was news meanwhile stays due for them. */
async function storeStates(tx: Db, judged: readonly Judged[], now: number): Promise<void> {
  const rows = judged.map(({ looked, signals, bad, inputs, verdict }) => ({
    id: looked.domain.domainId,
    memory: verdict.memory,
    signals,
    bad,
    notes: looked.notes,
    cause: causeOf({ looked, verdict }),
    score: verdict.score,
    coverage: hundredths(verdict.coverage),
    share: hundredths(verdict.share),
    again: looked.againIn / 1_000,
    said: troubleNumber(troubleLastSaid(signals)),
    ...troubleAfter({ looked, inputs, verdict }),
  }))
  await tx.execute(sql`
    update domain_health h set
      memory = v.memory, state = v.memory ->> 'state',
      since = to_timestamp((v.memory ->> 'since')::float8 / 1000),
      signals = v.signals, bad = v.bad, notes = v.notes, cause = v.cause, score = v.score, coverage = v.coverage,
      share = v.share, trouble = v.trouble, gate = v.gate, told = ${toldAfter(sql`h.told`)},
      told_staff = ${toldAfter(sql`h.told_staff`)}, looked_at = ${new Date(now).toISOString()}::timestamptz,
      due_at = case when ${hasUntakenNewsAs('h')} then h.due_at else now() + make_interval(secs => v.again) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (id text, memory jsonb, signals jsonb, bad jsonb,
      notes jsonb, cause text, score smallint, coverage smallint, share smallint, again float8, trouble smallint,
      gate boolean, said smallint)
    where h.domain_id = v.id`)
}

/** Kept is what changes something; the memory before it is kept with it, so each can be made again by itself. */
async function storeDecisions(
  tx: Db,
  judged: readonly Judged[],
  doubted: readonly Incident[],
  now: number,
): Promise<void> {
  const changing = judged.filter(({ looked: { domain }, verdict }) => {
    if (domain.memory === null || verdict.memory.state !== domain.memory.state) return true
    return (
      causeOf({ looked: { domain }, verdict }) !== domain.cause || hundredths(verdict.share) !== domain.share
    )
  })
  if (changing.length === 0) return
  await tx.insert(healthDecisions).values(
    changing.map(({ looked, before, inputs, verdict }) => ({
      domainId: looked.domain.domainId,
      at: new Date(now),
      before,
      inputs,
      doubted,
      after: verdict.memory,
      from: before.state,
      to: verdict.memory.state,
      cause: verdict.cause,
      score: verdict.score,
      share: hundredths(verdict.share),
    })),
  )
}

/** A day shows the worst that demanded something, and what was seen last where nothing did. */
async function storeDays(tx: Db, judged: readonly Judged[], now: number): Promise<void> {
  const watchOn = packedDay.demandsFrom
  const today = dayOf(now)
  await tx
    .insert(healthDays)
    .values(
      judged.map(({ looked, signals, verdict }) => ({
        domainId: looked.domain.domainId,
        day: today,
        state: packedDay.stateNumber(verdict.memory.state),
        score: verdict.score,
        coverage: hundredths(verdict.coverage),
        verdicts: packedDay.verdicts(signals),
        ...coldOf(looked.notes, today),
      })),
    )
    .onConflictDoUpdate({
      target: [healthDays.domainId, healthDays.day],
      set: {
        state: sql`case when greatest(${healthDays.state}, excluded.state) >= ${watchOn}
          then greatest(${healthDays.state}, excluded.state) else excluded.state end`,
        score: sql`least(${healthDays.score}, excluded.score)`,
        coverage: sql`excluded.coverage`,
        verdicts: sql`excluded.verdicts`,
        sent: sql`coalesce(excluded.sent, ${healthDays.sent})`,
        bounced: sql`coalesce(excluded.bounced, ${healthDays.bounced})`,
      },
    })
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** What the tool has counted belongs to the day on which it was asked; numbers that cannot be are no counts. */
function coldOf({ coldInWeek, countsAt }: HealthNotes, today: string) {
  if (!coldInWeek || countsAt === undefined || dayOf(countsAt) !== today) return {}
  const { sent, bounced, isHeldBack } = coldInWeek
  // What a host held back is no share of bounces.
  if (isHeldBack) return {}
  const isCount = Number.isInteger(sent) && Number.isInteger(bounced) && sent <= mostCounted
  return isCount && bounced >= 0 && bounced <= sent ? { sent, bounced } : {}
}
/** What a row can hold: a tool that says more would keep the whole slice from being stored. */
const mostCounted = 2_147_483_647
