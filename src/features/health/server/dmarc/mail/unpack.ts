import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
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
  else if (kind === 'gzip')
    yield* bounded(Readable.from([afterGzipHead(bytes)]).pipe(createInflateRaw()), bytes.length)
  else if (kind === 'zip') yield* unzip(bytes)
  else throw new NoReport('Nothing in it is XML, gzip or zip.')
}

/**
 * What a gzip holds, behind its header (RFC 1952, 2.3). Node's own reader fails on bytes behind its end, which some
 * reporters send, and gives nothing of what came before.
 */
function afterGzipHead(bytes: Buffer): Buffer {
  const flags = bytes[3] ?? 0
  let at = 10
  if (flags & 4) at += 2 + (at + 2 <= bytes.length ? bytes.readUInt16LE(at) : 0)
  for (const text of [8, 16]) {
    if (!(flags & text)) continue
    const end = bytes.indexOf(0, at)
    if (end < 0) throw new NoReport('It cannot be unpacked.')
    at = end + 1
  }
  if (flags & 2) at += 2
  return bytes.subarray(at)
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
