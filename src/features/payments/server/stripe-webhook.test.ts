import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { stripeEvents } from '#base/db/schema/index.ts'
import { createLog } from '#base/telemetry/log.ts'
import { type StripeEvent, signed } from '#tests/server/stripe-events.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const lines: { level: string; msg: string }[] = []
const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) })
const { app, deps } = await createTestWorld({ log })
const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
const megabyte = 1024 * 1024
const plausible = `t=1,v1=${'0'.repeat(64)}`

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

interface Sender {
  socket: Socket
  /** What has been answered so far. */
  answer(): string
  isClosed(): boolean
}
async function open(from = '127.0.0.1'): Promise<Sender> {
  const socket = connect({ port: Number(url.port), host: '127.0.0.1', localAddress: from })
  sockets.push(socket)
  let answer = ''
  let isClosed = false
  socket
    // A client that is cut off while it sends may be told so by an error.
    .on('error', () => {})
    .on('data', (data) => {
      answer += data
    })
    .on('close', () => {
      isClosed = true
    })
  await once(socket, 'connect')
  return { socket, answer: () => answer, isClosed: () => isClosed }
}
const head = (length: number | 'chunked', signature?: string) =>
  [
    'POST /api/webhooks/stripe HTTP/1.1',
    `Host: ${url.host}`,
    'Content-Type: application/json',
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    ...(signature ? [`Stripe-Signature: ${signature}`] : []),
    '\r\n',
  ].join('\r\n')

/** Announces a megabyte and sends it but for the last byte. */
async function holdBack(from?: string): Promise<Sender> {
  const sender = await open(from)
  sender.socket.write(head(megabyte, plausible))
  sender.socket.write(Buffer.alloc(megabyte - 1, 'a'))
  return sender
}
const closed = (senders: readonly Sender[]) => senders.filter((sender) => sender.isClosed()).length

let count = 0
async function deliver(bytes = 0, id = `evt_webhook_${++count}`): Promise<number> {
  const event: StripeEvent = {
    id,
    object: 'event',
    type: 'customer.created',
    created: Math.floor(Date.now() / 1_000),
    data: { object: { id: 'cus_1', object: 'customer', description: 'a'.repeat(bytes) } },
  }
  const { payload, signature } = signed(event)
  const answer = await fetch(new URL('/api/webhooks/stripe', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  })
  if (answer.status === 400) return 400
  const stored = await deps.db.$count(stripeEvents, eq(stripeEvents.id, event.id))
  expect(stored).toBe(answer.status === 200 ? 1 : 0)
  return answer.status
}

test.each([
  ['without a signature', undefined, '400 Bad Request'],
  ['with nonsense for a signature', 't=1,v1=abc', '400 Bad Request'],
])('a body %s is not waited for: it is refused and the connection ends', async (_, signature, status) => {
  const sender = await open()
  sender.socket.write(head(megabyte, signature))
  await expect.poll(() => sender.isClosed()).toBe(true)
  expect(sender.answer()).toContain(`HTTP/1.1 ${status}`)
  expect(sender.answer()).toContain('This is not a signed event.')
})

test('an event of a hundred and of nine hundred KB is taken', async () => {
  expect(await deliver(100_000)).toBe(200)
  expect(await deliver(900_000)).toBe(200)
})

test('a signed event whose id holds what no database takes is refused', async () => {
  expect(await deliver(0, 'evt_\u0000')).toBe(400)
})

test('a body that is too large is refused before it is here, announced or not', async () => {
  const announced = await open()
  announced.socket.write(head(megabyte + 1, plausible))
  await expect.poll(() => announced.isClosed()).toBe(true)
  expect(announced.answer()).toContain('HTTP/1.1 413')

  const chunked = await open()
  chunked.socket.write(head('chunked', plausible))
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'a'), Buffer.from('\r\n')])
  for (let sent = 0; sent <= 17; sent++) chunked.socket.write(chunk)
  await expect.poll(() => chunked.isClosed()).toBe(true)
})

test('bodies that one place holds back give way to others of it, the first one first, and events are taken', {
  tags: ['fault-65'],
}, async () => {
  const senders: Sender[] = []
  for (let i = 0; i < 12; i++) senders.push(await holdBack())
  await expect.poll(() => closed(senders), { timeout: 20_000 }).toBeGreaterThanOrEqual(8)
  expect(await deliver(900_000)).toBe(200)
  expect(senders.some((sender) => sender.answer().includes('HTTP/1.1 503'))).toBe(true)
  expect(senders.at(-1)?.isClosed()).toBe(false)
})

test('bodies that many places hold back give way as well, and room is free again when they are gone', {
  tags: ['fault-65'],
}, async () => {
  const senders: Sender[] = []
  for (let place = 2; place < 14; place++)
    for (let i = 0; i < 2; i++) senders.push(await holdBack(`127.0.0.${place}`))
  await expect.poll(() => closed(senders), { timeout: 20_000 }).toBeGreaterThanOrEqual(8)
  expect(await deliver(900_000)).toBe(200)
  for (const { socket } of senders) socket.destroy()
  const others: Sender[] = []
  for (let place = 20; place < 24; place++)
    for (let i = 0; i < 3; i++) others.push(await holdBack(`127.0.0.${place}`))
  expect(await deliver(900_000)).toBe(200)
  expect(closed(others)).toBe(0)
})

test('what strangers begin and do not end is told as one warning of each kind, and never as an error', async () => {
  for (let nth = 0; nth < 3; nth++) {
    const { socket } = await holdBack()
    socket.destroy()
  }
  const broken = () => lines.filter(({ msg }) => msg === 'requests ended before they had come in')
  await expect.poll(broken, { timeout: 20_000 }).toHaveLength(1)
  expect(new Set(lines.map(({ level }) => level))).toEqual(new Set(['warn']))
  expect(new Set(lines.map(({ msg }) => msg)).size).toBe(lines.length)
})
