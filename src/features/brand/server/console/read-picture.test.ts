import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pictureMaxBytes, pictureMaxPixels, pictureMessages } from '#base/brand/picture.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { readPicture } from './read-picture.ts'

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

interface Unusual {
  extra?: Buffer[]
  /** Bits of a sample, kind of colour, and the three ways that have a single one, or two. */
  ways?: number[]
  data?: Buffer
}

/** A white picture as encoders write it. */
function png(
  width: number,
  height: number,
  { extra = [], ways = [8, 0, 0, 0, 0], data }: Unusual = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(ways, 8)
  const rows = data ?? deflateSync(Buffer.alloc((width + 1) * height, 0xff))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Start, a table, a frame of 40 × 30, and the start of its data. */
const jpeg = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b08001e002801011100ffda0008010100003f0000ffd9',
  'hex',
)
const said = (bytes: Buffer) => {
  const read = readPicture(bytes)
  return read.ok ? read.value : read.problem.message
}

test('kind and size are read from the bytes', () => {
  expect(said(png(32, 20))).toEqual({ type: 'png', width: 32, height: 20 })
  expect(said(jpeg)).toEqual({ type: 'jpeg', width: 40, height: 30 })
})

test('every way to write a picture is read: few bits, interlaced rows, several scans, stuffed bytes', () => {
  const size = { type: 'png', width: 5, height: 3 }
  const written = (ways: number[], bytes: number) =>
    said(png(5, 3, { ways, data: deflateSync(Buffer.alloc(bytes)) }))
  expect(written([1, 3, 0, 0, 0], 3 * 2)).toEqual(size)
  expect(written([16, 6, 0, 0, 0], 3 * 41)).toEqual(size)
  // Its passes are of 1, 1, 0, 2, 3, 4 and 5 pixels in 1, 1, 0, 1, 1, 2 and 1 rows.
  expect(written([8, 0, 0, 0, 1], 15 + 7)).toEqual(size)
  const [start, scan] = [jpeg.subarray(0, -13), jpeg.subarray(-13, -2)]
  const scans = Buffer.concat([start, Buffer.from('ff', 'hex'), scan, Buffer.from('ff00ffd1', 'hex'), scan])
  expect(said(Buffer.concat([scans, Buffer.from('ffd9', 'hex')]))).toMatchObject({ width: 40, height: 30 })
})

test.each<[string, Buffer, string]>([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), pictureMessages.unknown],
  ['GIF', Buffer.from('GIF89a'), pictureMessages.unknown],
  ['nothing', Buffer.alloc(0), pictureMessages.unknown],
  ['a cut PNG', png(32, 32).subarray(0, -5), pictureMessages.broken],
  ['a PNG with a page behind it', Buffer.concat([png(8, 8), Buffer.from('<html>')]), pictureMessages.broken],
  ['a PNG with two sizes', png(8, 8, { extra: [chunk('IHDR', Buffer.alloc(13))] }), pictureMessages.broken],
  ['a PNG of nothing', png(0, 8), pictureMessages.broken],
  ['a PNG that is too wide', png(pictureMaxPixels + 1, 1), pictureMessages.tooManyPixels],
  [
    'a PNG that is too large',
    png(8, 8, { extra: [chunk('tEXt', Buffer.alloc(pictureMaxBytes))] }),
    pictureMessages.tooLarge,
  ],
  [
    'a PNG whose rows are something else',
    png(8, 8, { data: Buffer.from('not packed') }),
    pictureMessages.broken,
  ],
  ['a PNG of too few rows', png(8, 8, { data: deflateSync(Buffer.alloc(9)) }), pictureMessages.broken],
  [
    'a PNG that unpacks to much more',
    png(8, 8, { data: deflateSync(Buffer.alloc(9e6)) }),
    pictureMessages.broken,
  ],
  ['a PNG of 99 bits', png(8, 8, { ways: [99, 77, 0, 0, 0] }), pictureMessages.broken],
  [
    'a JPEG with a page behind it',
    Buffer.concat([jpeg, Buffer.from('<html>'), Buffer.from('ffd9', 'hex')]),
    pictureMessages.broken,
  ],
  ['a cut JPEG', jpeg.subarray(0, 30), pictureMessages.broken],
  ['a JPEG without a size', Buffer.from('ffd8ffda0008010100003f0000ffd9', 'hex'), pictureMessages.broken],
])('%s is refused with what to do', (_, bytes, message) => {
  expect(said(bytes)).toBe(message)
})

test('whatever bytes come, it ends with an answer', () => {
  for (const whole of [png(16, 16), jpeg])
    for (let at = 0; at < whole.length; at++)
      for (const value of [0, 0x7f, 0xff]) {
        const bytes = Buffer.from(whole)
        bytes[at] = value
        expect(typeof readPicture(bytes).ok).toBe('boolean')
      }
})

test('a stored picture is served as what it is, to be kept, and can do nothing', async () => {
  const product = await createTestApp()
  const owner = await joinedStaff(product, 'owner')
  const bytes = png(64, 64)
  const stored = await owner.post('/api/operator/brand/pictures', { data: bytes.toString('base64') })
  expect(stored.body).toMatchObject({ type: 'png', width: 64, height: 64 })
  const stranger = product.visitor()
  const served = await stranger.raw({ method: 'GET', url: `/brand/${stored.body.hash}.png` })
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': expect.stringContaining('immutable'),
    'content-security-policy': "default-src 'none'; sandbox",
    'content-length': String(bytes.length),
  })
  for (const url of [`/brand/${stored.body.hash}.jpeg`, `/brand/${'0'.repeat(64)}.png`, '/brand/..%2fx.png'])
    expect((await stranger.get(url)).status).toBe(404)
  const svg = Buffer.from('<svg/>').toString('base64')
  expect(await owner.post('/api/operator/brand/pictures', { data: svg })).toMatchObject({
    status: 422,
    body: { message: pictureMessages.unknown },
  })
})
