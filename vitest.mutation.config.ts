import { defineConfig } from 'vitest/config'

/** The test of one rule, without a database: what `npm run test:mutation` runs again for every change to it. */
export default defineConfig({
  test: {
    include: [process.env.MUTATION_TEST ?? ''],
  },
})
