import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A name server that is there and never answers, as the ones of an abandoned zone. */
export async function openSilentNameServer() {
  const names = new Set<string>()
  const socket = createSocket('udp4', (query) => names.add(questionOf(query)))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    /** The names that someone has asked for so far. */
    asked: () => [...names],
    [Symbol.asyncDispose]: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

/** The name in the first question of a DNS message (RFC 1035, 4.1.2): labels, each after its length. */
function questionOf(query: Buffer): string {
  const labels: string[] = []
  for (let at = 12, length = query[at]; length; at += length + 1, length = query[at])
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
  return labels.join('.').toLowerCase()
}
