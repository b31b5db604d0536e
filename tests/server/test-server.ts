import { rmSync } from 'node:fs'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#base/db/embedded/embedded-postgres.ts'
import { migrate } from '#base/db/migrate.ts'
import { createQueue } from '#base/queue/queue.ts'
import { folderForRun, removeAbandoned } from './place-for-runs.ts'

/** A PostgreSQL for one run of tests, with a migrated database to clone. */
export interface TestServer {
  /** Where databases are created and dropped. */
  adminUrl: string
  template: string
}

/**
 * The real server programs, without fsync: what a test wrote survives a killed process, not a power cut.
 */
export async function startTestServer(): Promise<TestServer & { stop(): Promise<void> }> {
  removeAbandoned('test')
  const dataDir = folderForRun('test')
  const server = await startEmbeddedPostgres({
    dataDir,
    log: pino({ level: 'warn' }),
    connections: 180,
    durable: false,
  })
  await migrate(server.url)
  // The job queue's own tables stand in the template as well.
  const queue = createQueue({ connectionString: server.url, log: pino({ level: 'silent' }), works: false })
  await queue.start()
  await queue.stop()
  return {
    adminUrl: server.urlOf('postgres'),
    template: new URL(server.url).pathname.slice(1),
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
