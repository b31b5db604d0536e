import react from '@vitejs/plugin-react'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Plugin, type Rollup, runnerImport } from 'vite'
import { fileOf } from './dashboard-chunk.ts'
import { filesOf, stylesOf } from './files-of.ts'
import { callLink } from './preload-calls.ts'

interface OutlinedPage {
  /** As the server knows it (`http/website.ts`). */
  fileName: string
  /** Modules that the page needs in any case. */
  modules: readonly string[]
  /** The address of a call that it waits for, and of one that every other page makes and it does not. */
  call: string
  spares?: string
  /** Whether its styles come within the page: a browser that sees it for the first time draws it one answer earlier. */
  holdsStyles?: boolean
  /** A component, as file and name, that stands there until the page can be drawn. */
  outline: [file: string, name: string]
}

/**
 * Writes another page beside index.html, which shows an outline at once and asks for its code and its call together with
 * the code of every page: otherwise the browser learns of them only once the first files run. It is the same in
 * everything else.
 */
export function outlinedPage(made: OutlinedPage): Plugin {
  const { fileName, modules, call, spares, holdsStyles, outline } = made
  return {
    name: `outlined-page-${fileName}`,
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('There is no index.html to begin with.')
        // A call stands in a line of its own.
        const isSpared = (line: string) => spares !== undefined && line.includes(`href="${spares}"`)
        const lines = String(page.source).split('\n')
        const html = lines.filter((line) => !isSpared(line)).join('\n')
        const files = filesOf(bundle, modules)
        const isNew = (file: string) => !html.includes(`/${file}"`)
        const links = [
          ...stylesOf(bundle, files)
            .filter(isNew)
            .map((file) => `    <link rel="stylesheet" crossorigin href="/${file}">\n`),
          ...files
            .filter(isNew)
            .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`),
        ]
        if (links.length === 0) throw new Error(`${fileName} has no code of its own.`)
        const source = [
          ...(holdsStyles ? stylesWithin(bundle, html) : []),
          ['  </head>', `${[callLink(call), ...links].join('')}  </head>`],
          ['<div id="root"></div>', `<div id="root">${await drawn(outline)}</div>`],
        ].reduce((page, [place = '', text = '']) => {
          if (!page.includes(place)) throw new Error(`index.html has no ${place}`)
          return page.replace(place, () => text)
        }, html)
        this.emitFile({ type: 'asset', fileName, source })
      },
    },
  }
}

/**
 * Puts the one file of styles into the page. It is asked for all the same: the code that comes later looks for it.
 * Returns what is replaced by what.
 */
function stylesWithin(bundle: Rollup.OutputBundle, html: string): [place: string, text: string][] {
  const [link = '', file = ''] = /<link rel="stylesheet"(?: crossorigin)? href="\/([^"]+)">/.exec(html) ?? []
  const asset = bundle[file]
  if (asset?.type !== 'asset') throw new Error('index.html asks for no styles.')
  return [
    [link, `<style>${String(asset.source)}</style>`],
    ['  </body>', `    ${link}\n  </body>`],
  ]
}

/** An outline as it is drawn before any code runs. */
async function drawn([file, name]: OutlinedPage['outline']): Promise<string> {
  const { module } = await runnerImport<Record<string, ComponentType>>(fileOf(file), {
    configFile: false,
    plugins: [react()],
    logLevel: 'warn',
  })
  const Outline = module[name]
  if (!Outline) throw new Error(`${file} has no ${name}.`)
  return renderToStaticMarkup(createElement(Outline))
}
