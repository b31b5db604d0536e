import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { freePorts } from '../tests/server/free-ports.ts'
import { ensureServerBuilt } from './lib/build.mjs'

// Whole processes start and end here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

beforeAll(ensureServerBuilt)

let directory: string
let launcher: ChildProcess | undefined
let output: string
beforeEach(() => {
  directory = mkdtempSync('/tmp/inboxyard-serve-')
  chmodSync(directory, 0o711)
  output = ''
})
afterEach(async () => {
  if (launcher?.exitCode === null && launcher.signalCode === null) {
    const exit = once(launcher, 'exit')
    launcher.kill('SIGTERM')
    await exit
  }
  rmSync(directory, { recursive: true, force: true })
})

/** A real operation, which needs no sandbox; none of its vendors is ever called. */
const operation = {
  SANDBOX: 'off',
  PUBLIC_URL: 'https://inboxes.example.com',
  TRUST_PROXY: '1',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef0123456789abcdef',
  DNSIMPLE_TOKEN: 'token',
  SMTP_URL: 'smtp://127.0.0.1:25',
  MAIL_FROM: 'hello@example.com',
  REGISTRANT_ID: '1',
  SUPPORT_EMAIL: 'support@example.com',
  OPERATOR_EMAIL: 'operator@example.com',
}

async function serve(env: Record<string, string> = operation, port?: number): Promise<{ url: string }> {
  port ??= await freePorts(6)
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', `process.exit(await (await import('./scripts/lib/serve.mjs')).serve())`],
    {
      cwd: join(import.meta.dirname, '..'),
      env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: join(directory, 'data'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  launcher = child
  return { url: `http://127.0.0.1:${port}` }
}

const isHealthy = (url: string) =>
  fetch(`${url}/api/health`).then(
    ({ status }) => status === 200,
    () => false,
  )
const ready = () =>
  expect.poll(() => output, { timeout: 60_000 }).toContain('is ready at https://inboxes.example.com')

/** The database's process, while it runs. */
function databasePid(): number | undefined {
  const path = join(directory, 'data/postgres/cluster/postmaster.pid')
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : undefined
}
const childrenOf = (pid: number | undefined) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** What works in this test's folder: PostgreSQL, and what makes its cluster. */
const leftRunning = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(directory)
      } catch {
        // It has ended meanwhile.
        return false
      }
    })
const filesOfDatabase = () => {
  const home = join(directory, 'data/postgres')
  return existsSync(home) ? (readdirSync(home, { recursive: true }) as string[]) : []
}

test('a first start that the sandbox refuses leaves nothing running', async () => {
  const port = await freePorts(6)
  const other = createServer().listen(port + 1, '127.0.0.1')
  await once(other, 'listening')
  await serve({}, port)
  const [code] = await once(launcher as ChildProcess, 'exit')
  other.close()
  expect(code).toBe(1)
  expect(output).toContain(`The sandbox needs port ${port + 1}, which another program uses.`)
  expect(leftRunning()).toEqual([])
})

test.each([
  ['the database is being made', /^cluster-draft-/],
  ['the database has been started', /postmaster\.pid$/],
])('a start that is stopped while %s leaves nothing running', async (_, file) => {
  await serve()
  await expect.poll(() => filesOfDatabase().some((name) => file.test(name)), { timeout: 60_000 }).toBe(true)
  launcher?.kill('SIGTERM')
  await once(launcher as ChildProcess, 'exit')
  expect(leftRunning()).toEqual([])
  expect(filesOfDatabase().filter((name) => name.startsWith('cluster-draft-'))).toEqual([])
})

test('a configuration that does not allow a start ends with a sentence and a code', async () => {
  await serve({ PORT: 'eighty', ROLE: 'boss' })
  const [code] = await once(launcher as ChildProcess, 'exit')
  expect(code).toBe(1)
  expect(output).toContain('PORT must be a whole number from 1 to 65535 (it is "eighty").')
  expect(output).toContain('ROLE must be')
  expect(output).not.toMatch(/\n\s+at /)
})

test('a port that is taken ends with a sentence and a code', async () => {
  const { url } = await serve()
  await ready()
  const first = launcher
  const taken = new URL(url).port
  output = ''
  await serve({ ...operation, PORT: taken, DATA_DIR: join(directory, 'other') })
  const [code] = await once(launcher as ChildProcess, 'exit')
  launcher = first
  expect(code).toBe(1)
  expect(output).toContain(`PORT ${taken} is in use by another program`)
  expect(existsSync(join(directory, 'other/postgres/cluster/postmaster.pid'))).toBe(false)
})

test('a server that was killed is started again, and SIGTERM ends everything', async () => {
  const { url } = await serve()
  await ready()
  const [server] = childrenOf(launcher?.pid)
  process.kill(server as number, 'SIGKILL')
  await expect
    .poll(() => output, { timeout: 60_000 })
    .toContain('The server ended unexpectedly (SIGKILL); starting it again')
  await expect.poll(() => isHealthy(url), { timeout: 60_000 }).toBe(true)

  launcher?.kill('SIGTERM')
  const [code] = await once(launcher as ChildProcess, 'exit')
  expect(code).toBe(0)
  expect(await isHealthy(url)).toBe(false)
  expect(databasePid()).toBeUndefined()
})

test('the server ends by itself when the one that started it was killed', async () => {
  const { url } = await serve()
  await ready()
  launcher?.kill('SIGKILL')
  await expect.poll(() => isHealthy(url), { timeout: 60_000 }).toBe(false)
  await expect.poll(databasePid, { timeout: 60_000 }).toBeUndefined()
})
