// node scripts/run.mjs <file.ts> …: runs a program of this repository on the product's Node.
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { node } from './lib/repository.mjs'
import { run } from './lib/run.mjs'

main(async () => {
  await ensureInstalled()
  return run(node, ['--import', './scripts/lib/quick-drizzle.mjs', ...process.argv.slice(2)])
})
