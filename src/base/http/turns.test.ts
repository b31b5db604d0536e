import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTurns } from './turns.ts'

const takeTurn = createTurns({ atOnce: 2, waiting: 2 })
let refused: unknown[] = []
let begun: { path: string; response: ServerResponse }[] = []
const server = createServer(async (request, response) => {
  const [, customer = '', path = ''] = request.url?.split('/') ?? []
  try {
    await takeTurn(customer, response)
    begun.push({ path, response })
  } catch (error) {
    refused.push(error)
    response.end()
  }
})
const sockets: Socket[] = []
function ask(customer: string, path: string): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`GET /${customer}/${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  sockets.push(socket)
  return socket
}
const paths = () => begun.map(({ path }) => path)
const beginning = (...expected: string[]) => vi.waitFor(() => expect(paths()).toEqual(expected))

beforeEach(async () => {
  refused = []
  begun = []
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

test('a customer’s requests wait for each other in their order, and nobody else’s for them', async () => {
  ask('a', '1')
  await beginning('1')
  ask('a', '2')
  await beginning('1', '2')
  ask('a', '3')
  ask('b', 'other')
  await beginning('1', '2', 'other')
  begun[0]?.response.end()
  await beginning('1', '2', 'other', '3')
})

test('a caller who goes gives the place free, waiting or not', async () => {
  const first = ask('c', '1')
  await beginning('1')
  ask('c', '2')
  await beginning('1', '2')
  const waiting = ask('c', '3')
  // Its request is there once another one that came after it is served.
  ask('d', 'seen')
  await beginning('1', '2', 'seen')
  waiting.destroy()
  await once(waiting, 'close')
  ask('c', '4')
  ask('d', 'again')
  await beginning('1', '2', 'seen', 'again')
  first.destroy()
  await beginning('1', '2', 'seen', 'again', '4')
})

test('beyond those that may wait the next one is refused, until the others are done', async () => {
  for (const path of ['1', '2', '3', '4', '5']) ask('e', path)
  await vi.waitFor(() => expect(refused).toHaveLength(1))
  expect(refused[0]).toMatchObject({ status: 429 })
  for (let served = 0; served < 4; served++) {
    await vi.waitFor(() => expect(begun.length).toBeGreaterThan(served))
    begun[served]?.response.end()
  }
  ask('e', 'later')
  await vi.waitFor(() => expect(paths()).toContain('later'))
})
