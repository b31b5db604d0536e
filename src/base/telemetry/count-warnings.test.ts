import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countWarnings } from './count-warnings.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a frequent warning is logged at once, then once a minute with its count', () => {
  const lines: unknown[] = []
  const warn = countWarnings({ warn: (...line: unknown[]) => void lines.push(line) })
  for (let i = 1; i <= 1_000; i++) warn('dropped', { i })
  warn('refused', { i: 1 })
  expect(lines).toEqual([
    [{ i: 1, count: 1 }, 'dropped'],
    [{ i: 1, count: 1 }, 'refused'],
  ])
  vi.advanceTimersByTime(59_999)
  expect(lines).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(lines.slice(2)).toEqual([[{ i: 1_000, count: 999 }, 'dropped']])
  // Nothing for two minutes: the next one is told at once.
  vi.advanceTimersByTime(120_000)
  warn('dropped', { i: 1_001 })
  expect(lines.slice(3)).toEqual([[{ i: 1_001, count: 1 }, 'dropped']])
})
