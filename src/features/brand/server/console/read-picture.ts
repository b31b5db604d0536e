import { crc32, inflateSync } from 'node:zlib'
import { type PictureType, pictureMaxBytes, pictureMaxPixels, pictureMessages } from '#base/brand/picture.ts'
import { accept, type Outcome, refuse } from '#base/text/outcome.ts'

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

/** Colour types, each with its samples of a pixel and how many bits one may have. */
const colourTypes: Record<number, { samples: number; bits: readonly number[] }> = {
  0: { samples: 1, bits: [1, 2, 4, 8, 16] },
  2: { samples: 3, bits: [8, 16] },
  3: { samples: 1, bits: [1, 2, 4, 8] },
  4: { samples: 2, bits: [8, 16] },
  6: { samples: 4, bits: [8, 16] },
}

interface PngHeader extends Size {
  bitsOfPixel: number
  isInterlaced: boolean
}

/** What the first chunk says; undefined where no picture is made so. */
function pngHeader(data: Buffer): PngHeader | undefined {
  if (data.length !== 13) return undefined
  const [bits = 0, colour = 0, compression, filter, interlace = 0] = data.subarray(8)
  const known = colourTypes[colour]
  if (!known?.bits.includes(bits) || compression !== 0 || filter !== 0 || interlace > 1) return undefined
  return {
    type: 'png',
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    bitsOfPixel: bits * known.samples,
    isInterlaced: interlace === 1,
  }
}

/** The seven passes of Adam: where each begins, and how far its pixels are apart. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** How many bytes the rows of a picture are, each with its filter. */
function rowBytes({ width, height, bitsOfPixel, isInterlaced }: PngHeader): number {
  const parts = isInterlaced ? passes : ([[0, 0, 1, 1]] as const)
  return parts
    .map(([left, top, across, down]) => {
      const [columns, rows] = [Math.ceil((width - left) / across), Math.ceil((height - top) / down)]
      return columns > 0 && rows > 0 ? rows * (1 + Math.ceil((columns * bitsOfPixel) / 8)) : 0
    })
    .reduce((sum, bytes) => sum + bytes, 0)
}

/** Whether the packed data are the rows of such a picture: no fewer, and never unpacked beyond them. */
function hasItsRows(header: PngHeader, packed: Buffer): boolean {
  const expected = rowBytes(header)
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, expected) }).length === expected
  } catch {
    return false
  }
}

/** Follows the chunks: the first one has the size, the last one ends the file; between them are the rows. */
function pngSize(bytes: Buffer): Size | undefined {
  let header: PngHeader | undefined
  const packed: Buffer[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const kind = bytes.toString('latin1', at + 4, at + 8)
    const next = at + 12 + length
    if (next > bytes.length || (header === undefined) !== (kind === 'IHDR')) return undefined
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (bytes.readUInt32BE(next - 4) !== crc32(bytes.subarray(at + 4, next - 4))) return undefined
    if (kind === 'IHDR') header = pngHeader(data)
    if (!header) return undefined
    if (kind === 'IDAT') packed.push(data)
    if (kind === 'IEND') return next === bytes.length ? sizeOf(header, packed) : undefined
    at = next
  }
  return undefined
}

/** The size, where the rows are there. What is too large is refused by its size, without being unpacked. */
function sizeOf(header: PngHeader, packed: readonly Buffer[]): Size | undefined {
  const { type, width, height } = header
  const isTooLarge = width > pictureMaxPixels || height > pictureMaxPixels
  return isTooLarge || hasItsRows(header, Buffer.concat(packed)) ? { type, width, height } : undefined
}

const jpegStart = Buffer.from([0xff, 0xd8, 0xff])
const endOfImage = 0xd9
const startOfScan = 0xda
/** Markers of frames; between them are tables for decoders: C4, C8 and CC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Follows the segments, and the data of each scan, to the mark that ends the picture; a frame has the size. */
function jpegSize(bytes: Buffer): Size | undefined {
  let size: Size | undefined
  let isDrawn = false
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === endOfImage) return isDrawn && at + 2 === bytes.length ? size : undefined
    // A marker may have more than one of its first bytes.
    if (marker === 0xff) {
      at++
      continue
    }
    if (at + 4 > bytes.length) return undefined
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2 || at + 2 + length > bytes.length) return undefined
    if (isFrame(marker)) {
      if (length < 8) return undefined
      size = { type: 'jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    at += 2 + length
    if (marker !== startOfScan) continue
    if (!size) return undefined
    isDrawn = true
    at = endOfScan(bytes, at)
  }
  return undefined
}

/** Where the next marker stands: within a scan `FF` is followed by 0, or by a mark to start again at. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] ?? 0
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7)
    if (!isData) return at
  }
  return bytes.length
}
