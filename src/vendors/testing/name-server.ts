import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import packet from 'dns-packet'

/** Response codes of DNS (RFC 1035, 4.1.1). */
const rcodes = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const
export type Rcode = keyof typeof rcodes

/** What is said to a question for an IPv4 address. */
export interface Reply {
  rcode?: Rcode
  addresses?: readonly string[]
}

/** A name server that says of each name what the test has it say; of nothing but IPv4 addresses it knows anything. */
export async function openNameServerOf(replyTo: (name: string) => Reply) {
  const socket = createSocket('udp4', (message, from) => {
    const { id, questions: [question] = [] } = packet.decode(message)
    if (!question) return
    const { rcode = 'NOERROR', addresses = [] } =
      question.type === 'A' ? replyTo(question.name.toLowerCase()) : {}
    const reply = packet.encode({
      type: 'response',
      id,
      flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | rcodes[rcode],
      questions: [question],
      answers: addresses.map((data) => ({ type: 'A', name: question.name, ttl: 0, data })),
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

/**
 * A name server that gives every name the first of these IPv4 addresses when it is asked for one, then the second, and
 * so on: an answer that has changed by the next time. No name has an IPv6 address.
 */
export function openNameServer(addresses: readonly string[]) {
  const left = [...addresses]
  return openNameServerOf(() => ({ addresses: left.splice(0, 1) }))
}
