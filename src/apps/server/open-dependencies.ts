import type { Logger } from 'pino'
import type { Config } from '#base/config/config.ts'
import { createDatabase } from '#base/db/client.ts'
import { startEmbeddedPostgres } from '#base/db/embedded/embedded-postgres.ts'
import { migrate } from '#base/db/migrate.ts'
import { verifySecrets } from '#base/db/sealed-columns.ts'
import { limitRole, timeLimits } from '#base/db/time-limits.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { buildDependencies } from './build-dependencies.ts'

export interface OpenOptions {
  config: Config
  log: Logger
  /** What happens when another process owns the embedded database: see `startEmbeddedPostgres`. */
  whenOwned: 'refuse' | 'join'
  /** The data directory is ours from now on; tables and all the rest follow. */
  onOwned?: () => void
  /** The embedded database is lost for good. */
  onLost?: (error: Error) => void
  /** Aborted: opening is given up, and what was opened has ended when it says so. */
  signal?: AbortSignal
}

export interface OpenDependencies {
  deps: Dependencies
  /** Of the database, past any pooler, for what keeps connections of its own. */
  databaseUrl: string
  /** After everything that uses the dependencies has ended. Who asks again waits for the same end. */
  close(): Promise<void>
}

/** A ready database with current tables, and everything that is built on it. */
export async function openDependencies(options: OpenOptions): Promise<OpenDependencies> {
  const { config, log, whenOwned, onOwned, onLost, signal } = options
  const server = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => {} }
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        log,
        connections: config.databasePoolSize,
        whenOwned,
        onLost,
        signal,
      })
  const open = async (): Promise<OpenDependencies> => {
    onOwned?.()
    const databaseUrl = config.databaseDirectUrl ?? server.url
    const idleInTransactionMs = config.leaseSeconds * 1000
    await migrate(databaseUrl)
    if (config.databaseDirectUrl) await limitRole(databaseUrl, timeLimits(idleInTransactionMs))
    const database = createDatabase(server.url, {
      max: config.databasePoolSize,
      log,
      idleInTransactionMs,
      directUrl: config.databaseDirectUrl,
    })
    const works = whenOwned === 'refuse' && config.role !== 'web'
    const deps = buildDependencies({ config, log, database, databaseUrl, works })
    await verifySecrets(deps.db, deps.secrets, config.secretsKeyFile)
    for (const versions of [deps.brand, deps.prices]) {
      await versions.reload()
      if (whenOwned === 'refuse') versions.follow(deps.listener)
    }
    await deps.queue.start()
    const end = async () => {
      await deps.queue.stop()
      await deps.listener.close()
      await database.close()
      await server.stop()
    }
    let ending: Promise<void> | undefined
    return {
      deps,
      databaseUrl,
      close: () => {
        // Without its port the product ends by itself, while its sandbox, which has none either, has it ended.
        ending ??= end()
        return ending
      },
    }
  }
  try {
    return await Promise.race([open(), whenAborted(signal)])
  } catch (error) {
    await server.stop()
    throw error
  }
}

const whenAborted = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
    if (signal?.aborted) reject(signal.reason)
  })
