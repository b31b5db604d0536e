import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { ServerMessage } from '../main.ts'
import { testSecretsKeys } from './test-keys.ts'

export interface TestWorker {
  kill(signal: NodeJS.Signals): Promise<void>
}

const root = join(import.meta.dirname, '../../..')

/**
 * A worker as a process of its own, on a test's database and sandbox; ended after the file's last test.
 * @throws Error with what it said when it refuses to start
 */
export async function startTestWorker({
  databaseUrl,
  sandboxPort,
}: {
  databaseUrl: string
  sandboxPort: number
}): Promise<TestWorker> {
  const dataDir = mkdtempSync('/tmp/inboxyard-worker-')
  const child: ChildProcess = spawn(
    process.execPath,
    [
      '--import',
      './scripts/lib/quick-drizzle.mjs',
      '--import',
      './scripts/lib/end-with-parent.mjs',
      'src/server/main.ts',
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        ROLE: 'worker',
        DATABASE_URL: databaseUrl,
        SECRETS_KEYS: testSecretsKeys,
        SANDBOX: 'on',
        SANDBOX_PORT: String(sandboxPort),
        LIMITS_SCALE: '1000',
        DEMO: 'off',
        DATA_DIR: dataDir,
        LOG_FILE: join(dataDir, 'worker.log'),
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  )
  async function kill(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  afterAll(async () => {
    await kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk
  })
  await new Promise<void>((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(complaint.trim() || `The worker ended with ${code}.`)))
    child.on('message', (message: ServerMessage) => {
      if (message.type === 'ready') resolve()
    })
  })
  return { kill }
}
