import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const root = join(import.meta.dirname, 'reference-page')
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

/** Builds the page that the workspace is compared with, and serves it with these orders (JSON) in it. */
export async function serveReferencePage(orders: string): Promise<{ url: string; stop(): void }> {
  const parent = join(root, '../../.cache')
  mkdirSync(parent, { recursive: true })
  const outDir = mkdtempSync(join(parent, 'reference-'))
  await build({
    root,
    configFile: false,
    base: './',
    logLevel: 'warn',
    mode: 'production',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2023' },
  })
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/orders.json') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(orders)
      return
    }
    try {
      const file = join(outDir, url === '/' ? 'index.html' : url)
      const content = readFileSync(file)
      response
        .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
        .end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop() {
      server.close()
      server.closeAllConnections()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
