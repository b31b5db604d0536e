import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { type Config, ConfigError, loadConfig } from '#base/config/config.ts'
import { hasDuty } from '#base/config/roles.ts'
import { errorCode } from '#base/error-code.ts'
import { keepReleaseFiles } from '#base/http/release-files.ts'
import { createLog, openLogDestination } from '#base/telemetry/log.ts'
import { serveMetrics } from '#base/telemetry/serve-metrics.ts'
import { freeLeases } from '#delivery/provisioning/lease.ts'
import { warmVendors } from '#vendors/client/warm-vendors.ts'
import { ensureDemoAccounts } from '../demo/demo-accounts.ts'
import { ensureDemoStaff } from '../demo/demo-staff.ts'
import { startDemo } from '../demo/start-demo.ts'
import { keepVendorHours } from '../housekeeping/keep-vendor-hours.ts'
import { roundNotes } from '../housekeeping/note-round.ts'
import { buildApp } from './app.ts'
import { startConnector } from './connector.ts'
import { announcement, sandboxAnswers, sandboxBeside } from './launch.ts'
import { openDependencies } from './open-dependencies.ts'
import { startWorker } from './worker.ts'

/** What this process tells the one that started it (`scripts/lib/serve.mjs`). */
export type ServerMessage =
  /** The data directory is ours; the sandbox may be started beside us, with its output in the same log. */
  | { type: 'owned'; sandbox?: { env: Record<string, string> }; logFile?: string }
  /** Requests are answered. `announcement` is for the person who started the product. */
  | { type: 'ready'; announcement: string }

/** This runs from its source, or as the one file that it is built to. */
const dist = new URL(import.meta.url.endsWith('.ts') ? '../../../dist/' : '../', import.meta.url)
const built = (name: string) => fileURLToPath(new URL(name, dist))
const website = { pages: built('web'), console: built('console') }
/** In-flight requests and jobs get this long to finish. */
const stopDeadlineMs = 25_000
/** Of it, what rounds of the worker get: a third party that does not answer must not hold up the end. */
const roundsDeadlineMs = 8_000

/** A parent that is gone need not be told; `disconnect` ends us then, in order. */
const tell = (message: ServerMessage) => process.send?.(message, undefined, undefined, () => {})

/** What has begun. A start that fails or is stopped half-way has begun a part of it. */
interface Running {
  closeDependencies?: () => Promise<void>
  app?: Awaited<ReturnType<typeof buildApp>>
  metrics?: { close(): Promise<void> }
  intake?: { close(): Promise<void> }
  vendorHours?: { stop(): Promise<void> }
  rounds: { stop(): Promise<void> }[]
}

async function main(): Promise<void> {
  const config = loadConfig()
  const log = createLog(config.logLevel, openLogDestination(config.logFile))
  const ending = new AbortController()
  const ended = new Promise<void>((resolve) => {
    ending.signal.addEventListener('abort', () => {
      log.info({ reason: ending.signal.reason }, 'stopping')
      setTimeout(() => {
        log.error('it took too long to stop; ending now')
        process.exit(1)
      }, stopDeadlineMs).unref()
      resolve()
    })
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ending.abort(signal))
  // The process that started us is gone: better to end than to hold port and data without anybody knowing.
  process.on('disconnect', () => ending.abort('the parent process ended'))

  const running: Running = { rounds: [] }
  let exitCode = 0
  try {
    await start(config, log, running, ending.signal)
    await ended
  } catch (error) {
    if (!ending.signal.aborted) {
      exitCode = 1
      explain(error)
      ending.abort('the start failed')
    }
  }
  await end(running)
  log.info('stopped')
  process.exit(exitCode)
}

async function end({ app, metrics, intake, rounds, vendorHours, closeDependencies }: Running): Promise<void> {
  await app?.close()
  await metrics?.close()
  await intake?.close()
  // What is not done by then the next process does.
  await Promise.race([
    Promise.all(rounds.map((round) => round.stop())),
    delay(roundsDeadlineMs, undefined, { ref: false }),
  ])
  await vendorHours?.stop()
  await closeDependencies?.()
}

async function start(config: Config, log: Logger, running: Running, signal: AbortSignal): Promise<void> {
  const { deps, close } = await openDependencies({
    config,
    log,
    whenOwned: 'refuse',
    onOwned: () => tell({ type: 'owned', sandbox: sandboxBeside(config), logFile: config.logFile }),
    onLost: (error) => {
      log.fatal({ err: error }, 'the database is lost and cannot be reconnected')
      process.exit(1)
    },
    signal,
  })
  running.closeDependencies = close
  const { passwordIsKnown } = await ensureDemoAccounts(deps, config.demo)
  const { secret } = await ensureDemoStaff(deps, config.demo)
  const app = await buildApp(deps, { website: existsSync(website.pages) ? website : undefined })
  running.app = app

  if (config.metricsPort)
    running.metrics = await serveMetrics(deps, config.metricsPort).catch((error: unknown) => {
      throw explainListenError(error, 'METRICS_', config.metricsPort, config.metricsHost)
    })
  if (config.dmarc?.port !== undefined && !hasDuty(config.role, 'work'))
    log.warn({ role: config.role }, 'DMARC_SMTP_PORT is set, but a process of this role takes no reports in')
  if (config.isRehearsal) log.warn('STRIPE_TEST_MODE=on: this is a rehearsal, no payment is real')

  running.vendorHours = keepVendorHours(deps)
  signal.throwIfAborted()
  if (hasDuty(config.role, 'web')) {
    await keepReleaseFiles(deps, [website.pages, website.console])
    await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw explainListenError(error, '', config.port, config.host)
    })
  }
  // People who wait for the page come first. The sandbox starts beside us; nobody is asked before it answers.
  if (config.sandbox) await sandboxAnswers(config.sandbox.consoleUrl, signal)
  signal.throwIfAborted()
  if (hasDuty(config.role, 'web')) void warmVendors(deps)
  if (hasDuty(config.role, 'work')) {
    // The embedded database has one product at a time, so any process that held a lease is dead.
    if (!config.databaseUrl) await freeLeases(deps.db)
    const { dmarc } = config
    if (dmarc?.port !== undefined) {
      // Its libraries are many, and most processes need none of them.
      const { keepIntake } = await import('#features/health/server/dmarc/keep-intake.ts')
      running.intake = await keepIntake(
        { ...deps, note: roundNotes(deps.db) },
        { ...dmarc, port: dmarc.port },
      )
    }
    running.rounds.push(await startWorker(deps))
    if (config.demo) running.rounds.push(startDemo(deps))
  }
  if (hasDuty(config.role, 'connect') && config.signInBrowser)
    running.rounds.push(await startConnector(deps, config.signInBrowser))
  signal.throwIfAborted()
  log.info({ host: config.host, port: config.port, role: config.role }, 'ready')
  tell({
    type: 'ready',
    announcement: announcement(config, deps.brand.now.productName, { passwordIsKnown, staffSecret: secret }),
  })
}

/** @param prefix of the variables that say where: PORT and HOST, METRICS_PORT and METRICS_HOST, … */
function explainListenError(
  error: unknown,
  prefix: '' | 'METRICS_',
  port: number | undefined,
  host: string,
): unknown {
  const code = errorCode(error)
  if (code === 'EADDRINUSE') {
    return new ConfigError([
      `${prefix}PORT ${port} is in use by another program; stop it, or set ${prefix}PORT to a free one.`,
    ])
  }
  if (code === 'EACCES')
    return new ConfigError([`${prefix}PORT ${port} is not allowed for this account; use one above 1023.`])
  if (code === 'EADDRNOTAVAIL')
    return new ConfigError([`${prefix}HOST ${host} is not an address of this machine.`])
  return error
}

/** A refusal is a sentence for the person who started us; a surprise comes with its stack. */
function explain(error: unknown): void {
  const isSentence = error instanceof Error && (error instanceof ConfigError || error.constructor === Error)
  console.error(isSentence ? error.message : error)
}

main().catch((error: unknown) => {
  explain(error)
  process.exit(1)
})
