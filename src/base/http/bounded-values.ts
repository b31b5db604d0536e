import { Transform } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { accountsMax } from '#features/bulk-update/rules/account-lists.ts'
import { Refusal } from './refusal.ts'

/** An account of the largest update has a brace, a comma within and one behind it; everything else sends less. */
export const bodyMaxValues = 4 * accountsMax

/**
 * Refuses bodies of very many values before they are parsed: a megabyte of one text costs next to nothing, a megabyte
 * of `[],[],[]` holds the process for seconds. Counted as the bytes come in, so that others have their turn.
 */
export function refuseManyValues(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ headers }, _reply, payload) => {
    if ((headers['content-encoding'] ?? 'identity') !== 'identity')
      throw new Refusal(415, 'invalid', 'The request is compressed, which is not taken here.')
    // No body has more values than bytes.
    if (Number(headers['content-length'] ?? 0) <= bodyMaxValues && !headers['transfer-encoding'])
      return payload
    const count = createValueCounter()
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (count(chunk) <= bodyMaxValues) done(null, chunk)
        else done(new Refusal(413, 'invalid', 'The request holds too many values.'))
      },
    })
    // Fastify stops listening once it has refused a body for another reason (its type, its length), and an error
    // that no one listens to would end the process.
    counted.on('error', () => {})
    payload.on('error', (error) => counted.destroy(error))
    return payload.pipe(counted)
  })
}

const codeOf = (character: string): number => character.charCodeAt(0)
const [quote, backslash, comma] = [codeOf('"'), codeOf('\\'), codeOf(',')]
const [brace, bracket] = [codeOf('{'), codeOf('[')]

/** Returns, for each further piece of a JSON text, how many lists, objects and entries have begun so far. */
export function createValueCounter(): (bytes: Uint8Array) => number {
  let values = 0
  let isText = false
  let isEscaped = false
  return (bytes) => {
    for (const byte of bytes) {
      if (isEscaped) isEscaped = false
      else if (isText) {
        if (byte === backslash) isEscaped = true
        else if (byte === quote) isText = false
      } else if (byte === quote) isText = true
      else if (byte === comma || byte === brace || byte === bracket) values++
    }
    return values
  }
}
