// Part of npm run check: addresses, domains, codes and keys are not translated by browsers.

import { join } from 'node:path'
import { root } from '../repository.mjs'
import { checkTranslation } from './check-translation.mjs'

const problems = checkTranslation(join(root, 'src'))
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
