import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts } from '../../server/free-ports.ts'
import { folderForRun, removeAbandoned } from '../../server/place-for-runs.ts'

const readyWithinMs = 120_000

/**
 * Starts the product as a customer of the repository would, on free ports and with data of its own, and ends it
 * after the last test. The environment it runs in is left in `process.env` for the fixtures.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  removeAbandoned('e2e')
  Object.assign(process.env, {
    ...(await freePlace()),
    HELP_URL: 'https://help.example.com',
    LOG_LEVEL: 'warn',
    // Dozens of journeys in a few minutes search as much as a customer does in a day.
    LIMITS_SCALE: '100',
    // Nor do they wait as long for vendors.
    SANDBOX_DELAYS_SCALE: '0',
  })
  return (await runProduct(process.env)).stop
}

/** Ports and a folder for data that nobody has. */
export async function freePlace(): Promise<Record<'PORT' | 'SANDBOX_PORT' | 'DATA_DIR', string>> {
  const dataDir = folderForRun('e2e')
  const [port, sandboxPort] = [await freePorts(1), await freePorts(6)]
  return { PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir }
}

interface RunningProduct {
  /** Ends it and removes its data. */
  stop: () => Promise<void>
  /** What it has said so far. */
  said: () => string
}

/** Runs the product in a place of its own, as a customer of the repository would. */
export async function runProduct(env: NodeJS.ProcessEnv): Promise<RunningProduct> {
  // It ends with us, even when we are killed.
  const product = spawn(
    process.execPath,
    ['--import', './scripts/lib/end-with-parent.mjs', 'scripts/start.mjs'],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], env },
  )
  let said = ''
  product.stdout?.on('data', (part: Buffer) => {
    said += part.toString()
    process.stdout.write(part)
  })
  const ended = once(product, 'exit')
  const stop = async () => {
    product.kill('SIGTERM')
    await ended
    rmSync(env.DATA_DIR ?? '', { recursive: true, force: true })
  }
  await Promise.race([
    untilReady(`http://127.0.0.1:${env.PORT}/api/health`),
    ended.then(() => Promise.reject(new Error('The product ended before it was ready.'))),
  ]).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { stop, said: () => said }
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + readyWithinMs
  while (Date.now() < deadline) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await delay(100)
  }
  throw new Error(`The product did not answer within ${readyWithinMs / 1000} s.`)
}
