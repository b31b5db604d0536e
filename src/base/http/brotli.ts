import { type BrotliOptions, constants } from 'node:zlib'

/** How answers are compressed: higher levels take longer than they save on the way. */
export const brotliOptions: BrotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    // Left to itself Brotli takes 8 MB for the shortest text; half a megabyte holds most lists of orders whole.
    [constants.BROTLI_PARAM_LGWIN]: 19,
  },
}
