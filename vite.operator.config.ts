import { defineConfig, mergeConfig } from 'vite'
import server from './vite.server.config.ts'

/** The operator's command line as one file of its own, beside the server's. */
export default mergeConfig(
  server,
  defineConfig({ build: { ssr: 'src/apps/operator/operator.ts', outDir: 'dist/operator' } }),
)
