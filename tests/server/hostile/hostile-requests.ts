import { accessKindOf } from '#base/access.ts'
import type { Endpoint } from '#base/api/endpoint.ts'
import { bodyMaxBytes } from '#base/http/binding.ts'
import { bodyMaxValues } from '#base/http/bounded-values.ts'
import { hostileShapes, hostileTexts } from './hostile-texts.ts'
import { type Hole, holesOf } from './schema-holes.ts'

export interface HostileRequest {
  /** The call, the place and what stands there. */
  title: string
  method: string
  path: string
  body?: string
  headers?: Record<string, string>
}

/** Node takes that much of a request's first lines; percent signs make a text three times as long. */
const addressMax = 12_000
/** Where a call takes more, one kind of text fills it, and the others come in this size. */
const usualMax = bodyMaxBytes.customer
/** So few bytes that whatever they spell has fewer values than a body may have. */
const countedMax = bodyMaxValues * 1.4

/**
 * Every request with which one call can be made to work hard: made one at a time, for they are large. `ids` stand in the
 * path where a parameter of that name does, so that what is behind the look for it is reached as well.
 */
export function* hostileRequests(
  endpoint: Endpoint,
  ids: Readonly<Record<string, string>> = {},
): Generator<HostileRequest> {
  const { method, path } = endpoint
  const call = `${method} ${path}`
  const usual = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? 'x')
  for (const { kind, text } of hostileTexts) {
    const encoded = fitted(text, addressMax, encodeURIComponent)
    if (endpoint.params)
      yield { title: `${call}: ${kind} in its path`, method, path: path.replace(/:\w+/, encoded) }
    if (endpoint.query) {
      const names = Object.keys(holesOf(endpoint.query).fills[0]?.('') as object)
      for (const name of names)
        yield { title: `${call}: ${kind} in ${name}`, method, path: `${usual}?${name}=${encoded}` }
    }
  }
  if (method === 'GET' || method === 'DELETE') return
  const max = endpoint.maxBytes ?? bodyMaxBytes[accessKindOf(endpoint.access)]
  const send = (what: string, body: string): HostileRequest => ({
    title: `${call}: ${what}`,
    method,
    path: usual,
    body,
  })
  for (const [shape, json] of Object.entries(hostileShapes)) yield send(`${shape} as its body`, json(max))
  if (!endpoint.body) return
  const { holes, fills } = holesOf(endpoint.body)
  if (holes.length === 0) return
  yield* filledToTheLimit(fills, max, send)
  for (const hole of holes)
    yield* hole.kind === 'list' ? longLists(hole, max, send) : longestTexts(hole, max, send)
}

type Send = (what: string, body: string) => HostileRequest

/** Every place of a form at once, with the same text: the body ends where the call's limit does. */
function* filledToTheLimit(fills: readonly ((text: string) => unknown)[], max: number, send: Send) {
  for (const [form, fill] of fills.entries())
    for (const [index, { kind, text }] of hostileTexts.entries()) {
      const bytes = index === 0 ? max : Math.min(max, usualMax)
      yield send(
        `${kind} everywhere (form ${form})`,
        fitted(text, bytes, (each) => JSON.stringify(fill(each))),
      )
    }
}

/** As long as the field takes, so that everything behind the first check sees it too. */
function* longestTexts(hole: Hole, max: number, send: Send) {
  for (const { kind, text } of hostileTexts) {
    const write = (each: string) => JSON.stringify(hole.put(each))
    const longest = text(Math.min(hole.max, max))
    const body = write(longest)
    yield send(`${kind} in ${hole.at}`, Buffer.byteLength(body) <= max ? body : fitted(text, max, write))
  }
}

/** As many entries as the limit of values lets through, and as many as the body holds. */
function* longLists({ at, max: most, put }: Hole, max: number, send: Send) {
  const marker = '@entries@'
  const [before = '', after = ''] = JSON.stringify(put(marker)).split(`"${marker}"`)
  const room = max - Buffer.byteLength(before + after)
  for (const [shape, json] of Object.entries(hostileShapes))
    for (const bytes of new Set([Math.min(room, countedMax), Math.min(room, usualMax)]))
      yield send(`${bytes} bytes of ${shape} in ${at}`, before + json(bytes) + after)
  // Each entry is wrong in its own way, so that there is something to say about every one of them.
  const entry = '"a@.....................................@",'
  const count = Math.floor(Math.min(most, bodyMaxValues / 2, room / entry.length - 1))
  yield send(`wrong entries in ${at}`, `${before}[${entry.repeat(count)}1]${after}`)
}

/** Text of such a length that what is written of it has about that many bytes, and not more. */
function fitted(
  text: (characters: number) => string,
  bytes: number,
  write: (text: string) => string,
): string {
  const sample = 1_000
  const perCharacter =
    (Buffer.byteLength(write(text(2 * sample))) - Buffer.byteLength(write(text(sample)))) / sample
  let characters = Math.floor(bytes / perCharacter)
  for (;;) {
    const written = write(text(characters))
    if (Buffer.byteLength(written) <= bytes) return written
    characters = Math.floor(characters * 0.99) - 10
  }
}
