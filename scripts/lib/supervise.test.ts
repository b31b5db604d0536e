import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openLogDestination } from '../../src/base/telemetry/log.ts'
import { supervise } from './supervise.mjs'

const folder = mkdtempSync(join(tmpdir(), 'inboxyard-supervise-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Says something each time it is started, and stays until it is told to end. */
const program = join(folder, 'program.mjs')
writeFileSync(
  program,
  `process.on('SIGTERM', () => process.exit(0))
setInterval(() => {}, 60_000)
console.log('started ' + process.pid)
process.send('started')`,
)

/** A process whose output goes to a file, which another process of ours writes to and puts aside. */
async function startBeside(logFile: string) {
  let starts = 0
  const child = supervise({
    name: 'program',
    file: program,
    logFile,
    onMessage: () => {
      starts += 1
    },
    onRefused: (code) => {
      throw new Error(`It ended with ${code}.`)
    },
  })
  const started = (count: number) => expect.poll(() => starts, { timeout: 60_000 }).toBe(count)
  await started(1)
  child.markReady()
  return { ...child, started }
}
const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const says = (file: string, lines: number) =>
  expect.poll(() => textOf(file).match(/^started \d+$/gm)?.length ?? 0, { timeout: 60_000 }).toBe(lines)

test('what a process says goes to the log file of now, not to the one that was put aside', async () => {
  const file = join(folder, 'shared.log')
  const server = openLogDestination(file, { bytes: 100, kept: 3 })
  await once(server, 'ready')
  const beside = await startBeside(file)
  try {
    await says(file, 1)
    server.write(`${'x'.repeat(100)}\n`)
    await expect.poll(() => existsSync(`${file}.1`)).toBe(true)
    await says(`${file}.1`, 1)
    beside.restart()
    await beside.started(2)
    await says(file, 1)
    await says(`${file}.1`, 1)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  } finally {
    await beside.stop()
    server.end()
    await once(server, 'close')
  }
})

test('what a process says beside the server fills the file as well', async () => {
  const file = join(folder, 'filled.log')
  const server = openLogDestination(file, { bytes: 10, kept: 3 })
  await once(server, 'ready')
  const beside = await startBeside(file)
  try {
    await says(file, 1)
    server.write('1\n')
    await says(`${file}.1`, 1)
  } finally {
    await beside.stop()
    server.end()
    await once(server, 'close')
  }
})

test('a log file that cannot be written to ends nobody', async () => {
  const closed = join(folder, 'closed')
  writeFileSync(closed, '')
  const beside = await startBeside(join(closed, 'never.log'))
  beside.restart()
  await beside.started(2)
  await beside.stop()
})
