// Prints what the product's code costs its reader. Part of npm run check: it fails where the longest file or the casts get
// worse than limits.json says; what got better is written down there by hand. Circles are the layers' part.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../repository.mjs'
import { countProduct } from './count.mjs'

const figures = countProduct(join(root, 'src'))
const limits = JSON.parse(readFileSync(new URL('limits.json', import.meta.url), 'utf8'))
const worse = Object.keys(limits).filter((key) => figures[key] > limits[key])
if (worse.length > 0 || !process.argv.includes('--check')) console.table(figures)
for (const key of worse)
  console.error(`${key} is ${figures[key]}: more than the ${limits[key]} in scripts/lib/figures/limits.json.`)
process.exit(worse.length > 0 ? 1 : 0)
