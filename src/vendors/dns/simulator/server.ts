import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import packet, { type DecodedPacket } from 'dns-packet'
import type { World } from '#vendors/sandbox/world.ts'
import type { Resolution } from './resolution.ts'
import { resolve } from './resolve.ts'

const rcodes = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 }
type Rcode = keyof typeof rcodes

/** What a client takes over UDP that does not say more (RFC 1035). */
const plainUdpBytes = 512
const idleMs = 10_000

/** A resolver for the sandbox's whole world, over UDP and TCP on the same port. */
export async function openDnsServer(
  world: World,
  host: string,
  port: number,
): Promise<{ port: number; close(): Promise<void> }> {
  const tcp = createServer((socket) => serveStream(world, socket))
  const sockets = new Set<Socket>()
  tcp.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const { bound, udp } = await bindBoth(tcp, host, port)
  let isOpen = true
  udp.on('message', async (message, from) => {
    await world.latency()
    const reply = isOpen ? answer(world, message, 'udp') : undefined
    if (reply) udp.send(reply, from.port, from.address)
  })
  udp.on('error', (error) => world.log(`dns: ${error.message}`))

  return {
    port: bound,
    async close() {
      isOpen = false
      for (const socket of sockets) socket.destroy()
      await Promise.all([
        new Promise<void>((resolved) => tcp.close(() => resolved())),
        new Promise<void>((resolved) => udp.close(() => resolved())),
      ])
    },
  }
}

/** A port that is free for TCP may be taken for UDP: where any will do, another one is tried. */
async function bindBoth(tcp: Server, host: string, port: number): Promise<{ bound: number; udp: UdpSocket }> {
  for (let tries = 1; ; tries++) {
    tcp.listen(port, host)
    await once(tcp, 'listening')
    const bound = (tcp.address() as AddressInfo).port
    const udp = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4' })
    try {
      udp.bind(bound, host)
      await once(udp, 'listening')
      return { bound, udp }
    } catch (error) {
      udp.close()
      tcp.close()
      await once(tcp, 'close')
      if (port !== 0 || tries === 10) throw error
    }
  }
}

/** Messages over TCP come with their length in front (RFC 1035, 4.2.2). */
function serveStream(world: World, socket: Socket) {
  let buffered = Buffer.alloc(0)
  let previous = Promise.resolve()
  socket.setTimeout(idleMs, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  socket.on('data', (data) => {
    buffered = Buffer.concat([buffered, data])
    while (buffered.length >= 2 && buffered.length >= 2 + buffered.readUInt16BE(0)) {
      const length = buffered.readUInt16BE(0)
      const message = buffered.subarray(2, 2 + length)
      buffered = buffered.subarray(2 + length)
      previous = previous.then(() => reply(message))
    }
  })

  async function reply(message: Buffer): Promise<void> {
    await world.latency()
    if (socket.destroyed) return
    const encoded = answer(world, message, 'tcp')
    if (!encoded) {
      socket.destroy()
      return
    }
    const size = Buffer.alloc(2)
    size.writeUInt16BE(encoded.length)
    socket.write(Buffer.concat([size, encoded]))
  }
}

/** The reply to one message; undefined when none is given. */
function answer(world: World, message: Buffer, over: 'udp' | 'tcp'): Buffer | undefined {
  let query: DecodedPacket
  try {
    query = packet.decode(message)
  } catch {
    return undefined
  }
  const question = query.questions?.[0]
  if (query.type !== 'query') return undefined
  if (!question || query.questions?.length !== 1) return encode(query, 'FORMERR')
  const fault = world.faults.take('dns', question.type, question.name.toLowerCase())
  if (fault) {
    switch (fault.kind) {
      case '429':
      case '429_bare':
        return encode(query, 'REFUSED')
      case 'timeout':
      case 'drop':
      case 'lost_answer':
        return undefined
      case 'false_success':
        return encode(query, 'NOERROR')
      case 'malformed':
      case 'html':
      case 'wrong_types':
      case 'huge':
        return message.subarray(0, 2)
      case '500':
      case '500_after':
      case '503':
        return encode(query, 'SERVFAIL')
    }
  }
  const resolution = resolve(world, question.name, question.type)
  const reply = encode(query, resolution.rcode, resolution)
  const most = over === 'tcp' ? 65_535 : udpBytes(query)
  return reply.length <= most ? reply : encode(query, resolution.rcode, undefined, packet.TRUNCATED_RESPONSE)
}

function encode(query: DecodedPacket, rcode: Rcode, resolution?: Resolution, flags = 0): Buffer {
  return packet.encode({
    type: 'response',
    id: query.id,
    flags:
      flags | packet.RECURSION_AVAILABLE | ((query.flags ?? 0) & packet.RECURSION_DESIRED) | rcodes[rcode],
    questions: query.questions,
    answers: resolution?.answers,
    authorities: resolution?.authorities,
  })
}

function udpBytes(query: DecodedPacket): number {
  const edns = query.additionals?.find((additional) => additional.type === 'OPT')
  return Math.max(plainUdpBytes, edns?.udpPayloadSize ?? 0)
}
