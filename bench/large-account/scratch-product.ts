import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sandboxBeside } from '#apps/server/launch.ts'
import { openDependencies } from '#apps/server/open-dependencies.ts'
import { type Config, loadConfig } from '#base/config/config.ts'
import { createLog } from '#base/telemetry/log.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { freePorts } from '#tests/server/free-ports.ts'
import { openSandbox, type SandboxAtHand } from './sandbox-at-hand.ts'

const root = join(import.meta.dirname, '../..')

/** Starts the sandbox that belongs to a configuration, as a process that ends with the answered function. */
export async function startSandbox(config: Config): Promise<() => Promise<void>> {
  const child = spawn(
    process.execPath,
    ['--import', './scripts/lib/end-with-parent.mjs', 'src/vendors/sandbox/main.ts'],
    {
      cwd: root,
      env: { ...process.env, ...sandboxBeside(config)?.env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  const exit = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    exit.then(() => Promise.reject(new Error('The sandbox did not start; it has said why above.'))),
  ])
  return async () => {
    child.kill('SIGTERM')
    await exit
  }
}

/**
 * A product of its own with a sandbox in which nothing takes time, for as long as the work takes; nothing of it
 * remains.
 */
export async function withScratchProduct<Result>(
  work: (deps: Dependencies, sandbox: SandboxAtHand) => Promise<Result>,
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'inboxyard-demo-'))
  // The database's account has to get through.
  chmodSync(directory, 0o711)
  const undo: (() => unknown)[] = [() => rmSync(directory, { recursive: true, force: true })]
  try {
    const config = loadConfig({
      PORT: String(await freePorts(6)),
      DATA_DIR: join(directory, 'data'),
      SANDBOX: 'on',
      SANDBOX_DELAYS_SCALE: '0',
      LIMITS_SCALE: '10000',
      RETIRE_PER_HOUR: '1000000',
      DEMO: 'off',
    })
    undo.push(await startSandbox(config))
    const { deps, close } = await openDependencies({ config, log: createLog('error'), whenOwned: 'join' })
    undo.push(close)
    using sandbox = openSandbox(config)
    return await work(deps, sandbox)
  } finally {
    for (const step of undo.reverse()) await step()
  }
}
