// What `scripts/test-mutation.mjs` gives Stryker for each rule.

const { MUTATION_REPORT: report = '.cache/mutation/report.json' } = process.env

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  incrementalFile: report.replace(/\.json$/, '.found.json'),
  concurrency: 1,
  // On a busy machine a test that merely waits is not to count as one that never ends.
  timeoutMS: 30_000,
  tempDirName: '.cache/mutation/sandbox',
  ignorePatterns: [
    '/.cache',
    '/bench',
    '/data',
    '/dist',
    '/docs',
    '/playwright-report',
    '/src/ui',
    '/test-results',
    '/tests',
  ],
  // There is nothing in the compiler's settings to rewrite, and the compiler has no programming interface.
  tsconfigFile: 'none.json',
  allowEmpty: false,
  logLevel: 'warn',
  reporters: ['clear-text', 'json'],
  clearTextReporter: { reportTests: false, reportScoreTable: false, logTests: false },
  jsonReporter: { fileName: report },
}
