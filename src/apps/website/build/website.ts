import { readFile } from 'node:fs/promises'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { PluginOption, Rolldown, UserConfig } from 'vite'
import { minifySync, type Plugin, transformWithOxc } from 'vite'
import { browserFloor } from './browser-floor.ts'
import { fetchFirst } from './fetch-first.ts'
import { fileOf, ofBothSides } from './files-of.ts'
import { preloadCalls } from './preload-calls.ts'
import { stripEndpointSchemas } from './strip-endpoint-schemas.ts'

const naming = /^\w+\.displayName = .*;$/gm
/** As a statement: what it says in the browser's console is for developers, and nobody reads it there. */
const warning = /^(\t{1,9})(warning(?:Once)?\()/gm
const making = /^(const \w+ = )(React\$1\.(?:forwardRef|createContext)\()/gm

/**
 * Lets the build leave out the components of the router that no page uses, forms above all: their names for developers'
 * tools count as use, and so does making them, as long as nothing says that it does nothing else. Its warnings to
 * developers stay away as well: a part of every page's first file.
 */
function lightenRouter(): Plugin {
  return {
    name: 'lighten-router',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\//, code: /\.displayName|\bwarning/ },
      handler: (code) => ({
        code: code
          .replace(naming, '')
          .replace(making, '$1/* @__PURE__ */ $2')
          .replace(warning, '$1/* @__PURE__ */ $2'),
        map: null,
      }),
    },
  }
}

/** Asks for a font together with the page instead of after its styles. `file` is the start of its name. */
function preloadFont(file: string): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const built = Object.keys(bundle ?? {}).find((name) => name.includes(`/${file}`))
        if (!built) throw new Error(`No styles use a font file ${file}`)
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', href: `/${built}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head-prepend',
          },
        ]
      },
    },
  }
}

const file = fileOf('apps/website/start-guard.ts')

/** Puts the script that runs before every file of the build into the page; the server names its hash in the policy. */
function startGuard(): Plugin {
  return {
    name: 'start-guard',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler() {
        const { code } = await transformWithOxc(await readFile(file, 'utf8'), file, { target: 'es2015' })
        const { code: children } = minifySync('start-guard.js', code, { compress: { target: 'es2015' } })
        if (/<[/!s]/.test(children)) throw new Error('The script in the page has what may end it.')
        return [{ tag: 'script', children, injectTo: 'head-prepend' }]
      },
    },
  }
}

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
