import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './network-of.ts'

/**
 * Requests that one connection may have under way. Browsers and proxies wait for each answer before they send the next
 * request; a client that does not could queue thousands in a single packet, and they would be worked on even after the
 * connection is gone.
 */
const requestsPerConnection = 10
/** Of one place, where nothing in front of us counts them: an office of two hundred browsers stays below it. */
const connectionsPerNetwork = 1_000
const connectionsMax = 20_000

/** Bounds what one connection and one place can hold: requests under way, and connections. */
export function boundConnections(app: FastifyInstance, { isBehindProxy }: { isBehindProxy: boolean }): void {
  const underWay = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const count = (underWay.get(socket) ?? 0) + 1
    if (socket.destroyed || count > requestsPerConnection) {
      socket.destroy()
      reply.hijack()
      return
    }
    underWay.set(socket, count)
    reply.raw.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1))
    done()
  })

  // The other half is for the database, vendors and files: without it every call of ours would fail with EMFILE.
  app.server.maxConnections = Math.min(connectionsMax, Math.floor(openFilesMax() / 2))
  if (isBehindProxy) return
  const open = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(network) ?? 0) + 1
    if (count > connectionsPerNetwork) {
      socket.destroy()
      return
    }
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

/** How many files and connections this process may have open; where the system does not tell, many. */
function openFilesMax(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const [, most] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
    return Number(most) || Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
