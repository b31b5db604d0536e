import react from '@vitejs/plugin-react'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Plugin, type Rollup, runnerImport } from 'vite'
import { fileOf } from './dashboard-chunk.ts'
import { dashboardFiles } from './dashboard-files.ts'
import { dashboardCallLink } from './preload-calls.ts'

/** The page as it is served to a signed-in customer who asks for the dashboard. */
const fileName = 'dashboard.html'

/**
 * Writes a second page, which shows the dashboard's outline at once and asks for its code and orders together with its
 * own code: otherwise the browser learns of them only once the first files run. It is the same in everything else.
 */
export function dashboardHtml(): Plugin {
  return {
    name: 'dashboard-html',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('There is no index.html to begin with.')
        const html = String(page.source)
        const links = dashboardFiles(bundle)
          .filter((file) => !html.includes(`/${file}"`))
          .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`)
        if (links.length === 0) throw new Error('The dashboard has no code of its own.')
        const styles = stylesOf(bundle, html)
        const source = [
          // Within the page the styles are there as soon as the outline is. The file is asked for all the same: the
          // code that comes later looks for it.
          [styles.link, `<style>${styles.text}</style>`],
          ['  </body>', `    ${styles.link}\n  </body>`],
          ['  </head>', `${dashboardCallLink}${links.join('')}  </head>`],
          ['<div id="root"></div>', `<div id="root">${await outline()}</div>`],
        ].reduce((page, [place = '', text = '']) => {
          if (!page.includes(place)) throw new Error(`index.html has no ${place}`)
          return page.replace(place, () => text)
        }, html)
        this.emitFile({ type: 'asset', fileName, source })
      },
    },
  }
}

/** The one file of styles and how a page asks for it. */
function stylesOf(bundle: Rollup.OutputBundle, html: string): { text: string; link: string } {
  const [link = '', file = ''] = /<link rel="stylesheet"(?: crossorigin)? href="\/([^"]+)">/.exec(html) ?? []
  const asset = bundle[file]
  if (asset?.type !== 'asset') throw new Error('index.html asks for no styles.')
  return { text: String(asset.source), link }
}

/** The dashboard's outline as it is drawn before any code runs. */
async function outline(): Promise<string> {
  const { module } = await runnerImport<{ DashboardOutline: ComponentType }>(
    fileOf('features/dashboard/dashboard-outline.tsx'),
    { configFile: false, plugins: [react()], logLevel: 'warn' },
  )
  return renderToStaticMarkup(createElement(module.DashboardOutline))
}
