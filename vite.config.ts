import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { check } from '#shared/api/auth.ts'
import { listOrders, ordersInView } from '#shared/api/orders.ts'
import { staffCheck } from '#shared/api/staff.ts'
import { compileWhole } from './src/web/build/compile-whole.ts'
import { consoleChunk, consoleEntries } from './src/web/build/console-chunk.ts'
import { dashboardChunk, dashboardEntries } from './src/web/build/dashboard-chunk.ts'
import { fetchFirst } from './src/web/build/fetch-first.ts'
import { lightenRouter } from './src/web/build/lighten-router.ts'
import { outlinedPage } from './src/web/build/outlined-page.ts'
import { preloadCalls } from './src/web/build/preload-calls.ts'
import { preloadFont } from './src/web/build/preload-font.ts'
import { quietAboutProxy } from './src/web/build/quiet-proxy.ts'
import { stripEndpointSchemas } from './src/web/build/strip-endpoint-schemas.ts'

/** Where the product answers while the pages are served by Vite. */
const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

/** Reached through the endpoint records, whose schemas are stripped: they belong to the pages with forms. */
const isSchema = (id: string): boolean =>
  /\/node_modules\/zod\/|\/src\/shared\/(?!api\/|accounts\/session-storage-keys)/.test(id)

export default defineConfig({
  root: 'src/web',
  publicDir: 'public',
  customLogger: quietAboutProxy(),
  plugins: [
    stripEndpointSchemas(),
    lightenRouter(),
    preloadFont('geist-latin-wght-normal'),
    preloadCalls(),
    outlinedPage({
      fileName: 'dashboard.html',
      modules: dashboardEntries,
      call: `${listOrders.path}?${new URLSearchParams(ordersInView)}`,
      holdsStyles: true,
      outline: ['features/dashboard/dashboard-outline.tsx', 'DashboardOutline'],
    }),
    outlinedPage({
      fileName: 'console.html',
      modules: consoleEntries,
      call: staffCheck.path,
      spares: check.path,
      outline: ['operator/frame/console-outline.tsx', 'ConsoleOutline'],
    }),
    compileWhole(),
    fetchFirst(),
    react(),
    tailwindcss(),
  ],
  server: { proxy: { '/api/': { target: server } } },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Names would be paid for on every page: the shell lists the files of all of them.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          // What every page needs travels as one file: it compresses better than its parts.
          groups: [
            { name: 'shell', tags: ['$initial'], test: (id) => !isSchema(id) },
            { name: dashboardChunk, debugName: 'dashboard' },
            { name: consoleChunk, debugName: 'console' },
          ],
        },
      },
      treeshake: {
        // A module of the shared rules does nothing by being loaded.
        moduleSideEffects: [{ test: /\/src\/shared\//, sideEffects: false }],
      },
    },
  },
})
