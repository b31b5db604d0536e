import { expect, it } from 'vitest'
import { createGate } from './gate.ts'

it('lets so many run at once, and all of them in the end, whatever fails', async () => {
  const gate = createGate(3)
  let running = 0
  let most = 0
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      gate(async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setImmediate(resolve))
        running--
        if (index % 4 === 0) throw new Error('failed')
        return index
      }),
    ),
  )
  expect(most).toBe(3)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(15)
})
