import { expect, test } from 'vitest'
import { overlapText } from './overlap-text.ts'

const overlap = {
  ...{ share: null, isStopped: false, leastMail: 'no cold mail' },
  ...{ fallsUntil: '2026-11-15T12:00:00.000Z', receivesUntil: '2026-12-01T12:00:00.000Z' },
}

test('of a file it is said to send less each day while that is so, and nothing once it is to stop', () => {
  expect(overlapText(overlap)).toBe(
    'It is handed over as a file: send less from it each day yourself, and nothing from Nov 15, 2026 on. Receives replies until Dec 1, 2026, then it is taken down.',
  )
  expect(overlapText({ ...overlap, isStopped: true })).toBe(
    'It is handed over as a file: nothing may be sent from it any more, so see that none of your campaigns uses it. Receives replies until Dec 1, 2026, then it is taken down.',
  )
})

test('of a tool that is set for its customer it is said what is sent', () => {
  expect(overlapText({ ...overlap, share: 50 })).toMatch(/^Sends 50 % of its cold mail, less each day/)
  expect(overlapText({ ...overlap, share: 0, isStopped: true })).toMatch(/^Sends no cold mail any more\./)
})

test('of a tool that takes no limit of 0 it is said that next to none is sent', () => {
  const least = { ...overlap, leastMail: 'next to no cold mail' }
  expect(overlapText({ ...least, share: 0, isStopped: true })).toMatch(
    /^Sends next to no cold mail any more\./,
  )
  expect(overlapText({ ...least, share: 50 })).toContain('less each day and next to no cold mail from Nov 15')
})
