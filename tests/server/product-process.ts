import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ServerMessage } from '#apps/server/main.ts'
import { ensureServerBuilt } from '../../scripts/lib/build.mjs'
import { freePorts } from './free-ports.ts'
import { testSecretsKeys } from './test-keys.ts'
import type { TestWorld } from './test-world.ts'

const root = join(import.meta.dirname, '../..')

/** One process of the product, web, worker or connect, on a world's database and third parties. */
export interface ProductProcess {
  /** Where a web process answers. */
  url: string
  pid: number
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Ends it without warning. */
  kill(): Promise<void>
  /** Ends it as a deploy does; returns its exit code. */
  stop(): Promise<number | null>
  log(): string
}

/** So short that a test need not wait for what a killed process held. */
const leaseSeconds = 2

/** Starts one as it is built for customers, and waits until it is ready. It ends with the test at the latest. */
export async function startProcess(
  { database, deps }: { database: { url: string }; deps: Pick<TestWorld['deps'], 'config'> },
  role: 'web' | 'worker' | 'connect',
  env: Record<string, string> = {},
): Promise<ProductProcess> {
  await ensureServerBuilt()
  const directory = mkdtempSync('/tmp/inboxyard-process-')
  const port = await freePorts(1)
  const logFile = join(directory, 'log')
  const child = spawn(
    process.execPath,
    ['--import', './scripts/lib/end-with-parent.mjs', 'dist/server/main.js'],
    {
      cwd: root,
      env: {
        ...process.env,
        ROLE: role,
        PORT: String(port),
        PUBLIC_URL: deps.config.publicUrl,
        DATA_DIR: directory,
        LOG_FILE: logFile,
        DATABASE_URL: database.url,
        DATABASE_POOL_SIZE: '8',
        SECRETS_KEYS: testSecretsKeys,
        SANDBOX: 'on',
        SANDBOX_PORT: String(deps.config.sandbox?.port),
        LIMITS_SCALE: String(deps.config.limitsScale),
        LEASE_SECONDS: String(leaseSeconds),
        DEMO: 'off',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  )
  const exit = once(child, 'exit')
  const kill = async () => {
    if (isRunning(child)) child.kill('SIGKILL')
    await exit
  }
  onTestFinished(async () => {
    await kill()
    rmSync(directory, { recursive: true, force: true })
  })
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk
  })
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message: ServerMessage) => message.type === 'ready' && resolve())
    child.on('exit', (code) => reject(new Error(complaint.trim() || `It ended with ${code}.`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    signal: (signal) => void child.kill(signal),
    kill,
    async stop() {
      child.kill('SIGTERM')
      await exit
      return child.exitCode
    },
    log: () => readFileSync(logFile, 'utf8'),
  }
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null
