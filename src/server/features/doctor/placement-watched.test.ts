import { expect, test } from 'vitest'
import { placementWatched } from './placement-watched.ts'

const probes = [{ vendor: 'microsoft' }, { vendor: 'microsoft' }, { vendor: 'google' }] as const
const canary = { domainId: 'dom_1', domain: 'good.com' }

test('a host with two mailboxes is watched, and what another one lacks is said', () => {
  expect(placementWatched(probes, undefined)).toEqual({
    ok: true,
    note: 'Microsoft: watched by 2 mailboxes\nGoogle: not watched, add 1 more with probe add\nNo canary: choose one with probe canary',
  })
})

test('a canary whose own mail lies in junk for most of a day is to be looked at', () => {
  expect(placementWatched(probes, { ...canary, arrived: 24, junk: 12 })).toMatchObject({
    ok: true,
    note: expect.stringContaining('Canary: good.com, 12 of 24 in junk'),
  })
  expect(placementWatched(probes, { ...canary, arrived: 4, junk: 4 }).ok).toBe(true)
  expect(placementWatched(probes, { ...canary, arrived: 24, junk: 13 })).toMatchObject({
    ok: false,
    reason: '13 of 24 probes of the canary good.com lay in junk in the last day, so hardly any hour counts',
  })
})
