import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint, ResponseOf } from '#base/api/endpoint.ts'
import { idPrefixes } from '#base/db/ids.ts'
import { keptMoment, momentsOfText } from '../rules/kept-moment.ts'

const folder = join(import.meta.dirname, '../web/answers')
const hour = 3_600_000
const ids = new RegExp(`\\b(${Object.values(idPrefixes).join('|')})_[0-9a-z]{20}(?![0-9a-z])`, 'g')

/** What tests number in a process: addresses of browsers, and of people who were given none. */
const counted = /\b(2001:db8:)[0-9a-f]+(?=::1\b)|\b(staff-|person)\d+(?=@example\.test)/g

/**
 * Keeps what the server has answered for the pages' component tests, which answer the same call with it, and fails
 * where it has answered something else than is kept: `npx vitest run --update=all NAME` then keeps what it answers now. Ids are
 * numbered; times are kept in hours before or after the moment of the answer, and compared only for being there; what
 * else differs from run to run is given with what stands for it.
 */
export async function keepAnswer<E extends Endpoint>(
  endpoint: E,
  name: string,
  answer: unknown,
  standIns: Record<string, string> = {},
): Promise<ResponseOf<E>> {
  const parsed = z.parse(endpoint.response, answer) as ResponseOf<E>
  let text = JSON.stringify(parsed, null, 1)
  for (const [from, to] of Object.entries(standIns)) text = text.replaceAll(from, to)
  text = text.replace(
    counted,
    (_, address: string | undefined, person: string | undefined) => `${address ?? person}1`,
  )
  const numbers = new Map<string, number>()
  text = text.replace(ids, (id, prefix: string) => {
    if (!numbers.has(id)) numbers.set(id, numbers.size + 1)
    return `${prefix}_${String(numbers.get(id)).padStart(20, '0')}`
  })
  const now = Date.now()
  const rounded = (moment: number) => keptMoment + Math.round((moment - now) / hour) * hour
  const file = join(folder, `${name}.json`)
  const was = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const is = `${momentsOfText(text, rounded)}\n`
  // What was begun on the hour, or at midnight, is another number of hours ago in a later run.
  await expect(withoutMoments(is) === withoutMoments(was) ? was : is).toMatchFileSnapshot(file)
  return parsed
}

const withoutMoments = (text: string) => momentsOfText(text, () => keptMoment)
