import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants } from 'node:zlib'
import type { FastifyRequest } from 'fastify'

const compress = promisify(brotliCompress)

/** What larger answers are worth: the levels above it take longer than they save on the way. */
export const brotliOptions: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const offered = /^\s*br\s*(;|$)/i
const refused = /;\s*q=0(\.0*)?\s*$/i

/** Whether whoever asks takes brotli, by its name. */
export const takesBrotli = ({ headers }: FastifyRequest): boolean =>
  String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((each) => offered.test(each) && !refused.test(each))

/** Of the window that matches are looked for in, by the power of two: a whole list at most, and what Brotli allows. */
const windowOf = (bytes: number) => Math.min(22, Math.max(10, Math.ceil(Math.log2(bytes + 16))))

/**
 * A whole text at once, off the main thread: piece by piece through a stream a long one takes far longer. Left to
 * itself Brotli takes 8 MB for the shortest text.
 */
export function brotliOf(text: string | Buffer): Promise<Buffer> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const { length } = bytes
  return compress(bytes, {
    params: {
      ...brotliOptions.params,
      [constants.BROTLI_PARAM_LGWIN]: windowOf(length),
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  })
}
