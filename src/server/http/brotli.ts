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

/** A whole text at once, off the main thread: piece by piece through a stream a long one takes far longer. */
export const brotliOf = (text: string): Promise<Buffer> => compress(text, brotliOptions)
