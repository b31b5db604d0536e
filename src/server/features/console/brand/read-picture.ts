import {
  type PictureType,
  pictureMaxBytes,
  pictureMaxPixels,
  pictureMessages,
} from '#shared/brand/picture.ts'
import { accept, type Outcome, refuse } from '#shared/text/outcome.ts'

interface Size {
  type: PictureType
  width: number
  height: number
}

/**
 * What a picture is and how large, from its own bytes: what it is called or said to be counts for nothing. It has to be
 * whole, from its first mark to its last one, with nothing behind that.
 */
export function readPicture(bytes: Buffer): Outcome<Size> {
  if (bytes.length > pictureMaxBytes) return refuse('too_large', pictureMessages.tooLarge)
  const isPng = bytes.subarray(0, 8).equals(pngSignature)
  const isJpeg = bytes.subarray(0, 3).equals(jpegStart)
  if (!isPng && !isJpeg) return refuse('unknown', pictureMessages.unknown)
  const size = isPng ? pngSize(bytes) : jpegSize(bytes)
  if (!size || size.width === 0 || size.height === 0) return refuse('broken', pictureMessages.broken)
  if (size.width > pictureMaxPixels || size.height > pictureMaxPixels)
    return refuse('too_many_pixels', pictureMessages.tooManyPixels)
  return accept(size)
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Follows the chunks: the first one has the size, the last one ends the file. */
function pngSize(bytes: Buffer): Size | undefined {
  let size: Size | undefined
  let hasData = false
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const kind = bytes.toString('latin1', at + 4, at + 8)
    const next = at + 12 + length
    if (next > bytes.length || (size === undefined) !== (kind === 'IHDR')) return undefined
    if (kind === 'IHDR') {
      if (length !== 13) return undefined
      size = { type: 'png', width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    }
    if (kind === 'IDAT') hasData = true
    if (kind === 'IEND') return hasData && next === bytes.length ? size : undefined
    at = next
  }
  return undefined
}

const jpegStart = Buffer.from([0xff, 0xd8, 0xff])
const endOfImage = 0xffd9
const startOfScan = 0xda
/** Markers of frames; between them are tables for decoders: C4, C8 and CC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Follows the segments up to the picture's data; a frame before them has the size. */
function jpegSize(bytes: Buffer): Size | undefined {
  if (bytes.readUInt16BE(bytes.length - 2) !== endOfImage) return undefined
  let size: Size | undefined
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    const length = bytes.readUInt16BE(at + 2)
    if (marker === startOfScan) return size
    if (length < 2 || at + 2 + length > bytes.length) return undefined
    if (isFrame(marker)) {
      if (length < 8) return undefined
      size = { type: 'jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    at += 2 + length
  }
  return undefined
}
