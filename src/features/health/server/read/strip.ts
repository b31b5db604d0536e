import { type SQL, sql } from 'drizzle-orm'
import { healthStateNames, healthStates } from '../../rules/health-states.ts'
import { packedDay } from '../../rules/packed-day.ts'

/** Stands for today in the first state; the ones that follow it for the other states, then for the days before. */
const firstCharacter = '!'.charCodeAt(0)
const states = healthStateNames.length

/** In a select of its own, since it is then worked out once in a statement, not once for each day of each domain. */
const today = sql`(select (now() at time zone 'utc')::date)`

/**
 * The last days of the domain `h` as one text, a character each: how long ago it was and the state's number in one.
 * A list of numbers would be taken apart by the driver, far slower than this is.
 */
export const daysOf = (count: number): SQL => sql`
  (select string_agg(chr(${firstCharacter}::int + (${today} - y.day) * ${states}::int + y.state), '') from health_days y
    where y.domain_id = h.domain_id and y.day > ${today} - ${count}::int and y.day <= ${today})`

/** The same in one letter a day, the last one today's; a space where nothing was seen. */
export function stripOf(days: string | null, count: number): string {
  const letters = Array.from({ length: count }, () => ' ')
  for (let each = 0; days !== null && each < days.length; each++) {
    const packed = days.charCodeAt(each) - firstCharacter
    const at = count - 1 - Math.floor(packed / states)
    if (at >= 0 && at < count) letters[at] = healthStates[packedDay.stateOf(packed % states)].letter
  }
  return letters.join('')
}
