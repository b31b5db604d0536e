import { afterEach, expect, test, vi } from 'vitest'
import { liveStream } from '#tests/web/live-events.ts'
import { brandEvent, changedEvent } from '../api/events.ts'
import { followStream } from './shared-stream.ts'

const leaving: (() => void)[] = []
let account = 0
afterEach(() => {
  vi.restoreAllMocks()
  for (const leave of leaving.splice(0)) leave()
})

/** Windows of an account: locks and channels tell them apart as if each had a document of its own. */
function openWindows(count: number, of = `usr_${account}`) {
  return Array.from({ length: count }, () => {
    const heard: string[] = []
    const leave = followStream(of, { hear: (news) => heard.push(news), renew: async () => {} })
    leaving.push(leave)
    return { heard, leave }
  })
}
const streamsAre = (count: number) => expect.poll(liveStream.count, { message: 'streams' }).toBe(count)

test('seven windows of an account share one stream, and all hear what it brings', async () => {
  account += 1
  const windows = openWindows(7)
  await liveStream.open()
  liveStream.send(changedEvent)
  liveStream.send(brandEvent)
  for (const { heard } of windows) await expect.poll(() => heard).toEqual(['stands', 'changed', 'brand'])
  expect(liveStream.count()).toBe(1)
})

test('whoever leaves hands the stream on, and nobody misses what came in between', async () => {
  account += 1
  const [first, second, third] = openWindows(3)
  await liveStream.open()
  first?.leave()
  await liveStream.open()
  expect(first?.heard).toEqual(['stands'])
  for (const each of [second, third]) await expect.poll(() => each?.heard).toEqual(['stands', 'stands'])
  second?.leave()
  third?.leave()
  await streamsAre(0)
})

test('a window that comes later is told that the stream stands, so that it looks for what it has missed', async () => {
  account += 1
  openWindows(1)
  await liveStream.open()
  const [late] = openWindows(1)
  await expect.poll(() => late?.heard).toEqual(['stands'])
})

test('windows of another account have a stream of their own, and hear nothing of the first', async () => {
  account += 1
  const [own] = openWindows(1)
  await liveStream.open()
  const [other] = openWindows(1, `usr_${account}.viewed`)
  await streamsAre(2)
  expect([own?.heard, other?.heard]).toEqual([['stands'], []])
})

test('all windows say that the stream has broken off', async () => {
  account += 1
  const windows = openWindows(2)
  await liveStream.open()
  for (let failures = 0; failures < 3; failures += 1) liveStream.fail()
  for (const { heard } of windows) await expect.poll(() => heard).toEqual(['stands', 'lost'])
})

test.each([
  ['has no locks', () => vi.spyOn(navigator, 'locks', 'get').mockReturnValue(undefined as never)],
  [
    'keeps its locks from the page',
    () => vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('', 'SecurityError')),
  ],
  [
    'keeps its channels from the page',
    () =>
      vi.spyOn(window, 'BroadcastChannel').mockImplementation(function refuse() {
        throw new DOMException('', 'SecurityError')
      }),
  ],
])('where a browser %s, each window keeps a stream of its own', async (_why, take) => {
  account += 1
  take()
  const windows = openWindows(2)
  await streamsAre(2)
  for (const { leave } of windows) leave()
  await streamsAre(0)
})
