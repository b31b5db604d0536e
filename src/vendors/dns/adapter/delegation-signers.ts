import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { getServers } from 'node:dns'
import { isIPv6 } from 'node:net'
import packet from 'dns-packet'
import type { DnsAnswer } from '#vendors/ports/names.ts'

const tryMs = 2_000
/** More than any registry has for a name; it fits into one datagram of the size that resolvers agree on (RFC 9715). */
const signersMax = 8
const udpBytes = 1_232

/**
 * The DS records of a name, as its parent zone has them: "2371 13 2 1f98…". Node's resolver has no question for them, so
 * it is asked here: of a resolver, which asks the parent (RFC 4035, 3.1.4.1).
 */
export async function delegationSigners(
  servers: readonly string[] | undefined,
  name: string,
  signal: AbortSignal,
): Promise<DnsAnswer<string>> {
  let last: DnsAnswer<string> = { state: 'unknown', reason: 'no DNS server is known' }
  for (const server of (servers ?? getServers()).slice(0, 2)) {
    last = await askOne(placeOf(server), name, signal)
    if (last.state !== 'unknown') return last
  }
  return last
}

/** `address`, `address:port` or `[address]:port`. */
function placeOf(server: string): { address: string; port: number } {
  if (isIPv6(server)) return { address: server, port: 53 }
  const [, address = server, port = '53'] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(server) ?? []
  return { address, port: Number(port) }
}

function askOne(
  { address, port }: { address: string; port: number },
  name: string,
  signal: AbortSignal,
): Promise<DnsAnswer<string>> {
  const { promise, resolve } = Promise.withResolvers<DnsAnswer<string>>()
  const id = randomInt(65_536)
  const query = packet.encode({
    type: 'query',
    id,
    flags: packet.RECURSION_DESIRED,
    questions: [{ type: 'DS', name }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: udpBytes,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  })
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  const failed = (reason: string) => () => resolve({ state: 'unknown', reason })
  const timer = setTimeout(failed('no answer in time'), tryMs)
  const callOff = failed('the query was called off')
  signal.addEventListener('abort', callOff, { once: true })
  socket.on('error', failed('no DNS server could be reached'))
  socket.on('message', (message) => {
    const answer = readSigners(message, id, name)
    if (answer) resolve(answer)
  })
  // Connected, it takes answers of this server alone.
  socket.connect(port, address, () => socket.send(query))
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', callOff)
    socket.close()
  })
}

/** Undefined where it is no answer to this question. */
function readSigners(message: Buffer, id: number, name: string): DnsAnswer<string> | undefined {
  try {
    const { type, id: of, questions = [], answers = [], flag_tc: isCut, ...reply } = packet.decode(message)
    const [question] = questions
    if (type !== 'response' || of !== id || question?.name.toLowerCase() !== name || question.type !== 'DS')
      return undefined
    // Not in the types: https://github.com/mafintosh/dns-packet/blob/master/index.js
    const { rcode } = reply as { rcode?: string }
    if (isCut || (rcode !== 'NOERROR' && rcode !== 'NXDOMAIN'))
      return { state: 'unknown', reason: 'the name servers did not answer properly' }
    const values = answers.flatMap((each) => {
      if (each.type !== 'DS' || each.name.toLowerCase() !== name) return []
      const { keyTag, algorithm, digestType, digest } = each.data
      return [`${keyTag} ${algorithm} ${digestType} ${digest.toString('hex')}`]
    })
    return values.length > 0 ? { state: 'found', values: values.slice(0, signersMax) } : { state: 'missing' }
  } catch {
    return undefined
  }
}
