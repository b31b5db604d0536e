import { defineConfig } from 'vitest/config'

/** Unit and API tests sit beside the code; browser journeys live in tests/e2e and run under Playwright. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['src/server/testing/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
})
