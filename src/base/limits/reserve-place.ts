import type { Pool } from 'pg'
import { defaultPurpose, type Part, type Purpose, partsOf, purposes } from '#vendors/client/budgets.ts'
import type { Place, Reservation } from '#vendors/client/vendor-limits.ts'
import { required } from '../text/required.ts'

/** A wait up to this long is booked and slept through; a longer one is handed back. */
const bookableS = 2
/**
 * The same for what is under way, where a purpose has places more seldom than every two seconds. There nobody would have
 * two in a row: who has looked is refused the place to act, looks again when the next one is free, and many who do so
 * leave none to act with. Who begins is refused while places are booked ahead, so few wait that long.
 */
const bookableUnderWayS = 30

/** A customer who is refused a place asks again within 45 seconds (`delivery/provisioning/retry.ts`), and is awaited for longer. */
const awaitedS = 60
/** What a share refills in this time is kept for a customer whose turn it is, until they ask again. */
const keptS = 45

/**
 * A row keeps, in seconds by the database's clock, when the whole limit and when each purpose's part of it will be
 * full again; what lies ahead of now is what is taken. A purpose gets a place out of its own part, or, where it
 * borrows, out of what the whole has beyond the others' parts as they are. The longer the others are idle, the more
 * of the refill that is: all of it once they are full. Neither way ever touches another purpose's part.
 *
 * Once a purpose's share is used up its customers take turns. Each has a row that counts what they have had since;
 * who joins begins with the least of the others. A place is only given if beyond it there is enough left for those
 * who have had less, by as much as they are behind. So the many tries of one customer leave the few of another their
 * half of the refill, and nothing is lost: what is kept for one who does not come stays in the bucket, and the rest
 * is given away. Calls at the same moment decide by the counts from before the first of them, since only the limit's
 * own row is read again once its lock is had; each is counted all the same, so what they had too much is made up for.
 *
 * Parameters: key, cost and capacity in seconds of the whole, the longest wait that is booked, whether it borrows,
 * the purpose and the customer (or null); then share and capacity, in seconds of the part, of the purpose itself and
 * of the two others.
 */
function bookingStatement(purpose: Purpose): string {
  const columnOf = (each: Purpose, at: number): Column => ({
    column: `${each}_tat`,
    share: `$${8 + 2 * at}::float8`,
    capacity: `$${9 + 2 * at}::float8`,
  })
  const own = columnOf(purpose, 0)
  const others = purposes.filter((each) => each !== purpose).map((each, at) => columnOf(each, at + 1))
  const [cost, whole, longest, borrows] = [2, 3, 4].map((at) => `$${at}::float8`).concat('$5::boolean')
  const customer = '$7::text'
  const left = (part: Column) =>
    `${part.share} * greatest(${part.capacity} - greatest(${part.column} - now, 0), 0)`
  const full = (part: Column) => `${part.share} * ${part.capacity}`
  const sum = (of: (part: Column) => string) => others.map(of).join(' + ')
  const most = `greatest(${keptS} * ${own.share}, ${cost})`
  const over = `greatest(tat - now, 0) + ${cost} + kept - ${whole}`
  return `
    with held as (select * from vendor_limits where key = $1 for update),
    timed as (select held.*, extract(epoch from clock_timestamp())::float8 as now from held),
    awaited as (
      select t.customer_id, t.taken from vendor_limit_turns t, timed
      where t.key = $1 and t.purpose = $6 and t.expires_at > timed.now),
    turn as (
      select greatest(coalesce(max(taken) filter (where customer_id = ${customer}), min(taken), 0), max(taken) - ${most})
        as taken from awaited),
    shared as (
      select least(${full(own)} - ${cost}, coalesce(sum(least(turn.taken - a.taken, ${most})) filter (where a.taken is not null), 0)) as kept
      from turn left join awaited a on a.taken < turn.taken and a.customer_id <> ${customer}),
    judged as (
      select *, greatest(blocked_until - now, least(
        greatest(greatest(${own.column} - now, 0) + (${cost} + kept) / ${own.share} - ${own.capacity}, 0),
        case when ${borrows} then least(
          greatest(${over} + ${sum(left)}, 0) / ${own.share},
          greatest(${over} + ${sum(full)}, 0)) end)) as wait
      from timed, shared),
    booked as (
      update vendor_limits l set
        tat = greatest(j.tat, j.now) + ${cost},
        ${own.column} = greatest(j.${own.column}, least(
          greatest(j.${own.column}, j.now) + ${cost} / ${own.share}, j.now + j.wait + ${own.capacity}))
      from judged j where l.key = j.key and j.wait <= ${longest} returning l.key),
    noted as (
      insert into vendor_limit_turns as t (key, purpose, customer_id, taken, expires_at)
      select $1, $6, ${customer}, turn.taken + case when booked.key is null then 0 else ${cost} end, now + ${awaitedS}
      from judged cross join turn left join booked on true
      where ${customer} is not null and (booked.key is null or exists (select from awaited))
      on conflict (key, purpose, customer_id)
        do update set taken = greatest(t.taken + case when exists (select from booked) then ${cost} else 0 end, excluded.taken),
          expires_at = excluded.expires_at)
    select wait, exists (select from booked) as booked from judged`
}
type Column = { column: string; share: string; capacity: string }

const statements = new Map(purposes.map((purpose) => [purpose, bookingStatement(purpose)]))

/** Books a place within a purpose's budget; `scale` multiplies the vendor's limit. */
export async function reservePlace(
  pool: Pool,
  scale: number,
  { key, rate, cost = 1, purpose = defaultPurpose, among, customerId, isUnderWay = false }: Reservation,
): Promise<Place> {
  const interval = 1 / (rate.perSecond * scale)
  const parts = partsOf(rate.burst * scale, among)
  const own = parts.find((part) => part.purpose === purpose)
  if (!own) throw new Error(`The limit ${key} has no part for ${purpose}.`)
  const whole = parts.reduce((sum, { burst }) => sum + burst, 0)
  const fits = cost <= own.burst
  // A call that costs more than the whole part could never start: it waits until that is full, and takes it all.
  const capacity = (part: Part | undefined) => (part ? (part.burst * interval) / part.share : 0)
  const others = purposes
    .filter((each) => each !== purpose)
    .map((each) => parts.find((part) => part.purpose === each))
  const query = {
    name: `book_place_${purpose}`,
    text: required(statements.get(purpose), purpose),
    values: [
      key,
      cost * interval,
      whole * interval,
      isUnderWay && interval / own.share > bookableS ? bookableUnderWayS : bookableS,
      own.borrows && fits,
      purpose,
      customerId ?? null,
      ...[fits ? own : { ...own, burst: cost }, ...others].flatMap((part) => [
        part?.share ?? 0,
        capacity(part),
      ]),
    ],
  }
  for (;;) {
    const { rows } = await pool.query<{ wait: number; booked: boolean }>(query)
    const [row] = rows
    if (row?.booked) return { granted: true, waitMs: Math.ceil(row.wait * 1000) }
    if (row) return { granted: false, retryAfterMs: Math.ceil(Math.max(row.wait, interval) * 1000) }
    await pool.query({
      name: 'begin_limit',
      text: 'insert into vendor_limits (key, tat) values ($1, 0) on conflict (key) do nothing',
      values: [key],
    })
  }
}
