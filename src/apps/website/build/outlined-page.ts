import type { Plugin, Rollup } from 'vite'
import { type Outline, withOutline } from './draw-outline.ts'
import { filesOf, stylesOf } from './files-of.ts'
import { callLink } from './preload-calls.ts'

interface OutlinedPage {
  /** As the server knows it (`base/http/website.ts`). */
  fileName: string
  /** Modules that the page needs in any case. */
  modules: readonly string[]
  /** The addresses of the calls that it waits for, the one that takes longest first. */
  calls: readonly string[]
  outline: Outline
}

/**
 * Writes another page beside index.html, which shows an outline at once and asks for its code and its calls together with
 * the code of every page: otherwise the browser learns of them only once the first files run. Its styles come within it:
 * a browser that sees it for the first time draws it one answer earlier. It is the same in everything else.
 */
export function outlinedPage(made: OutlinedPage): Plugin {
  const { fileName, modules, calls, outline } = made
  return {
    name: `outlined-page-${fileName}`,
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('There is no index.html to begin with.')
        const html = String(page.source)
        const files = filesOf(bundle, modules)
        const isNew = (file: string) => !html.includes(`/${file}"`)
        const code = files
          .filter(isNew)
          .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`)
        if (code.length === 0) throw new Error(`${fileName} has no code of its own.`)
        const styles = stylesOf(bundle, files)
          .filter(isNew)
          .map((file) => `    <link rel="stylesheet" crossorigin href="/${file}">\n`)
        const source = [
          ...stylesWithin(bundle, html),
          // Styles of its code stand last: the outline needs none of them, and would be drawn only once they are there.
          ['  </body>', `${styles.join('')}  </body>`],
          ['  </head>', `${[...calls.map(callLink), ...code].join('')}  </head>`],
        ].reduce(
          (page, [place = '', text = '']) => {
            if (!page.includes(place)) throw new Error(`index.html has no ${place}`)
            return page.replace(place, () => text)
          },
          await withOutline(html, outline),
        )
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
