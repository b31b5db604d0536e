import { expect, test } from 'vitest'
import { createConnectionRoom } from './connection-room.ts'
import { hostServers } from './report/host-servers.ts'

/** Google's servers, as its SPF record names them here. */
const googles = 'v=spf1 ip4:192.0.2.0/24 ip6:2001:db8:9000::/36 ~all'
async function openRoom(record: string | null = googles) {
  let now = 0
  let says = record
  const servers = hostServers(
    {
      txt: async () =>
        says === null ? { state: 'unknown', reason: 'nobody answers' } : { state: 'found', values: [says] },
    },
    () => now,
  )
  const room = createConnectionRoom(servers, () => now)
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  await settle()
  let ids = 0
  return {
    ...room,
    /** How many of these addresses find room, each for so many connections. */
    enter: (addresses: string[], each = 1) =>
      addresses
        .flatMap((address) => Array(each).fill(address))
        .filter((address) => {
          ids += 1
          return room.enter(String(ids), address)
        }).length,
    /** The one that entered last. */
    leave: () => room.leave(String(ids)),
    async aMinuteLater(answer: string) {
      says = answer
      now += 60_000
      room.enter('asks', '198.51.100.250')
      room.leave('asks')
      await settle()
    },
  }
}
const strangers = (count: number) => Array.from({ length: count }, (_, at) => `203.0.113.${at}`)
const reporters = (count: number) => Array.from({ length: count }, (_, at) => `192.0.2.${at}`)

test('however many networks strangers come from, there is room for those whose reports count', async () => {
  const room = await openRoom()
  expect(room.enter(strangers(7), 3)).toBe(12)
  expect(room.enter(reporters(10))).toBe(8)
  expect(room.takeTurnedAway()).toEqual({ connections: 11, ofReporters: 2 })
  expect(room.takeTurnedAway()).toEqual({ connections: 0, ofReporters: 0 })
})

test('one network has three connections, and all of a stranger’s site six, while a reporter’s has more', async () => {
  const room = await openRoom()
  const networks = (site: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${site}:${at}::1`)
  expect(room.enter(['2001:db8:1:1::1', '2001:db8:1:1::2'], 3)).toBe(3)
  expect(room.enter(networks('2001:db8:1', 9), 1)).toBe(3)
  expect(room.enter(networks('2001:db8:2', 9), 1)).toBe(6)
  expect(room.enter(networks('2001:db8:9001', 9), 1)).toBe(8)
})

test('who leaves makes room', async () => {
  const room = await openRoom()
  expect(room.enter(strangers(12))).toBe(12)
  room.leave()
  expect(room.enter(strangers(20))).toBe(1)
})

test('while nobody can be asked who reports, all are strangers, and it is asked again', async () => {
  const room = await openRoom(null)
  expect(room.enter(reporters(20))).toBe(12)
  await room.aMinuteLater(googles)
  expect(room.enter(reporters(20))).toBe(8)
})
