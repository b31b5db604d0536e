import { defineConfig } from '@playwright/test'
import './scripts/lib/own-node.mjs'
import { browserArguments, findChromium } from './scripts/lib/chromium.mjs'

/** Whole journeys in a real browser against the product as `npm start` runs it. */
export default defineConfig({
  // What people come to do stands beside its feature; what is looked at on all pages stands with what journeys share.
  projects: [
    { name: 'journeys', testDir: 'src/features', testMatch: '*/journeys/*.spec.ts' },
    { name: 'all pages', testDir: 'tests/e2e' },
  ],
  globalSetup: './tests/e2e/product/start-product.ts',
  // On one product: each test has a customer and names of its own. One more than the cores of a small machine: most
  // tests wait now and then, for a vendor or for a page.
  workers: 3,
  // A browser on a busy machine now and then looks too late. What passes only the second time is named as flaky.
  retries: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    // To record every test took a quarter of the processor time; the second attempt of a failing one tells as much.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? findChromium(),
      args: browserArguments,
    },
  },
})
