import { type SQL, sql } from 'drizzle-orm'
import { healthStates } from '#shared/health/health-states.ts'
import { packedDay } from '#shared/health/packed-day.ts'

/** The last days of the domain `h`, as pairs of how long ago and the state: a list of numbers, each `ago * 10 + state`. */
export const daysOf = (count: number): SQL => sql`
  (select array_agg(((now() at time zone 'utc')::date - y.day) * 10 + y.state) from health_days y
    where y.domain_id = h.domain_id and y.day > (now() at time zone 'utc')::date - ${count}::int)`

/** The same in one letter a day, the last one today's; a space where nothing was seen. */
export function stripOf(days: readonly number[] | null, count: number): string {
  const letters = Array.from({ length: count }, () => ' ')
  for (const day of days ?? []) {
    const at = count - 1 - Math.floor(day / 10)
    if (at >= 0 && at < count) letters[at] = healthStates[packedDay.stateOf(day % 10)].letter
  }
  return letters.join('')
}
