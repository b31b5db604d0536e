import { test } from 'vitest'
import { convergence } from './testing/convergence.ts'

// The same every day: those of `npm test` are others each day.
const { play, timeout } = await convergence({ schedules: 1_000, firstSeed: 4_000 })

test(
  'whatever fails wherever, and whatever the customer changes meanwhile, every vendor ends up with exactly what is wanted',
  { tags: ['fault-25', 'fault-30', 'fault-47', 'fault-48'], timeout },
  play,
)
