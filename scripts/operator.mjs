// npm run operator: the operator's command line. As one file it starts in half the time, if what was built is of these
// very sources; otherwise they are run as they are. An image has no sources, only what was built.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { builtOperator } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { node, root } from './lib/repository.mjs'
import { run } from './lib/run.mjs'

main(async () => {
  if (!existsSync(join(root, 'src')))
    return run(process.execPath, [join(root, 'dist', 'operator', 'operator.js'), ...process.argv.slice(2)])
  await ensureInstalled()
  const built = builtOperator()
  const program = built
    ? [built]
    : ['--import', './scripts/lib/quick-drizzle.mjs', join('src', 'apps', 'operator', 'operator.ts')]
  return run(node, [...program, ...process.argv.slice(2)])
})
