// npm run test:browsers [-- NAME …]: walks through the product in Firefox and in WebKit, as Debian has them. A name is a
// browser's or a part of a walk's.
import { ensureBuilt } from './lib/build.mjs'
import { installFromDebian, onPath } from './lib/debian.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { node } from './lib/repository.mjs'
import { run } from './lib/run.mjs'

/** What each of Debian's packages brings. */
const programs = { 'firefox-esr': 'firefox-esr', 'webkit2gtk-driver': 'WebKitWebDriver', xvfb: 'Xvfb' }

main(async () => {
  await ensureInstalled()
  const missing = () => Object.keys(programs).filter((name) => !onPath([programs[name]]))
  if (missing().length > 0) await installFromDebian(...missing())
  if (missing().length > 0)
    throw new Error(`These walks need Debian's ${missing().join(', ')}: install them and start again.`)
  await ensureBuilt()
  return run(node, [
    '--import',
    './scripts/lib/quick-drizzle.mjs',
    'tests/browsers/main.ts',
    ...process.argv.slice(2),
  ])
})
