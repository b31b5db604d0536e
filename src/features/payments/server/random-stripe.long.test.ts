import * as fc from 'fast-check'
import { test } from 'vitest'
import { steps, stripeWalks } from '#tests/server/stripe-walk.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

/** The same walks every time, so that a commit has one verdict; another seed takes others. */
const seed = Number(process.env.WALKS_SEED ?? 11)
const numRuns = Number(process.env.WALKS ?? 150)

const walk = stripeWalks(await createTestWorld())

test(`over ${numRuns} walks at Stripe, what ran is paid, owed, or given up by name (WALKS_SEED=${seed})`, {
  timeout: 1_800_000,
}, async () => {
  await fc.assert(fc.asyncProperty(steps, walk), { numRuns, seed, endOnFailure: true })
})
