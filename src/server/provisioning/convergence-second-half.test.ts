import { test } from 'vitest'
import { convergenceOf, convergenceTimeoutMs } from './testing/convergence.ts'

test(
  'whatever fails wherever, and whatever the customer changes meanwhile, every vendor ends up with exactly what is wanted',
  { tags: ['fault-25', 'fault-30', 'fault-47', 'fault-48'], timeout: convergenceTimeoutMs },
  await convergenceOf(1),
)
