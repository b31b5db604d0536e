import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { domainMaxLength, domainsPerCallMax } from '#features/plans/rules/catalog.ts'
import { reinstatePath } from '#features/reinstatement/rules/reinstate-path.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { newId } from '../db/ids.ts'

const { app, customer, deps } = await createTestWorld()
let begun = 0
app.addHook('preParsing', async () => {
  begun++
})
let handled = 0
app.addHook('preHandler', async () => {
  handled++
})
const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
const port = Number(url.port)

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
async function open(from = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}
const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`
/** A client that is cut off may be told so by an error. */
const closed = (socket: Socket) =>
  new Promise<string>((resolve) => socket.on('error', () => {}).once('close', () => resolve('')))
const isServed = async (socket: Socket) => {
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
  socket.write(ask('/api/health'))
  return (await Promise.race([answer, closed(socket)])).startsWith('HTTP/1.1 200')
}

test('thousands of requests in one go are not worked on: the connection ends', async () => {
  handled = 0
  const socket = await open()
  const end = closed(socket)
  socket.resume().write(ask('/api/auth/check').repeat(5_000))
  await Promise.race([end, expect.poll(() => handled, { timeout: 60_000 }).toBeGreaterThan(1_000)])
  expect(handled).toBeLessThan(100)
  expect(await isServed(await open())).toBe(true)
})

test('one request after the other may go over one connection for as long as one likes', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ports = new Set<number | undefined>()
  for (let i = 0; i < 50; i++) {
    const request = get(new URL('/api/health', url), { agent })
    const [response] = await once(request, 'response')
    ports.add(request.socket?.localPort)
    expect(await text(response)).not.toBe('')
  }
  agent.destroy()
  expect(ports.size).toBe(1)
})

test('a thousand connections of one place leave room for others', async () => {
  await Promise.all(Array.from({ length: 1_000 }, () => open()))
  expect(await isServed(await open())).toBe(false)
  expect(await isServed(await open('127.0.0.2'))).toBe(true)
  sockets[0]?.destroy()
  await expect.poll(async () => isServed(await open())).toBe(true)
})

test('requests of one customer that are not over keep nobody else waiting, and are bounded', {
  tags: ['fault-64'],
}, async () => {
  const [busy, other] = [await customer(), await customer()]
  const cookie = [...busy.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  begun = 0
  // Their bodies never come to an end, so the requests do not.
  for (let i = 0; i < 16; i++)
    (await open()).write(
      `POST /api/orders/cancel HTTP/1.1\r\nHost: ${url.host}\r\nOrigin: ${deps.config.publicUrl}\r\nX-Requested-With: XMLHttpRequest\r\nContent-Type: application/json\r\nCookie: ${cookie}\r\nContent-Length: 100\r\n\r\n{`,
    )
  await expect.poll(() => begun).toBe(16)
  let refused = ''
  for (let i = 0; i < 301; i++) {
    const socket = await open()
    socket.once('data', (data) => {
      refused = String(data)
    })
    socket.write(`GET /api/orders HTTP/1.1\r\nHost: ${url.host}\r\nCookie: ${cookie}\r\n\r\n`)
  }
  await expect.poll(() => refused).toMatch(/^HTTP\/1.1 429 /)
  expect((await other.get('/api/orders')).status).toBe(200)
  for (const socket of sockets.splice(0)) socket.destroy()
  await expect.poll(async () => (await busy.get('/api/orders')).status).toBe(200)
})

test('the longest address of a page is read, and no line is much longer than that', async () => {
  const domains = Array.from({ length: domainsPerCallMax }, (_, n) => ({
    domain: `${String(n).padStart(domainMaxLength - 4, 'a')}.com`,
    domainType: 'Google' as const,
    status: 'cancelled' as const,
    groupId: newId('bundle'),
    plan: 'google' as const,
  }))
  const longest = `${url.origin}${reinstatePath(domains)}`
  // Without the website there is no such page.
  expect((await fetch(longest)).status).toBe(404)
  expect((await fetch(`${longest}${'x'.repeat(64 * 1024)}`)).status).toBe(431)
})
