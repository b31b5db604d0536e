import { expect, test } from 'vitest'
import type { ActOfDomain } from '../../rules/health-view.ts'
import { actLines, restText } from './act-lines.ts'

const resting: ActOfDomain = {
  ...{ state: 'resting', why: 'Listed.', tool: 'instantly', by: 'system', isJoining: false, share: 0 },
  ...{
    since: '2026-11-01T10:00:00.000Z',
    confirmedAt: '2026-11-01T10:05:00.000Z',
    problem: null,
    yours: null,
  },
  ...{ earliest: '2026-11-15T10:00:00.000Z', isMailSeen: false },
  may: { rest: false, dismiss: false, return: true },
}
const said = (act: ActOfDomain, isAsked: boolean) => actLines(act, isAsked).join(' ')

test('a rest that does not end by itself names the button that ends it where it stands below', () => {
  expect(said(resting, true)).toMatch(/ on it is yours to press “Return now”\.$/)
})

test('who has no such button reads that it can be returned, and is told to press nothing', () => {
  const heldBack = { ...resting, may: { ...resting.may, return: false } }
  for (const [act, isAsked] of [
    [resting, false],
    [heldBack, true],
  ] as const) {
    expect(said(act, isAsked)).toMatch(/ on it can be returned by hand\.$/)
    expect(said(act, isAsked)).not.toMatch(/yours|press/)
  }
})

test('of one without a day on which it comes back none is named', () => {
  expect(said({ ...resting, earliest: null }, true)).not.toMatch(/comes? back|by hand\.$/)
})

test('who may only look reads whose it is to do what is left to the customer', () => {
  const yours = 'Yours to do: leave warm-up on.'
  for (const state of ['suggested', 'resting'] as const) {
    expect(actLines({ ...resting, state, yours }, true)).toContain(yours)
    expect(actLines({ ...resting, state, yours }, false)).toContain(`Its customer reads: “${yours}”`)
  }
})

test('who confirms a rest reads the limit that its tool is set to, and that a limit of 1 lets something out', () => {
  expect(restText({ tool: 'instantly' })).toMatch(/set to 0 in Instantly: its campaigns send nothing from/)
  expect(restText({ tool: 'smartlead' })).toMatch(
    /set to 1 in Smartlead, where 0 may be no limit: its campaigns send next to nothing from/,
  )
})
