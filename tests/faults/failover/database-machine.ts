import { once } from 'node:events'
import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { signal } from '#base/db/embedded/process.ts'
import { account, runProgram, startEngine } from './engines.ts'

export const roleName = 'inboxyard'
const superuser = 'postgres'
const patienceMs = 30_000

/** One machine of the database: PostgreSQL, and a PgBouncer in transaction mode that leads to it. */
export interface DatabaseMachine {
  readonly port: number
  readonly poolerPort: number
  /** Makes an empty cluster, of which this is the primary. */
  createCluster(): void
  /** Copies the cluster of another machine, as its standby. */
  copyFrom(primary: DatabaseMachine): void
  start(): Promise<void>
  startPooler(): Promise<void>
  /** To every process of PostgreSQL here. */
  signal(name: 'SIGKILL' | 'SIGSTOP'): void
  ask<Row extends pg.QueryResultRow>(statement: string, database?: string): Promise<Row[]>
  /** Ends whatever runs here. */
  end(): Promise<void>
}

export function databaseMachine(directory: string, port: number, poolerPort: number): DatabaseMachine {
  const cluster = join(directory, 'cluster')
  const poolerFile = join(directory, 'pgbouncer.ini')
  mkdirSync(directory, { recursive: true })
  chownSync(directory, account.uid, account.gid)
  let server: ReturnType<typeof startEngine> | undefined
  let pooler: ReturnType<typeof startEngine> | undefined

  async function ask<Row extends pg.QueryResultRow>(statement: string, database = 'postgres') {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: superuser,
      database,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(statement)).rows
    } finally {
      await client.end()
    }
  }

  return {
    port,
    poolerPort,
    ask,
    createCluster() {
      runProgram(
        'initdb',
        [`--pgdata=${cluster}`, `--username=${superuser}`, '--auth=trust', '--encoding=UTF8', '--locale=C'],
        directory,
      )
    },
    copyFrom(primary) {
      rmSync(cluster, { recursive: true, force: true })
      const from = `host=127.0.0.1 port=${primary.port} user=${superuser}`
      const options = ['--wal-method=stream', '--checkpoint=fast', '--write-recovery-conf']
      runProgram('pg_basebackup', [`--pgdata=${cluster}`, `--dbname=${from}`, ...options], directory)
    },
    async start() {
      const settings = {
        listen_addresses: '127.0.0.1',
        port,
        unix_socket_directories: '',
        max_connections: 100,
        shared_buffers: '32MB',
        jit: 'off',
      }
      const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      server = startEngine('postgres', ['-D', cluster, ...args], directory)
      await until('PostgreSQL takes connections', () =>
        ask('select 1').then(
          () => true,
          () => false,
        ),
      )
    },
    async startPooler() {
      // Nothing is passed over in silence: what a client sends that it does not know is refused, as it comes.
      const settings = [
        '[databases]',
        `* = host=127.0.0.1 port=${port}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${poolerPort}`,
        'unix_socket_dir =',
        'auth_type = trust',
        `auth_file = ${join(directory, 'users.txt')}`,
        'pool_mode = transaction',
        'max_client_conn = 500',
        `logfile = ${join(directory, 'pgbouncer.log')}`,
        `pidfile = ${join(directory, 'pgbouncer.pid')}`,
      ]
      writeFileSync(join(directory, 'users.txt'), `"${roleName}" ""\n`)
      writeFileSync(poolerFile, `${settings.join('\n')}\n`)
      pooler = startEngine('pgbouncer', ['--quiet', poolerFile], directory)
      await until('PgBouncer leads to it', async () => {
        const client = new pg.Client({
          host: '127.0.0.1',
          port: poolerPort,
          user: roleName,
          database: roleName,
        })
        client.on('error', () => {})
        try {
          await client.connect()
          return (await client.query('select 1')).rowCount === 1
        } catch {
          return false
        } finally {
          await client.end()
        }
      })
    },
    signal(name) {
      if (server?.pid !== undefined) signalAll(server.pid, name)
    },
    async end() {
      for (const child of [server, pooler]) {
        if (!child?.pid || child.exitCode !== null || child.signalCode !== null) continue
        const exit = once(child, 'exit')
        signalAll(child.pid, 'SIGKILL')
        await exit
      }
      server = undefined
      pooler = undefined
    },
  }
}

/** Each process of PostgreSQL leads a group of its own, so each is named; the first starts no others meanwhile. */
function signalAll(pid: number, name: 'SIGKILL' | 'SIGSTOP'): void {
  signal(pid, 'SIGSTOP')
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  for (const child of [...children, pid]) signal(Number(child), name)
}

/** @throws Error that names what did not come */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Not within ${patienceMs / 1000} s: ${what}.`)
    await delay(50)
  }
}
