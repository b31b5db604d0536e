import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '#tests/server/free-ports.ts'
import { ensureBuilt } from '../scripts/lib/build.mjs'

const root = join(import.meta.dirname, '..')

/**
 * `npm start` with an empty data directory, packages and pages being there: seconds until the address is printed,
 * which includes making the database and its tables.
 */
export async function measureColdStart(): Promise<number> {
  await ensureBuilt()
  return inNewDirectory(secondsToReady)
}

/** The second `npm start` on the same data directory: the median of several, in seconds. */
export async function measureWarmStart({ rounds = 5 } = {}): Promise<number> {
  return inNewDirectory(async (dataDir) => {
    await secondsToReady(dataDir)
    const seconds: number[] = []
    for (let round = 0; round < rounds; round++) seconds.push(await secondsToReady(dataDir))
    return seconds.sort((a, b) => a - b)[Math.floor(rounds / 2)] as number
  })
}

/** Below the checkout, so that the database finds the same conditions as at home. */
async function inNewDirectory<T>(measure: (dataDir: string) => Promise<T>): Promise<T> {
  const parent = join(root, '.cache')
  mkdirSync(parent, { recursive: true })
  const directory = mkdtempSync(join(parent, 'bench-'))
  chmodSync(directory, 0o711)
  try {
    return await measure(join(directory, 'data'))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

async function secondsToReady(dataDir: string): Promise<number> {
  const port = await freePorts(6)
  const begun = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Once npm and everything it has started are gone: they all hold this pipe.
  const closed = once(npm, 'close')
  let output = ''
  const isReady = new Promise<number>((resolve) => {
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk
        if (output.includes('is ready at')) resolve((performance.now() - begun) / 1000)
      })
    }
  })
  const refused = closed.then(() => {
    throw new Error(`npm start did not get ready: ${output}`)
  })
  const seconds = await Promise.race([isReady, refused])
  npm.kill('SIGTERM')
  await closed
  return seconds
}
