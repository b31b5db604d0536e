import type { Plugin, Rollup } from 'vite'
import { dashboardEntries } from './dashboard-chunk.ts'
import { dashboardCallLink } from './preload-calls.ts'

/** The page as it is served to whoever is signed in and asks for the dashboard. */
const fileName = 'dashboard.html'

/**
 * Writes a second page that asks for the dashboard's code and orders together with its own code: otherwise the browser
 * learns of them only once the first files run. It is the same page in everything else.
 */
export function dashboardHtml(): Plugin {
  return {
    name: 'dashboard-html',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('There is no index.html to begin with.')
        const html = String(page.source)
        const links = filesOf(bundle, dashboardEntries)
          .filter((file) => !html.includes(`/${file}"`))
          .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`)
        const source = html.replace('  </head>', `${dashboardCallLink}${links.join('')}  </head>`)
        if (links.length === 0 || source === html) throw new Error('The dashboard has no code of its own.')
        this.emitFile({ type: 'asset', fileName, source })
      },
    },
  }
}

/** The files that have to be there before these modules run. */
function filesOf(bundle: Rollup.OutputBundle, modules: readonly string[]): string[] {
  const files = new Set<string>()
  const add = (file: string): void => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || files.has(file)) return
    files.add(file)
    chunk.imports.forEach(add)
  }
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && modules.includes(chunk.facadeModuleId ?? '')) add(chunk.fileName)
  return [...files]
}
