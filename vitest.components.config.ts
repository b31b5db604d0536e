import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import './scripts/lib/own-node.mjs'
import { browserArguments, findChromium } from './scripts/lib/chromium.mjs'

/**
 * Parts of pages and whole pages in a real browser, without a server: two pages of it for all of them, so that another
 * test costs a fifth of a second. Calls are answered at the network's edge (`tests/web/network.ts`).
 */
export default defineConfig({
  // Not the product's own plugins: its records hold their schemas here, which tell what a page may send and be sent.
  plugins: [react(), tailwindcss()],
  publicDir: 'src/apps/website/public',
  optimizeDeps: {
    entries: ['src/apps/website/main.tsx', 'src/apps/console/main.tsx', 'tests/web/setup.ts'],
    // What a test meets first would reload the page under it.
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'react-router',
      'react-router/dom',
      'zod/mini',
      'axe-core',
      'fast-check',
    ],
  },
  test: {
    name: 'components',
    include: ['src/**/*.test.tsx', 'tests/web/**/*.test.tsx'],
    setupFiles: ['tests/web/setup.ts'],
    // A page works off many files. What a file changes of it (storage, timers, globals) is put back by the setup. Two
    // pages are at work, as a page keeps one core busy.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    expect: { poll: { timeout: 5_000 } },
    browser: {
      enabled: true,
      headless: true,
      viewport: { width: 1280, height: 800 },
      screenshotFailures: true,
      provider: playwright({
        launchOptions: {
          executablePath: process.env.CHROMIUM_PATH ?? findChromium(),
          args: browserArguments,
        },
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
