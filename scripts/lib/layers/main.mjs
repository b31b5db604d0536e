// Part of npm run check: imports keep to the direction in layers.mjs, and make no circle.

import { join } from 'node:path'
import { root } from '../repository.mjs'
import { checkLayers } from './check-layers.mjs'

const problems = checkLayers(join(root, 'src'))
for (const problem of problems) console.error(problem)
if (problems.length > 0)
  console.error(
    '\nImports lead from what stands above to what stands below: see scripts/lib/layers/layers.mjs and docs/architecture.md.',
  )
process.exit(problems.length > 0 ? 1 : 0)
