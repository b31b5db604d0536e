import * as fc from 'fast-check'
import { test } from 'vitest'
import { steps, stripeWalks } from '../../testing/stripe-walk.ts'
import { createTestWorld } from '../../testing/test-world.ts'

const walk = stripeWalks(await createTestWorld())

test('over 150 walks at Stripe, what ran is paid, owed, or given up by name', {
  timeout: 1_800_000,
}, async () => {
  await fc.assert(fc.asyncProperty(steps, walk), { numRuns: 150, endOnFailure: true })
})
