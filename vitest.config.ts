import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { type FaultTag, faults, tagOf } from './src/server/faults/catalogue.ts'

/** Minutes long each: begun first, the others run beside them instead of waiting at the end. */
const longest = [
  'provisioning/convergence-first-half.test.ts',
  'provisioning/convergence-second-half.test.ts',
  'provisioning/processes.test.ts',
  'bulk-update/killed-worker.test.ts',
]
const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = longest.findIndex((file) => moduleId.endsWith(file))
  return rank < 0 ? longest.length : rank
}
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b))
  }
}

/** These need engines of Debian's: `npm run test:faults` runs them, `npm test` does not. */
const onEngines = 'src/server/faults/failover/*.test.ts'

declare module 'vitest' {
  interface TestTags {
    fault: FaultTag
  }
}

/** Unit and API tests sit beside the code; browser journeys live in tests/e2e and run under Playwright. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    exclude:
      process.env.FAULT_ENGINES === 'on' ? configDefaults.exclude : [...configDefaults.exclude, onEngines],
    tags: faults.map((each) => ({ name: tagOf(each), description: each.fault })),
    globalSetup: ['src/server/testing/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // One process works off many files: to load the server anew for each of them takes as long as its tests. What a
    // file changes of the process (timers, globals, prototypes) it puts back.
    isolate: false,
    pool: 'forks',
    // New objects have four times the usual room: to look through it less often saves a twelfth of the processor time.
    execArgv: ['--max-semi-space-size=64'],
    // One more than the cores of a small machine: some tests mostly wait, for processes, leases and vendors.
    maxWorkers: 3,
  },
})
