import { defineConfig } from 'vite'
import { getConfig } from '#shared/api/config.ts'
import { staffCheck } from '#shared/api/staff.ts'
import { compileWhole } from './src/web/build/compile-whole.ts'
import { consoleChunk, consoleEntries } from './src/web/build/console-chunk.ts'
import { consolePage } from './src/web/build/console-page.ts'
import { website } from './src/web/build/website.ts'

const built = website({
  name: 'console',
  calls: [staffCheck, getConfig],
  plugins: [
    consolePage(['operator/frame/console-outline.tsx', 'ConsoleOutline']),
    compileWhole(consoleEntries),
  ],
  groups: [{ name: consoleChunk, debugName: 'console' }],
})

/** The staff's console. What lies beside the pages (`public`) is the customers' build's. */
export default defineConfig({
  ...built,
  publicDir: false,
  // One large file is what is wanted.
  build: { ...built.build, chunkSizeWarningLimit: 1_000 },
})
