import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createSandbox } from './sandbox.ts'

/** The sandbox as a process of its own, set up by its environment. */
async function main(): Promise<void> {
  const port = integerOf('SANDBOX_PORT', 3001)
  const dataDir = process.env.SANDBOX_DATA_DIR ?? './data/sandbox'
  mkdirSync(dataDir, { recursive: true })
  const sandbox = createSandbox({
    storePath: join(dataDir, 'sandbox.sqlite'),
    productUrl: process.env.PRODUCT_URL?.replace(/\/$/, ''),
    stripeWebhookSecret: process.env.STRIPE_WEBHOOK_SECRET,
    latencyMs: integerOf('SANDBOX_LATENCY_MS', 0),
    delayScale: numberOf('SANDBOX_DELAYS_SCALE', 1),
    limitsScale: numberOf('LIMITS_SCALE', 1),
    log: (line) => console.log(line),
  })

  let stopping = false
  async function stop(): Promise<void> {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), 10_000).unref()
    await sandbox.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())

  await sandbox.listen(port).catch((error: unknown) => {
    throw explainListenError(error, port)
  })
  sandbox.start()
  const others = Object.entries(sandbox.ports).map(([name, number]) => `${name} ${number}`)
  process.send?.({ type: 'ready' })
  console.log(`The sandbox is ready at ${sandbox.origin} (${others.join(', ')}).`)
}

function numberOf(name: string, fallback: number): number {
  const text = process.env[name]
  const value = text === undefined || text === '' ? fallback : Number(text)
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} must be a number, not "${text}".`)
  return value
}

function integerOf(name: string, fallback: number): number {
  const value = numberOf(name, fallback)
  if (!Number.isInteger(value)) throw new Error(`${name} must be a whole number.`)
  return value
}

function explainListenError(error: unknown, mainPort: number): unknown {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code !== 'EADDRINUSE') return error
  return new Error(
    `The sandbox needs port ${port ?? mainPort}, which another program uses. Set SANDBOX_PORT (now ${mainPort}) so that it and the four ports after it are free.`,
  )
}

main().catch((error: unknown) => {
  // A refusal is a sentence for the person who started us; a surprise comes with its stack.
  console.error(error instanceof Error && error.constructor === Error ? error.message : error)
  process.exit(1)
})
