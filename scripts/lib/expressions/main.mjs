// Part of npm run check: no regular expression may take longer than in proportion to its text.

import { checkExpressions } from './check-expressions.mjs'

const problems = await checkExpressions()
for (const problem of problems) console.error(problem)
if (problems.length > 0)
  console.error(`\n${problems.length} regular expressions can be made slow by the text they are given.`)
process.exit(problems.length > 0 ? 1 : 0)
