import { defineConfig } from 'vite'
import { check } from '#features/accounts/api/auth.ts'
import { getConfig } from '#features/brand/api/config.ts'
import { domainsHealth } from '#features/health/api/health.ts'
import { listOrders, ordersInView } from '#features/orders/api/orders.ts'
import { readReserve } from '#features/reserve/api/reserve.ts'
import { compileWhole } from './src/apps/website/build/compile-whole.ts'
import { consoleInDevelopment, withoutConsole } from './src/apps/website/build/console-page.ts'
import { dashboardChunk, dashboardEntries, entriesOf } from './src/apps/website/build/dashboard-chunk.ts'
import { isRecord, ofBothSides } from './src/apps/website/build/files-of.ts'
import { outlinedPage } from './src/apps/website/build/outlined-page.ts'
import { quietAboutProxy } from './src/apps/website/build/quiet-proxy.ts'
import { website } from './src/apps/website/build/website.ts'

/** Where the product answers while the pages are served by Vite. */
const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

/** Reached through the endpoint records, whose schemas are stripped: they belong to the pages with forms. */
const isSchema = (id: string): boolean =>
  id.includes('/node_modules/zod/') ||
  (ofBothSides.test(id) && !isRecord(id) && !id.includes('/session-storage-keys.'))

/** The customers' pages; in development the console's as well. */
export default defineConfig({
  ...website({
    name: 'web',
    calls: [check, getConfig],
    plugins: [
      outlinedPage({
        fileName: 'dashboard.html',
        modules: dashboardEntries,
        calls: [`${listOrders.path}?${new URLSearchParams(ordersInView)}`],
        outline: ['features/orders/web/dashboard/dashboard-outline.tsx', 'DashboardOutline'],
      }),
      outlinedPage({
        fileName: 'health.html',
        modules: entriesOf('features/health/web/health-page.tsx'),
        calls: [domainsHealth.path, readReserve.path],
        outline: ['features/health/web/health-outline.tsx', 'HealthOutline'],
      }),
      compileWhole(dashboardEntries),
      consoleInDevelopment(),
      withoutConsole(),
    ],
    groups: [
      // What every page needs travels as one file: it compresses better than its parts.
      { name: 'shell', tags: ['$initial'], test: (id) => !isSchema(id) },
      { name: dashboardChunk, debugName: 'dashboard' },
    ],
  }),
  publicDir: 'public',
  optimizeDeps: { entries: ['index.html', '../console/main.tsx'] },
  customLogger: quietAboutProxy(),
  server: { proxy: { '/api/': { target: server } } },
})
