import * as fc from 'fast-check'
import { expect } from 'vitest'
import { tellingProgress } from '../../testing/tell-progress.ts'
import { createTestWorld } from '../../testing/test-world.ts'
import { playScenario, scenario } from './scenario.ts'

/** Files that share the scenarios, so that each can have a processor of its own. */
const fileCount = 2
/** Worlds side by side in each, with a database and third parties of their own: one waits while another works. */
const worldCount = 2

/** Mailboxes at Microsoft are left to the worker with the browser; what drives one there, `plainSignIn` does here. */
const signsInByItself = { SIGN_IN_BROWSER: process.execPath }

const runs = Number(process.env.CONVERGENCE_RUNS ?? 1_000)
/**
 * The same scenarios every time, so that a commit has one verdict; `npm run test:faults` plays others each time. A
 * failed run names its seed and path; these play it again.
 */
const seed = Number(process.env.CONVERGENCE_SEED ?? 4_000)
const path = process.env.CONVERGENCE_PATH

/** Milliseconds that a file's share may take. */
export const convergenceTimeoutMs = 1_800_000 + runs * 500

/** Makes the worlds of one file; returns what plays its share of the scenarios in them. */
export async function convergenceOf(file: 0 | 1): Promise<() => Promise<void>> {
  const worlds = await Promise.all(
    Array.from({ length: path ? 1 : worldCount }, () => createTestWorld({ env: signsInByItself })),
  )
  const runsPerWorld = Math.ceil(runs / (fileCount * worldCount))
  return async () => {
    const tell = tellingProgress(`Schedules of half ${file + 1}`, runsPerWorld * worlds.length)
    await Promise.all(
      worlds.map(async (world, i) => {
        const { id } = await world.customer()
        await fc.assert(
          fc.asyncProperty(scenario, async (one) => {
            expect(await playScenario(world, id, one)).toEqual([])
            tell()
          }),
          {
            numRuns: runsPerWorld,
            endOnFailure: process.env.CI === undefined,
            ...(path ? { seed, path } : { seed: seed + file * worldCount + i }),
          },
        )
      }),
    )
  }
}
