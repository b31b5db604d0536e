import { defineConfig } from 'vite'
import { check } from '#shared/api/auth.ts'
import { getConfig } from '#shared/api/config.ts'
import { domainsHealth } from '#shared/api/health.ts'
import { listOrders, ordersInView } from '#shared/api/orders.ts'
import { readReserve } from '#shared/api/reserve.ts'
import { compileWhole } from './src/web/build/compile-whole.ts'
import { consoleInDevelopment, withoutConsole } from './src/web/build/console-page.ts'
import { dashboardChunk, dashboardEntries, entriesOf } from './src/web/build/dashboard-chunk.ts'
import { outlinedPage } from './src/web/build/outlined-page.ts'
import { quietAboutProxy } from './src/web/build/quiet-proxy.ts'
import { website } from './src/web/build/website.ts'

/** Where the product answers while the pages are served by Vite. */
const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

/** Reached through the endpoint records, whose schemas are stripped: they belong to the pages with forms. */
const isSchema = (id: string): boolean =>
  /\/node_modules\/zod\/|\/src\/shared\/(?!api\/|accounts\/session-storage-keys)/.test(id)

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
        outline: ['features/dashboard/dashboard-outline.tsx', 'DashboardOutline'],
      }),
      outlinedPage({
        fileName: 'health.html',
        modules: entriesOf('features/health/health-page.tsx'),
        calls: [domainsHealth.path, readReserve.path],
        outline: ['features/health/health-outline.tsx', 'HealthOutline'],
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
  optimizeDeps: { entries: ['index.html', 'operator/main.tsx'] },
  customLogger: quietAboutProxy(),
  server: { proxy: { '/api/': { target: server } } },
})
