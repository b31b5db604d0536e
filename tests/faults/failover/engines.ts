import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { databaseAccount } from '#base/db/embedded/account.ts'
import { databaseEnvironment } from '#base/db/embedded/cluster.ts'

/** Debian's, as `apt-get install postgresql-15 pgbouncer` puts them. */
const postgresPrograms = '/usr/lib/postgresql/15/bin'
const poolerProgram = '/usr/sbin/pgbouncer'

/** What is missing to lose a machine of the database, in a sentence; undefined where nothing is. */
export function missingEngines(): string | undefined {
  const missing = [
    ['postgresql-15', join(postgresPrograms, 'pg_basebackup')] as const,
    ['pgbouncer', poolerProgram] as const,
  ].filter(([, program]) => !existsSync(program))
  if (missing.length === 0) return undefined
  const packages = missing.map(([name]) => name).join(' ')
  return `The loss of a database's machine is tried on Debian's own engines, and some are missing here. Install them with: apt-get install ${packages}`
}

/** Neither engine runs as root. */
export const account = databaseAccount()

const environment = { ...databaseEnvironment, PATH: `${postgresPrograms}:${databaseEnvironment.PATH}` }

/** Runs one of PostgreSQL's programs to its end. */
export function runProgram(name: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(join(postgresPrograms, name), args, {
    cwd,
    env: environment,
    encoding: 'utf8',
    ...account.become,
  })
  if (status !== 0) throw new Error(`${name} failed: ${error?.message ?? stderr}`)
}

/** Starts a server of either engine, which leads a group of processes of its own. */
export function startEngine(engine: 'postgres' | 'pgbouncer', args: readonly string[], cwd: string) {
  const program = engine === 'pgbouncer' ? poolerProgram : join(postgresPrograms, engine)
  const child = spawn(program, args, {
    cwd,
    env: environment,
    stdio: 'ignore',
    detached: true,
    ...account.become,
  })
  return child
}
