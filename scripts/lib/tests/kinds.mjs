import { join } from 'node:path'
import { binDir } from '../repository.mjs'
import { countPlaywright, countVitest } from './count.mjs'
import { longTests, unitTests } from './test-files.mjs'

/**
 * One kind of tests.
 * @typedef {object} Kind
 * @property {string} name what a run calls it
 * @property {string} config what it is set up by; a kind without that file is not there
 * @property {RegExp} files its test files, from the root of the checkout
 * @property {string} script what runs it again
 * @property {string[]} forAll paths, or beginnings of them, that all of its tests depend on
 * @property {(path: string) => boolean} [isFollowed] which imports tell that a change touches one of its tests; all
 * @property {boolean} [isOfBuild] whether it runs what is built
 * @property {(run: Run) => { command: string, args: string[], env: Record<string, string> }} command
 * @property {typeof countVitest} count what its report says
 */
/** @typedef {{ files: readonly string[], title?: string, report: string }} Run `files`: none for all of the kind */

const setUp = [
  'package-lock.json',
  'vitest.config.ts',
  'src/base/db/migrations/',
  'tests/server/global-setup.ts',
  'tests/server/test-server.ts',
]

/** @returns {Kind['command']} */
const vitest =
  (...options) =>
  ({ files, title, report }) => ({
    command: join(binDir, 'vitest'),
    args: [
      'run',
      ...options,
      // A busy machine now and then is too slow for one of thousands. What passes only the second time is named as flaky.
      '--retry=1',
      '--reporter=default',
      '--reporter=json',
      '--reporter=./scripts/lib/tests/unhandled-errors.mjs',
      `--outputFile.json=${report}`,
      ...(title ? [`--testNamePattern=${literal(title)}`] : []),
      ...files,
    ],
    env: { TEST_REPORT: report },
  })

/** @type {Kind['command']} */
const playwright = ({ files, title, report }) => ({
  command: join(binDir, 'playwright'),
  args: [
    'test',
    '--reporter=list,json',
    ...(title ? [`--grep=${literal(title)}`] : []),
    ...files.map((file) => literal(file)),
  ],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
})

/** What both tools read as an expression, for a text as it is. */
const literal = (/** @type {string} */ text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** @type {Kind[]} */
export const kinds = [
  {
    name: 'The unit and API tests',
    config: 'vitest.config.ts',
    files: unitTests,
    script: 'test',
    forAll: setUp,
    command: vitest('--project=!long'),
    count: countVitest,
  },
  {
    name: 'The component tests',
    config: 'vitest.components.config.ts',
    files: /^(?:src|tests\/web)\/.*\.test\.tsx$/,
    script: 'test',
    forAll: ['package-lock.json', 'vitest.components.config.ts'],
    command: vitest('--config', 'vitest.components.config.ts'),
    count: countVitest,
  },
  {
    name: 'The browser tests',
    config: 'playwright.config.ts',
    files: /^(?:src\/features\/[\w-]+\/journeys|tests\/e2e)\/.*\.spec\.ts$/,
    script: 'test',
    forAll: ['package-lock.json', 'playwright.config.ts', 'tests/e2e/product/start-product.ts'],
    // Each of them begins by the server's own code and ends in any of the pages: a change there would touch them all.
    isFollowed: (path) => path.startsWith('tests/e2e/'),
    isOfBuild: true,
    command: playwright,
    count: countPlaywright,
  },
  {
    name: 'The long tests',
    config: 'vitest.config.ts',
    files: longTests,
    script: 'test:long',
    forAll: setUp,
    command: vitest('--project=long'),
    count: countVitest,
  },
]
