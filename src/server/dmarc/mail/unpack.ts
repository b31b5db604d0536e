import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { fromBufferPromise, type ZipFile } from 'yauzl'
import { bounds, NoReport } from '../bounds.ts'

const begins = (bytes: Uint8Array, ...with_: number[]) => with_.every((byte, at) => bytes[at] === byte)
const blank = new Set([0x20, 0x09, 0x0d, 0x0a])

/** What an attachment is by its first bytes: names and MIME types of reports are wrong too often. */
export function kindOf(bytes: Uint8Array): 'gzip' | 'zip' | 'xml' | undefined {
  if (begins(bytes, 0x1f, 0x8b)) return 'gzip'
  if (begins(bytes, 0x50, 0x4b)) return 'zip'
  let at = begins(bytes, 0xef, 0xbb, 0xbf) ? 3 : 0
  while (at < bytes.length && blank.has(bytes[at] as number)) at++
  return bytes[at] === 0x3c ? 'xml' : undefined
}

/**
 * The XML in an attachment, piece by piece and never more than a report may have, whatever its headers say of its size.
 * An archive's first entry counts; what is packed twice is no report.
 * @throws NoReport while it is read, where it is none
 */
export async function* unpack(bytes: Buffer): AsyncGenerator<Uint8Array> {
  const kind = kindOf(bytes)
  if (kind === 'xml') yield* bounded(Readable.from([bytes]), bytes.length)
  else if (kind === 'gzip') yield* bounded(Readable.from([bytes]).pipe(createGunzip()), bytes.length)
  else if (kind === 'zip') yield* unzip(bytes)
  else throw new NoReport('Nothing in it is XML, gzip or zip.')
}

async function* unzip(bytes: Buffer): AsyncGenerator<Uint8Array> {
  let zip: ZipFile | undefined
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true })
    if (zip.entryCount > bounds.entries) throw new NoReport('Its archive has too many entries.')
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      yield* bounded(await zip.openReadStreamPromise(entry), entry.compressedSize)
      return
    }
  } catch (error) {
    throw error instanceof NoReport ? error : new NoReport('Its archive is broken.')
  } finally {
    zip?.close()
  }
  throw new NoReport('Its archive is empty.')
}

async function* bounded(stream: Readable, packed: number): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (size === 0 && kindOf(chunk) !== 'xml') throw new NoReport('What is packed in it is no XML.')
      size += chunk.length
      if (size > bounds.text) throw new NoReport('It is too large once it is unpacked.')
      if (size > 1_000_000 && size > packed * bounds.ratio)
        throw new NoReport('It grows too much while it is unpacked.')
      yield chunk
    }
  } catch (error) {
    if (error instanceof NoReport) throw error
    // What came out before may be the whole report all the same: bytes behind the end of a gzip have been seen.
    if (size === 0) throw new NoReport('It cannot be unpacked.')
  } finally {
    stream.destroy()
  }
}
