import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { childEnvironment, node, root } from './repository.mjs'

/** Vite's own server for the pages; it hands calls of the API on to the product. */
export function servePages() {
  // Above the sandbox's ports, which follow the product's.
  const port = Number(process.env.PORT || 3000) + 10
  const vite = spawn(
    node,
    [
      join('node_modules', 'vite', 'bin', 'vite.js'),
      '--port',
      String(port),
      '--strictPort',
      '--logLevel',
      'warn',
    ],
    { cwd: root, env: childEnvironment(), stdio: ['ignore', 'inherit', 'inherit'] },
  )
  vite.on('exit', (code) => {
    if (code) process.kill(process.pid, 'SIGTERM')
  })
  return { url: `http://localhost:${port}`, stop: () => vite.kill() }
}
