import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import './scripts/lib/own-node.mjs'
import { needsDatabase } from './scripts/lib/tests/imports.mjs'
import { filesLike, unitTests } from './scripts/lib/tests/test-files.mjs'
import { type FaultTag, faults, tagOf } from './tests/faults/catalogue.ts'

/** Begun first: the others run beside it instead of waiting at the end. */
const longest = /provisioning\/convergence(?:-further)?\.(?:long\.)?test\.ts$/
const rankOf = ({ moduleId, project }: TestSpecification) =>
  longest.test(moduleId) ? 0 : project.name === 'database' ? 1 : 2
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b))
  }
}

/** These need engines of Debian's: `npm run test:faults` runs them, `npm test` does not. */
const onEngines = 'tests/faults/failover/*.test.ts'

declare module 'vitest' {
  interface TestTags {
    fault: FaultTag
  }
}

const all = ['src/**/*.test.ts', 'tests/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts']
const long = ['src/**/*.long.test.ts', 'tests/**/*.long.test.ts']
const exclude = [...configDefaults.exclude, ...(process.env.FAULT_ENGINES === 'on' ? [] : [onEngines])]
/** By what they lead to, so that none can be forgotten or put into the wrong list. */
const withDatabase = filesLike(unitTests).filter(needsDatabase)
const globalSetup = ['tests/server/global-setup.ts']

/**
 * Unit and API tests sit beside the code; browser journeys live in tests/e2e and run under Playwright. Those without a
 * database have processes of their own, and start none when they run alone.
 */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'database', include: withDatabase, exclude: [...exclude, ...long], globalSetup },
      },
      {
        extends: true,
        test: { name: 'no-database', include: all, exclude: [...exclude, ...long, ...withDatabase] },
      },
      { extends: true, test: { name: 'long', include: long, exclude, globalSetup } },
    ],
    tags: faults.map((each) => ({ name: tagOf(each), description: each.fault })),
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
