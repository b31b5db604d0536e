import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { freePorts } from '#tests/server/free-ports.ts'
import { createTestDatabase } from '#tests/server/test-database.ts'
import { createDatabase } from '../client.ts'
import { isDatabaseUnavailable } from '../sql-state.ts'
import { openLine } from './host-line.ts'

const { url } = await createTestDatabase()
const socketPath = `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432`

/** A port of this machine that leads to the database, as a host of it. */
async function host(port: number) {
  const open = new Set<Socket>()
  let isSilent = false
  const server = createServer((client) => {
    open.add(client)
    client.on('error', () => {})
    if (isSilent) return
    const database = createConnection(socketPath)
    database.on('error', () => {})
    client.pipe(database).pipe(client)
    client.once('close', () => database.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const end = () => {
    server.close()
    for (const client of open) client.destroy()
  }
  onTestFinished(end)
  return {
    end,
    /** Takes what comes and answers nothing, as a machine that has gone without a word. */
    goSilent() {
      isSilent = true
      for (const client of open) client.unpipe()
    },
  }
}

async function twoHosts() {
  const port = await freePorts(2)
  const { pathname, username } = new URL(url)
  const several = `postgres://${username}@127.0.0.1:${port},127.0.0.1:${port + 1}${pathname}`
  const database = createDatabase(several, { max: 3, log: pino({ level: 'silent' }) })
  onTestFinished(() => database.close())
  const ask = () => database.db.execute(sql`select 1 as n`).then(({ rows }) => rows)
  return { ask, at: (which: 0 | 1) => host(port + which) }
}

const one = [{ n: 1 }]

test('the host that answers is connected to, wherever it stands in the list, also when it moves', async () => {
  const { ask, at } = await twoHosts()
  const second = await at(1)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([one, one, one])
  second.end()
  const failure = await ask().catch((error: unknown) => error)
  expect(isDatabaseUnavailable(failure)).toBe(true)
  await at(0)
  await expect.poll(() => ask().catch(String), { timeout: 10_000 }).toEqual(one)
})

test('while no host takes writes a query is refused at once', async () => {
  const { ask } = await twoHosts()
  const failure = await ask().catch((error: unknown) => error)
  expect(String((failure as Error).cause)).toMatch(/^NoWriter: No host of the database takes writes/)
  expect(isDatabaseUnavailable(failure)).toBe(true)
})

test('what waits for a host that has gone without a word is told within seconds, and the other one is found', async () => {
  const { ask, at } = await twoHosts()
  const first = await at(0)
  expect(await ask()).toEqual(one)
  first.goSilent()
  await at(1)
  const begun = performance.now()
  const failure = await ask().catch((error: unknown) => error)
  expect(isDatabaseUnavailable(failure)).toBe(true)
  expect(performance.now() - begun).toBeLessThan(9_000)
  expect(await ask()).toEqual(one)
})

test('a process that was busy for longer than a host may be silent reads what has arrived before it gives up', async () => {
  const line = openLine(url)
  onTestFinished(line.end)
  await line.ask(10_000)
  const answer = line.ask(50)
  // It is sent within a few microtasks.
  for (let n = 0; n < 10; n++) await Promise.resolve()
  const until = performance.now() + 200
  while (performance.now() < until);
  expect(await answer).toMatchObject({ takesWrites: true })
})
