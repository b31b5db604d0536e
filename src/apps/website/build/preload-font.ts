import type { Plugin } from 'vite'

/** Asks for a font together with the page instead of after its styles. `file` is the start of its name. */
export function preloadFont(file: string): Plugin {
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
