import type { Plugin } from 'vite'
import { isConsoleAddress } from '#base/console-address.ts'
import { type Outline, withOutline } from './draw-outline.ts'
import { fileOf } from './files-of.ts'

const start = 'src="./main.tsx"'
const consoleStart = '../console/main.tsx'

const withConsole = (html: string, module = consoleStart): string => {
  if (!html.includes(start)) throw new Error(`index.html has no ${start}`)
  return html.replace(start, `src="${module}"`)
}

/** In development one server has the pages of both sides, and the address says which is asked for. */
export function consoleInDevelopment(): Plugin {
  return {
    name: 'console-in-development',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { originalUrl = '' }) {
        const [path = ''] = originalUrl.split(/[?#]/, 1)
        return isConsoleAddress(path) ? withConsole(html, `/@fs${fileOf('apps/console/main.tsx')}`) : html
      },
    },
  }
}

const ofConsole = /\/src\/(?:(?:apps|ui)|features\/[\w-]+)\/console\//

/** No module of the console is part of the customers' build: whatever leads to one stops it. */
export function withoutConsole(): Plugin {
  return {
    name: 'without-console',
    apply: 'build',
    generateBundle(_options, bundle) {
      const all = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      const taken = all.filter((id) => ofConsole.test(id))
      if (taken.length > 0) this.error(`Customers' pages lead to the console: ${taken.join(', ')}`)
    },
  }
}

/** Writes `console.html` (as the server knows it, `base/http/website.ts`): index.html with the console's code and outline. */
export function consolePage(outline: Outline): Plugin {
  return {
    name: 'console-page',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: { order: 'pre', handler: (html) => withConsole(html) },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('There is no index.html to begin with.')
        delete bundle['index.html']
        const source = await withOutline(String(page.source), outline)
        this.emitFile({ type: 'asset', fileName: 'console.html', source })
      },
    },
  }
}
