import { test } from 'vitest'
import { convergence } from './testing/convergence.ts'

const { play, timeout } = await convergence({ schedules: 200 })

test(
  'whatever fails wherever, and whatever the customer changes meanwhile, every vendor ends up with exactly what is wanted',
  { timeout },
  play,
)
