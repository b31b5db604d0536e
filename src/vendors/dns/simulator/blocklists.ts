import type { World } from '#vendors/sandbox/world.ts'
import type { Resolution } from './resolution.ts'

/** The key that the sandbox's DQS zones are asked under; another one is refused, as Spamhaus refuses it. */
const dqsKey = 'sandboxdqskey'
const dqsZone = '.dbl.dq.spamhaus.net'
/** Spamhaus' own answer to a key that it does not know. */
const keyRejected = '127.255.255.251'

export const simulatedLists = ['dbl', 'surbl', 'uribl'] as const
export type SimulatedList = (typeof simulatedLists)[number]

/** What each list has named for ever, so that whoever asks can see that it answers. */
const testPoints: Record<SimulatedList, Record<string, string>> = {
  dbl: { 'dbltest.com': '127.0.1.2' },
  surbl: { 'surbl-org-permanent-test-point.com': '127.0.0.216', 'test.surbl.org': '127.0.0.216' },
  uribl: { 'test.uribl.com': '127.0.0.14' },
}

const listed = (world: World) => world.store.collection<{ address: string }>('blocklists.listed')
const moods = (world: World) => world.store.collection<{ address: string }>('blocklists.moods')

/** Puts a domain on a list, or takes it off with an empty address. */
export function setListed(world: World, list: SimulatedList, name: string, address: string): void {
  const id = `${list} ${name.toLowerCase()}`
  if (address === '') listed(world).delete(id)
  else listed(world).put(id, { address })
}

/**
 * How a list answers everybody from now on: with this address whatever is asked (a refusal, or a list that names
 * everyone), with `nothing` as a resolver that calls everything clean, and as it should with an empty text.
 */
export function setMood(world: World, list: SimulatedList, address: string): void {
  if (address === '') moods(world).delete(list)
  else moods(world).put(list, { address })
}

/** What a list says of a name; undefined when the host is in no list's zone. */
export function blocklistAnswer(world: World, host: string, type: string): Resolution | undefined {
  const asked = questionOf(host.toLowerCase().replace(/\.$/, ''))
  if (!asked) return undefined
  const address = type === 'A' ? addressOf(world, asked) : undefined
  if (address === undefined) return { rcode: 'NXDOMAIN', answers: [], authorities: [] }
  return {
    rcode: 'NOERROR',
    answers: [{ type: 'A', name: host, ttl: 60, data: address }],
    authorities: [],
  }
}

interface Question {
  list: SimulatedList
  name: string
  /** Of a list that is asked with a key. */
  key?: string
}

function questionOf(host: string): Question | undefined {
  if (host.endsWith('.multi.surbl.org'))
    return { list: 'surbl', name: host.slice(0, -'.multi.surbl.org'.length) }
  if (host.endsWith('.multi.uribl.com'))
    return { list: 'uribl', name: host.slice(0, -'.multi.uribl.com'.length) }
  if (!host.endsWith(dqsZone)) return undefined
  const labels = host.slice(0, -dqsZone.length).split('.')
  return { list: 'dbl', name: labels.slice(0, -1).join('.'), key: labels.at(-1) ?? '' }
}

function addressOf(world: World, { list, name, key }: Question): string | undefined {
  if (key !== undefined && key !== dqsKey) return keyRejected
  const mood = moods(world).get(list)?.address
  if (mood === 'nothing') return undefined
  return mood ?? testPoints[list][name] ?? listed(world).get(`${list} ${name}`)?.address
}
