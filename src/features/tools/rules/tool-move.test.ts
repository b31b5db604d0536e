import { expect, test } from 'vitest'
import { toolMoveText } from './tool-move.ts'

const from = { tool: 'instantly', workspace: 'Sales' } as const
const to = { tool: 'instantly', workspace: 'Growth' } as const
const minutes = (count: number) => count * 60_000
const text = (takesMs: number) => toolMoveText(100, { from, to, isShared: false, takesMs })

test('the question about a move says about how long it takes', () => {
  expect(text(minutes(3.5))).toBe(
    '100 inboxes will be disconnected from “Sales” in Instantly and connected to “Growth” in Instantly. This takes about 4 minutes. Warm-up starts over there.',
  )
  expect(text(0)).toContain(' about 1 minute.')
  expect(text(minutes(90))).toContain(' about 90 minutes.')
  expect(text(minutes(150))).toContain(' about 3 hours.')
})

test('what is moved to a file takes no time, and who shares the account keeps it', () => {
  const moved = { from, to: { tool: 'other', workspace: undefined }, isShared: true, takesMs: 0 } as const
  expect(toolMoveText(1, moved)).toBe(
    '1 inbox will be disconnected from “Sales” in Instantly. You import them into your own tool from the CSV. Other orders that use “Sales” in Instantly keep it.',
  )
})
