import { expect, test } from 'vitest'
import { placementWatched } from './placement-watched.ts'

const hour = 3_600_000
const now = Date.now()
const seed = (vendor: 'microsoft' | 'google', hoursAgo = 1_000, readAgo = 0) => ({
  vendor,
  address: `proof${hoursAgo}@${vendor}.example`,
  since: new Date(now - hoursAgo * hour),
  lastRead: new Date(now - readAgo * hour),
})
const both = [seed('microsoft'), seed('microsoft'), seed('google'), seed('google')]
const canary = { domain: 'good.com', since: now - 100 * hour, isSending: true }
const at = (microsoft: [number, number], google: [number, number] = [0, 24]) => [
  { at: 'microsoft' as const, junk: microsoft[0], arrived: microsoft[1] },
  { at: 'google' as const, junk: google[0], arrived: google[1] },
]

test('a host with two mailboxes is watched, and what another one lacks is said', () => {
  expect(placementWatched(both.slice(0, 3), undefined, now)).toEqual({
    ok: true,
    note: 'Microsoft: watched by 2 mailboxes\nGoogle: not watched, add 1 more with probe add\nNo canary: choose one with probe canary',
  })
})

test('a canary whose own mail lies in junk at one host for most of a day is to be looked at', () => {
  expect(placementWatched(both, { ...canary, hosts: at([12, 24]) }, now)).toMatchObject({
    ok: true,
    note: expect.stringContaining(
      'good.com, in the last day 12 of 24 in junk at Microsoft, 0 of 24 in junk at Google',
    ),
  })
  expect(placementWatched(both, { ...canary, hosts: at([13, 24]) }, now)).toMatchObject({
    ok: false,
    reason: expect.stringContaining(
      '13 of 24 probes of the canary good.com lay in junk at Microsoft in the last day',
    ),
  })
})

test('a canary whose mail does not arrive at one host is no canary there, once it had a day for it', () => {
  const few = { ...canary, hosts: at([0, 11]) }
  expect(placementWatched(both, few, now)).toMatchObject({
    ok: false,
    reason: 'only 11 probes of the canary good.com arrived at Microsoft in the last day, of 24',
  })
  expect(placementWatched(both, { ...few, hosts: at([0, 12]) }, now).ok).toBe(true)
  expect(placementWatched(both, { ...few, hosts: [] }, now).ok).toBe(false)
  expect(placementWatched(both, { ...few, since: now - 23 * hour }, now).ok).toBe(true)
  const newSeed = [seed('microsoft'), seed('microsoft', 23), ...both.slice(2)]
  expect(placementWatched(newSeed, few, now).ok).toBe(true)
  // Nothing is sent where it is not watched.
  expect(placementWatched(both.slice(1), few, now).ok).toBe(true)
})

test('a canary that sends no more is told, where anything is watched', () => {
  const still = { ...canary, isSending: false, hosts: [] }
  expect(placementWatched(both, still, now)).toMatchObject({
    ok: false,
    reason: 'the canary good.com sends no probes any more, so no hour is checked',
  })
  expect(placementWatched([], still, now).ok).toBe(true)
})

test('a mailbox that nobody could read for three hours is told', () => {
  const away = [...both.slice(1), seed('microsoft', 500, 3)]
  expect(placementWatched(away, undefined, now)).toMatchObject({
    ok: false,
    reason: expect.stringContaining('proof500@microsoft.example was not read since'),
  })
})
