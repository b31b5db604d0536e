// npm run check: types, lint, format and the borders between the folders.

import { runChecks } from './lib/checks.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'

main(async () => {
  await ensureInstalled()
  return (await runChecks()) ? 0 : 1
})
