import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { isAlive, isPostgres, signal } from '../db/embedded/process.ts'
import { migrate } from '../db/migrate.ts'
import { createQueue } from '../queue/queue.ts'
import { leftInPlaces, placeForRuns } from './place-for-runs.ts'

/** A PostgreSQL for one run of tests, with a migrated database to clone. */
export interface TestServer {
  /** Where databases are created and dropped. */
  adminUrl: string
  template: string
}

const nameOfRun = /^inboxyard-test-(\d+)-/

/**
 * The real server programs, without fsync: what a test wrote survives a killed process, not a power cut.
 */
export async function startTestServer(): Promise<TestServer & { stop(): Promise<void> }> {
  removeAbandoned()
  const dataDir = mkdtempSync(join(placeForRuns(), `inboxyard-test-${process.pid}-`))
  // The database's account has to pass through it.
  chmodSync(dataDir, 0o711)
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

/** Ends what runs left behind that were killed. */
function removeAbandoned(): void {
  for (const dataDir of leftInPlaces()) {
    const [, run] = nameOfRun.exec(basename(dataDir)) ?? []
    if (run === undefined || isAlive(Number(run))) continue
    try {
      const [pid] = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')
      if (isPostgres(Number(pid))) signal(Number(pid), 'SIGQUIT')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') continue
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
}
