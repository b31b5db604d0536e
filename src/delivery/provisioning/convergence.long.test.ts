import { test } from 'vitest'
import { convergence } from './testing/convergence.ts'

// The same every day: those of `npm test` are others each day. The other 500 are in a file beside, so that two
// processes share what takes longer than all other long tests together.
const { play, timeout } = await convergence({ schedules: 500, firstSeed: 4_000 })

test(
  'whatever fails wherever, and whatever the customer changes meanwhile, every vendor ends up with exactly what is wanted',
  { tags: ['fault-25', 'fault-30', 'fault-47', 'fault-48'], timeout },
  play,
)
