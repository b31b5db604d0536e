import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Markup } from '../console/page.ts'

/** Nothing the pages need comes from elsewhere; forms may lead anywhere, since a tool's callback is elsewhere. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; box-sizing: border-box }
  main { width: 100%; max-width: 420px; box-sizing: border-box; padding: 32px; border: 1px solid #8886; border-radius: 4px; overflow-wrap: anywhere }
  h1 { font-size: 24px; line-height: 1.25; margin: 8px 0 16px } small { opacity: .75 }
  input[type=email], input[type=text], input[type=password] { width: 100%; box-sizing: border-box; font: inherit; padding: 8px; margin: 4px 0 12px }
  .buttons { display: flex; flex-wrap: wrap; gap: 8px; justify-content: flex-end; margin-top: 16px }
  button, input[type=submit] { font: inherit; padding: 6px 20px; min-height: 40px; cursor: pointer }
  [role=alert] { color: #c50f1f } @media (prefers-color-scheme: dark) { [role=alert] { color: #ff99a4 } }
`

/** The frame of the simulated hosts' pages: their own elements inside it, their colours and logos left out. */
export function signInPage(
  c: Context,
  { title, script, status = 200 }: { title: string; script?: string; status?: ContentfulStatusCode },
  body: Markup,
): Response | Promise<Response> {
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title}</title>
          <style>${raw(style)}</style>
          ${script ? raw(`<script>${script}</script>`) : ''}
        </head>
        <body><main><small>Sandbox: plays the real page</small>${body}</main></body>
      </html>`,
    status,
    headers,
  )
}

/** As a script's own literal: nothing in it can end the script. */
export const scriptLiteral = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** After a redesign: none of the elements that the page had. */
export const unknownPage = (c: Context) =>
  signInPage(
    c,
    { title: 'Welcome' },
    html`<h1>Welcome to the new way in</h1><form><label>Your work identity<input type="text" name="q7" /></label><button type="button">Onwards</button></form>`,
  )

/** Browsers let a page close only a window that a page has opened; any other is left empty. */
export const closingPage = (c: Context) =>
  signInPage(
    c,
    { title: 'Closing', script: "window.close(); location.replace('about:blank')" },
    html`<h1>This page closes itself.</h1>`,
  )
