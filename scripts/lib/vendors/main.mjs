// npm run vendors: writes docs/vendors.md from the adapters' tables. With --check, part of npm run check: compares it.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vendorsPage } from '../../../src/vendors/client/vendors-page.ts'
import { root } from '../repository.mjs'

const file = join(root, 'docs', 'vendors.md')
if (!process.argv.includes('--check')) writeFileSync(file, vendorsPage())
else if (readFileSync(file, 'utf8') !== vendorsPage()) {
  console.error('docs/vendors.md is not what the adapters do: npm run vendors writes it anew.')
  process.exitCode = 1
}
