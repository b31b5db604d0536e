import * as fc from 'fast-check'
import { test } from 'vitest'
import { steps, stripeWalks } from '#tests/server/stripe-walk.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const walk = stripeWalks(await createTestWorld())

test('whatever happens at Stripe and however it is heard of, what ran is paid, owed, or given up by name', async () => {
  await fc.assert(fc.asyncProperty(steps, walk), { numRuns: 6, seed: 1, endOnFailure: true })
})
