import { defineConfig } from 'vitest/config'

/** The tests of the pure rules, without a database: what `npm run test:mutation` runs again for every mutant. */
export default defineConfig({
  test: {
    include: [
      'src/shared/money/*.test.ts',
      'src/shared/order-draft/draft-quote.test.ts',
      'src/shared/orders/order-{holds,status}.test.ts',
      'src/shared/plans/inbox-split.test.ts',
      'src/server/provisioning/{facts,plan,status-after,step-rules}.test.ts',
    ],
  },
})
