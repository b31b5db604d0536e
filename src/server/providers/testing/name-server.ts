import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import packet from 'dns-packet'

/**
 * A name server that gives every name the first of these IPv4 addresses when it is asked for one, then the second, and
 * so on: an answer that has changed by the next time. No name has an IPv6 address.
 */
export async function openNameServer(addresses: readonly string[]) {
  const left = [...addresses]
  const socket = createSocket('udp4', (message, from) => {
    const { id, questions: [question] = [] } = packet.decode(message)
    if (!question) return
    const address = question.type === 'A' ? left.shift() : undefined
    const reply = packet.encode({
      type: 'response',
      id,
      flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE,
      questions: [question],
      answers: address ? [{ type: 'A', name: question.name, ttl: 0, data: address }] : [],
    })
    socket.send(reply, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    [Symbol.asyncDispose]: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}
