// npm run test:mutation: changes the rules of money and status one place at a time; a test has to notice each change.

export default {
  mutate: [
    'src/shared/money/pricing.ts',
    'src/shared/money/savings.ts',
    'src/shared/money/payment-served.ts',
    'src/shared/order-draft/draft-quote.ts',
    'src/shared/orders/order-holds.ts',
    'src/shared/orders/order-status.ts',
    'src/shared/plans/inbox-split.ts',
    'src/server/provisioning/facts.ts',
    'src/server/provisioning/plan.ts',
    'src/server/provisioning/status.ts',
    'src/server/provisioning/step-rules.ts',
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Values that are read once when a module is loaded, most of them texts: a third of the changes, and nine tenths of
  // the time, since every test has to run again for each.
  // Tests compare the texts as a whole.
  ignoreStatic: true,
  concurrency: 2,
  tempDirName: '.cache/mutation',
  ignorePatterns: [
    '/.cache',
    '/bench',
    '/data',
    '/dist',
    '/docs',
    '/playwright-report',
    '/src/web',
    '/test-results',
    '/tests',
  ],
  // There is nothing in the compiler's settings to rewrite, and the compiler has no programming interface.
  tsconfigFile: 'none.json',
  allowEmpty: false,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: '.cache/mutation.json' },
  thresholds: { high: 95, low: 85, break: 85 },
}
