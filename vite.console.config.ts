import { defineConfig } from 'vite'
import { getConfig } from '#features/brand/api/config.ts'
import { staffCheck } from '#features/staff/api/staff.ts'
import { compileWhole } from './src/apps/website/build/compile-whole.ts'
import { consoleChunk, consoleEntries } from './src/apps/website/build/console-chunk.ts'
import { consolePage } from './src/apps/website/build/console-page.ts'
import { website } from './src/apps/website/build/website.ts'

const built = website({
  name: 'console',
  calls: [staffCheck, getConfig],
  plugins: [
    consolePage(['ui/console/frame/console-outline.tsx', 'ConsoleOutline']),
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
