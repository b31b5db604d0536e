import { html, raw } from 'hono/html'

/** What a template hands on: escaped already, put into another one as it is. */
export type Markup = ReturnType<typeof html>

/** The frame of every page the sandbox shows. Styles and script are files, so that no page runs inline code. */
export function page(title: string, body: Markup, options: { script?: boolean; narrow?: boolean } = {}) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="/_console/sandbox.css" />
        <link rel="icon" href="/_console/icon.svg" type="image/svg+xml" />
        ${options.script ? raw('<script src="/_console/sandbox.js" defer></script>') : ''}
      </head>
      <body class="${options.narrow ? 'narrow' : ''}">
        ${body}
      </body>
    </html>`
}

export const pageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
