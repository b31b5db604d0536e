import { defineConfig, mergeConfig } from 'vite'
import server from './vite.server.config.ts'

/** The thread that reads DMARC reports as one file of its own, beside the server's. */
export default mergeConfig(
  server,
  defineConfig({
    build: { ssr: 'src/features/health/server/dmarc/reading/reader-thread.ts', outDir: 'dist/reader' },
  }),
)
