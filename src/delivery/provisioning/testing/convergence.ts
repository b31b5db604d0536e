import * as fc from 'fast-check'
import { expect } from 'vitest'
import { tellingProgress } from '#tests/server/tell-progress.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { playScenario, scenario } from './scenario.ts'

/** Worlds side by side, with a database and third parties of their own: one waits while another works. */
const worldCount = 2

/** Mailboxes at Microsoft are left to the worker with the browser; what drives one there, `plainSignIn` does here. */
const signsInByItself = { SIGN_IN_BROWSER: process.execPath }

const path = process.env.CONVERGENCE_PATH

/**
 * Other schedules each day, so that a year looks at more than one run can; the same all day, so that a commit has one
 * verdict and a failure can be looked into. `npm run test:faults` plays others each time.
 */
const seedOfToday = Number(new Date().toISOString().slice(0, 10).replaceAll('-', '')) * 10

/**
 * Makes the worlds of one file; returns what plays random schedules in them, and how long that may take.
 * @param firstSeed where the schedules are the same every day
 */
export async function convergence({ schedules, firstSeed }: { schedules: number; firstSeed?: number }) {
  const runs = Number(process.env.CONVERGENCE_RUNS ?? schedules)
  const seed = Number(process.env.CONVERGENCE_SEED ?? firstSeed ?? seedOfToday)
  const worlds = await Promise.all(
    Array.from({ length: path ? 1 : worldCount }, () => createTestWorld({ env: signsInByItself })),
  )
  const runsPerWorld = Math.ceil(runs / worldCount)
  async function play(): Promise<void> {
    const tell = tellingProgress('Schedules', runsPerWorld * worlds.length)
    console.log(`${runs.toLocaleString('en')} schedules from seed ${seed}`)
    await Promise.all(
      worlds.map(async (world, i) => {
        const { id } = await world.customer()
        const details = await fc.check(
          fc.asyncProperty(scenario, async (one) => {
            expect(await playScenario(world, id, one)).toEqual([])
            tell()
          }),
          {
            numRuns: runsPerWorld,
            endOnFailure: process.env.CI === undefined,
            includeErrorInReport: true,
            ...(path ? { seed, path } : { seed: seed + i }),
          },
        )
        if (details.failed) throw new Error(`${howToRepeat(details)}\n\n${fc.defaultReportMessage(details)}`)
      }),
    )
  }
  return { play, timeout: 1_800_000 + runs * 500 }
}

const howToRepeat = ({ seed, counterexamplePath }: { seed: number; counterexamplePath: string | null }) =>
  `This schedule alone: CONVERGENCE_SEED=${seed} CONVERGENCE_PATH=${counterexamplePath} npm test -- provisioning/convergence`
