import { type SQL, sql } from 'drizzle-orm'
import { healthStates } from '#shared/health/health-states.ts'
import { packedDay } from '#shared/health/packed-day.ts'

/** The letter of today; the ones that follow it stand for the days before. */
const firstLetter = '!'.charCodeAt(0)

const today = sql`(now() at time zone 'utc')::date`

/**
 * The last days of the domain `h` as one text, two characters a day: a letter for how long ago and the state's number.
 * A list of numbers would be taken apart by the driver, far slower than this is.
 */
export const daysOf = (count: number): SQL => sql`
  (select string_agg(chr(${firstLetter}::int + (${today} - y.day)) || y.state, '') from health_days y
    where y.domain_id = h.domain_id and y.day > ${today} - ${count}::int and y.day <= ${today})`

/** The same in one letter a day, the last one today's; a space where nothing was seen. */
export function stripOf(days: string | null, count: number): string {
  const letters = Array.from({ length: count }, () => ' ')
  for (let each = 0; days !== null && each < days.length; each += 2) {
    const at = count - 1 - (days.charCodeAt(each) - firstLetter)
    if (at >= 0 && at < count) letters[at] = healthStates[packedDay.stateOf(Number(days[each + 1]))].letter
  }
  return letters.join('')
}
