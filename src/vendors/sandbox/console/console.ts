import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { actionForm, sectionMarkup, slugOf } from './markup.ts'
import { ownSections } from './own-sections.ts'
import { type Markup, page, pageHeaders } from './page.ts'
import type { ConsoleAction, ConsoleSection } from './sections.ts'
import type { ConsoleSource } from './source.ts'

/** Rows of a section on the whole page; its own page shows all that the vendor lists. */
const rowsTogether = 12

const assets: Record<string, string> = {
  'sandbox.css': 'text/css; charset=utf-8',
  'sandbox.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}

/** The page at `/`: everything the vendors hold, and buttons for what happens at vendors by itself or by people. */
export function createConsole(source: ConsoleSource): Hono {
  const console = new Hono()

  console.get('/', (c) => {
    const sections = [...vendorSections(source), ...ownSections(source)]
    const only = c.req.query('section')
    const shown = only ? sections.filter((section) => slugOf(section) === only) : sections
    return c.html(consolePage(source, sections, shown, only !== undefined), 200, pageHeaders)
  })

  /** Cheap to ask every few seconds: whether the page would read differently. */
  console.get('/_console/state', ({ text }) =>
    text(
      [
        source.world.store.changes(),
        source.requests.at(-1)?.at,
        source.world.faults.list().length,
        source.latencyMs(),
      ].join(' '),
    ),
  )

  for (const [name, type] of Object.entries(assets)) {
    const content = readFileSync(new URL(`./assets/${name}`, import.meta.url))
    console.get(
      `/_console/${name}`,
      () =>
        new Response(content, {
          headers: { 'content-type': type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
        }),
    )
  }
  return console
}

/** A vendor whose section cannot be made is said to be broken; the rest of the page stays. */
function vendorSections({ world, vendors }: ConsoleSource): ConsoleSection[] {
  return vendors.flatMap((vendor) => {
    try {
      return vendor.sections?.() ?? []
    } catch (error) {
      world.log(`${vendor.name}: ${String(error)}`)
      return [
        {
          title: vendor.name,
          columns: [],
          rows: [],
          empty: 'This vendor’s state cannot be shown; the log says why.',
        },
      ]
    }
  })
}

const clockActions: ConsoleAction[] = [
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
  ['30 days', 30 * 86_400_000],
].map(([label, advanceMs]) => ({
  label: `+ ${label}`,
  path: '/_clock' as const,
  values: { advanceMs: Number(advanceMs) },
}))

function consolePage(
  source: ConsoleSource,
  sections: readonly ConsoleSection[],
  shown: readonly ConsoleSection[],
  isSingle: boolean,
): Markup {
  const now = new Date(source.world.now()).toISOString()
  return page(
    'Sandbox',
    html`<header class="top">
        <h1>Sandbox</h1>
        <span class="muted">plays every third party; no money, no mail leaves it</span>
        <div class="clock">
          <time datetime="${now}" class="muted">${now.slice(0, 16).replace('T', ' ')} UTC</time>
          ${clockActions.map((action) => actionForm(action))}
        </div>
      </header>
      <div class="layout">
        <nav class="side" aria-label="Sections">
          <ul>
            ${isSingle ? html`<li><a href="/">Everything</a></li>` : ''}
            ${sections.map(
              (section) => html`<li>
                <a href="${isSingle ? `/?section=${slugOf(section)}` : `#${slugOf(section)}`}">
                  ${section.title}<span class="count">${section.total ?? section.rows.length}</span>
                </a>
              </li>`,
            )}
          </ul>
        </nav>
        <main class="console">
          ${isSingle ? '' : html`<input type="search" class="search" aria-label="Search sections" placeholder="Search names, addresses, titles" autocomplete="off" spellcheck="false" />`}
          <div class="sections">
          ${shown.map((section) => sectionMarkup(section, isSingle ? Number.POSITIVE_INFINITY : rowsTogether, isSingle))}
          </div>
          <p class="nothing muted" hidden>Nothing has these words.</p>
        </main>
      </div>
      <div class="status" role="status"></div>
      <noscript><p class="status bad">The buttons here need JavaScript.</p></noscript>`,
    { script: true },
  )
}
