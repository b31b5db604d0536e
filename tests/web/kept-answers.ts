import * as z from 'zod/mini'
import type { Endpoint, ResponseOf } from '#base/api/endpoint.ts'
import { keptMoment, momentsOfText } from '../rules/kept-moment.ts'

const texts = import.meta.glob('./answers/*.json', { eager: true, import: 'default', query: '?raw' })

/**
 * What the server answers to a call, as a test of the server's has seen it and kept it (`keep-answer.ts`): pages and
 * server cannot drift apart. Its times are as far from now as they were then.
 */
export function kept<E extends Endpoint>(endpoint: E, name: string): ResponseOf<E> {
  const text = texts[`./answers/${name}.json`]
  if (typeof text !== 'string') throw new Error(`No answer is kept as ${name}.`)
  const passed = Date.now() - keptMoment
  const value: unknown = JSON.parse(momentsOfText(text, (moment) => moment + passed))
  return z.parse(endpoint.response, value) as ResponseOf<E>
}
