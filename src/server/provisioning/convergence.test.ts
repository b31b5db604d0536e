import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestWorld } from '../testing/test-world.ts'
import { playScenario, scenario } from './testing/scenario.ts'

const runs = Number(process.env.CONVERGENCE_RUNS ?? 1_000)
/**
 * The same scenarios every time, so that a commit has one verdict; `npm run test:faults` plays others each time. A
 * failed run names its seed and path; these play it again.
 */
const seed = Number(process.env.CONVERGENCE_SEED ?? 4_000)
const path = process.env.CONVERGENCE_PATH
/** Worlds side by side, each with a database and third parties of its own: one waits while another works. */
const worldCount = path ? 1 : 4

const worlds = await Promise.all(Array.from({ length: worldCount }, () => createTestWorld()))

test('whatever fails wherever, and whatever the customer changes meanwhile, every vendor ends up with exactly what is wanted', {
  timeout: 1_800_000 + runs * 500,
}, async () => {
  await Promise.all(
    worlds.map(async (world, i) => {
      const { id } = await world.customer()
      await fc.assert(
        fc.asyncProperty(scenario, async (one) => {
          expect(await playScenario(world, id, one)).toEqual([])
        }),
        {
          numRuns: Math.ceil(runs / worldCount),
          endOnFailure: process.env.CI === undefined,
          seed: seed + i,
          ...(path ? { path } : {}),
        },
      )
    }),
  )
})
