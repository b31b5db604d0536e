import { test } from 'vitest'
import { convergence } from './testing/convergence.ts'

const { play, timeout } = await convergence({ schedules: 500, firstSeed: 4_500 })

test(
  'after 500 further schedules of faults and changes, too, every vendor ends up with exactly what is wanted',
  { timeout },
  play,
)
