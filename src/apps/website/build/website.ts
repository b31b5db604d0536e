import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { PluginOption, Rolldown, UserConfig } from 'vite'
import { browserFloor } from './browser-floor.ts'
import { fetchFirst } from './fetch-first.ts'
import { ofBothSides } from './files-of.ts'
import { lightenRouter } from './lighten-router.ts'
import { preloadCalls } from './preload-calls.ts'
import { preloadFont } from './preload-font.ts'
import { startGuard } from './start-guard.ts'
import { stripEndpointSchemas } from './strip-endpoint-schemas.ts'

interface Website {
  /** Where it is built to, below `dist`. */
  name: string
  /** The calls that every page of it waits for. */
  calls: readonly { path: string }[]
  plugins: PluginOption[]
  /** Which modules travel together. */
  groups: Rolldown.CodeSplittingGroup[]
}

/**
 * What the customers' pages and the console are both built with. They are built apart, each with what it needs of the
 * modules that both use: as few files as each wants, and none for the sake of the other.
 */
export const website = ({ name, calls, plugins, groups }: Website): UserConfig => ({
  root: 'src/apps/website',
  plugins: [
    stripEndpointSchemas(),
    lightenRouter(),
    preloadFont('geist-latin-wght-normal'),
    preloadCalls(calls),
    startGuard(),
    plugins,
    fetchFirst(),
    react(),
    tailwindcss(),
  ],
  build: {
    outDir: `../../../dist/${name}`,
    emptyOutDir: true,
    target: browserFloor,
    sourcemap: false,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Names would be paid for on every page: the shell lists the files of all of them.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: { includeDependenciesRecursively: false, groups },
      },
      treeshake: {
        moduleSideEffects: [{ test: ofBothSides, sideEffects: false }],
      },
    },
  },
})
