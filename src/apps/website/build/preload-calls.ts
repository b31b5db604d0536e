import type { Plugin } from 'vite'

/** Has the answer of a call under way before any code runs; the call itself, made as this one is, then takes it. */
const linkTo = (href: string) => ({ rel: 'preload', href, as: 'fetch', crossorigin: 'anonymous' })

/** The same as a line of a page. */
export const callLink = (path: string): string =>
  `    <link ${Object.entries(linkTo(path))
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}>\n`

/** Asks for what every page waits for together with the page. */
export function preloadCalls(calls: readonly { path: string }[]): Plugin {
  return {
    name: 'preload-calls',
    apply: 'build',
    transformIndexHtml: () =>
      calls.map(({ path }) => ({
        tag: 'link',
        attrs: linkTo(path),
        injectTo: 'head-prepend' as const,
      })),
  }
}
