// For the configurations of Vitest and Playwright, which need the Node that the product brings. Where the machine's own
// is older, and they were started by their path instead of through npm, they are started again.
import { spawnSync } from 'node:child_process'
import { childEnvironment, node } from './repository.mjs'

if (Number.parseInt(process.versions.node, 10) < 24) {
  const { status } = spawnSync(node, process.argv.slice(1), { stdio: 'inherit', env: childEnvironment() })
  process.exit(status ?? 1)
}
