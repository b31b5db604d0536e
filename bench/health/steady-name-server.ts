import { createSocket } from 'node:dgram'
import packet from 'dns-packet'
import { registrarNameServers } from '#base/config/vendor-addresses.ts'
import type { DnsRecord } from '#vendors/ports/names.ts'

/*
 * A process of its own, so that what it costs is not counted: answers at once as DNS does of domains that are all well, and
 * of blocklists that name nobody but what they always name.
 */
const records: readonly DnsRecord[] = JSON.parse(process.argv[2] ?? '[]')
/** Texts of names that are nobody's here. */
const texts: Readonly<Record<string, string>> = JSON.parse(process.argv[3] ?? '{}')
const lists: Record<string, readonly [point: string, address: string]> = {
  '.dbl.dq.spamhaus.net': ['dbltest.com', '127.0.1.2'],
  '.multi.surbl.org': ['surbl-org-permanent-test-point.com', '127.0.0.216'],
  '.multi.uribl.com': ['test.uribl.com', '127.0.0.14'],
}
/** Questions by list, and those for records. */
const asked: Record<string, number> = {}

type Answer =
  | { type: 'A' | 'NS' | 'TXT' | 'CNAME'; data: string | string[] }
  | { type: 'MX'; data: { preference: number; exchange: string } }

function answersTo(name: string, type: string): Answer[] {
  const list = Object.keys(lists).find((zone) => name.endsWith(zone))
  asked[list ?? 'records'] = (asked[list ?? 'records'] ?? 0) + 1
  if (list) {
    const [point, address] = lists[list] ?? []
    return name.startsWith(`${point}.`) ? [{ type: 'A', data: address ?? '' }] : []
  }
  if (type === 'NS') return registrarNameServers.map((data) => ({ type: 'NS', data }))
  const text = type === 'TXT' ? texts[name] : undefined
  // One string of a TXT record has 255 bytes at most.
  if (text) return [{ type: 'TXT', data: text.match(/.{1,255}/g) ?? [] }]
  const place = /^(.*?)\.?fillname\d+\.com$/.exec(name)?.[1]
  return records
    .filter((record) => record.name === place && record.type === type)
    .map(({ content, priority }) => {
      if (type === 'MX') return { type, data: { preference: priority ?? 10, exchange: content } }
      return { type: type === 'CNAME' ? type : 'TXT', data: content.replace(/^"|"$/g, '') }
    })
}

const socket = createSocket('udp4', (message, from) => {
  const { id, questions: [question] = [] } = packet.decode(message)
  if (!question) return
  const answers = answersTo(question.name.toLowerCase(), question.type)
  const reply = packet.encode({
    type: 'response',
    id,
    flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | (answers.length > 0 ? 0 : 3),
    questions: [question],
    answers: answers.map((answer) => ({ ...answer, name: question.name, ttl: 60 })) as packet.Answer[],
  })
  socket.send(reply, from.port, from.address)
})
socket.bind(0, '127.0.0.1', () => process.send?.({ port: socket.address().port }))
process.on('message', () => process.send?.({ asked }))
process.on('disconnect', () => socket.close())
