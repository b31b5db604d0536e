import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerMessage } from '#apps/server/main.ts'
import { ensureServerBuilt } from '../../scripts/lib/build.mjs'
import { leanEnvironment, leanFlags } from '../../scripts/lib/lean-process.mjs'
import { freePorts } from './free-ports.ts'

/** The product as a person runs it: real processes, a real port, a data directory of its own. */
export interface TestProduct {
  /** Where it answers. */
  url: string
  port: number
  dataDir: string
  server: ChildProcess
  /** Where it was asked for. */
  sandbox: ChildProcess | undefined
  /** Milliseconds from the first process to the first answered request. */
  startedInMs: number
  /** Ends the server this way and waits for it. The sandbox stays. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** Starts the server again, on the same data. */
  restart(): Promise<void>
  /** Ends everything and removes the data. */
  stop(): Promise<void>
  log(): string
}

export interface TestProductOptions {
  env?: Record<string, string>
  /** Starts the sandbox beside it. */
  sandbox?: boolean
}

const root = join(import.meta.dirname, '../..')

/** @throws Error with what the server said when it refuses to start */
export async function startTestProduct({
  env = {},
  sandbox = false,
}: TestProductOptions = {}): Promise<TestProduct> {
  await ensureServerBuilt()
  const directory = mkdtempSync('/tmp/inboxyard-product-')
  chmodSync(directory, 0o711)
  const dataDir = join(directory, 'data')
  // The sandbox's five ports follow.
  const port = await freePorts(6)
  const environment = { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...env }
  const children: ChildProcess[] = []

  function launch(file: string, more: Record<string, string> = {}): ChildProcess {
    const preload = './scripts/lib/end-with-parent.mjs'
    const child = spawn(process.execPath, [...leanFlags, '--import', preload, file], {
      cwd: root,
      env: { ...leanEnvironment, ...environment, ...more },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    children.push(child)
    return child
  }

  let ownSandbox: ChildProcess | undefined
  let sandboxReady: Promise<unknown> = Promise.resolve()
  async function launchServer(): Promise<ChildProcess> {
    const server = launch('dist/server/main.js')
    let complaint = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      complaint += chunk
    })
    await new Promise<void>((resolve, reject) => {
      server.on('exit', (code) => reject(new Error(complaint.trim() || `The server ended with ${code}.`)))
      server.on('message', (message: ServerMessage) => {
        if (message.type === 'owned' && sandbox && message.sandbox && children.length === 1) {
          ownSandbox = launch('src/vendors/sandbox/main.ts', message.sandbox.env)
          sandboxReady = once(ownSandbox, 'message')
        }
        if (message.type === 'ready') resolve()
      })
    })
    await sandboxReady
    return server
  }

  const begun = performance.now()
  const product: TestProduct = {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    server: await launchServer(),
    sandbox: ownSandbox,
    startedInMs: 0,
    async kill(signal) {
      await end(product.server, signal)
    },
    async restart() {
      product.server = await launchServer()
    },
    async stop() {
      await end(product.server, 'SIGTERM')
      for (const child of children) await end(child, 'SIGTERM')
      rmSync(directory, { recursive: true, force: true })
    },
    log: () => readFileSync(join(dataDir, 'inboxyard.log'), 'utf8'),
  }
  product.startedInMs = performance.now() - begun
  return product
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}
