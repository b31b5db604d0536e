import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { createDatabase, type Db } from '#base/db/client.ts'
import { startEmbeddedPostgres } from '#base/db/embedded/embedded-postgres.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { startTestProduct } from './test-product.ts'

// Whole processes start and end here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const product = await startTestProduct({ env: { TRUST_PROXY: '1' }, sandbox: true })
afterAll(() => product.stop())

interface Person {
  email: string
  /** The last one whose change was answered with success. */
  acknowledged: string
  /** Sent after that one, without an answer: may or may not have taken effect. */
  inFlight?: string
  changes: number
}

const people: Person[] = Array.from({ length: 6 }, (_, i) => ({
  email: `person${i}@example.test`,
  acknowledged: 'First.Password.0',
  changes: 0,
}))

async function inItsDatabase(work: (db: Db) => Promise<unknown>): Promise<void> {
  const server = await startEmbeddedPostgres({
    dataDir: product.dataDir,
    log: pino({ level: 'silent' }),
    whenOwned: 'join',
  })
  const { db, close } = createDatabase(server.url, { max: 2, log: pino({ level: 'silent' }) })
  await work(db)
  await close()
  await server.stop()
}

const addPeople = () =>
  inItsDatabase(async (db) => {
    for (const { email, acknowledged } of people)
      await addCustomer(db, { email, name: 'Ada Byron', password: acknowledged })
  })
/** So that someone who has changed the password often may do so again. */
const forgetLimits = () => inItsDatabase((db) => db.execute(sql`truncate vendor_limits`))

/** Everybody has a network of their own, so that limits per network count one person. */
let addresses = 0
const call = (path: string, body: object, cookie = '') =>
  fetch(product.url + path, {
    method: 'POST',
    headers: {
      origin: product.url,
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
      'x-forwarded-for': `2001:db8:${(++addresses + 1).toString(16)}::1`,
      cookie,
    },
    body: JSON.stringify(body),
  })

const signIn = ({ email }: Person, password: string) => call('/api/auth/login', { email, password })

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

let attempts = 0
/** Changes the password again and again until the server is gone. */
async function keepChanging(person: Person): Promise<void> {
  const answer = await signIn(person, person.acknowledged)
  expect(answer.status).toBe(200)
  let cookie = cookiesOf(answer)
  for (;;) {
    const newPassword = `Next.Password.${++attempts}`
    person.inFlight = newPassword
    try {
      const changed = await call(
        '/api/auth/change-password',
        { currentPassword: person.acknowledged, newPassword },
        cookie,
      )
      // The database went first: not acknowledged either.
      if (changed.status === 503) return
      expect(changed.status).toBe(200)
      // A new password renews the session.
      cookie = cookiesOf(changed)
    } catch (error) {
      // Cut off: this one was not acknowledged.
      if (error instanceof TypeError) return
      throw error
    }
    person.acknowledged = newPassword
    person.inFlight = undefined
    person.changes++
  }
}

const changes = () => people.reduce((sum, { changes }) => sum + changes, 0)

async function expectNothingLost(): Promise<void> {
  for (const person of people) {
    const candidates = [person.acknowledged, ...(person.inFlight ? [person.inFlight] : [])]
    const statuses = []
    for (const password of candidates) statuses.push((await signIn(person, password)).status)
    expect(statuses).toContain(200)
    person.acknowledged = candidates[statuses.indexOf(200)] as string
    person.inFlight = undefined
  }
}

const pidFile = () => join(product.dataDir, 'postgres/cluster/postmaster.pid')
const killDatabase = () => process.kill(Number(readFileSync(pidFile(), 'utf8').split('\n')[0]), 'SIGKILL')

await addPeople()

test.each([
  ['the server', () => {}],
  ['the server and its database', killDatabase],
])(
  'every acknowledged write survives the killing of %s in the middle of writes',
  { tags: ['fault-35'], timeout: 120_000 },
  async (_, killAlso) => {
    const before = changes()
    const writing = Promise.all(people.map(keepChanging))
    await expect.poll(changes, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before + 20)
    killAlso()
    await product.kill('SIGKILL')
    await writing
    expect(people.some(({ inFlight }) => inFlight)).toBe(true)

    await product.restart()
    await expectNothingLost()
  },
)

test('a database that is killed under load comes back by itself, with every acknowledged write', {
  tags: ['fault-35'],
}, async () => {
  await forgetLimits()
  const before = changes()
  const writing = Promise.all(people.map(keepChanging))
  await expect.poll(changes, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before + 20)
  killDatabase()
  await writing
  const health = async () => (await fetch(`${product.url}/api/health`)).status
  await expect.poll(health, { timeout: 60_000 }).toBe(200)
  await expectNothingLost()
})

test('while the database is killed and comes back, requests are refused with a time to come back, then answered', {
  tags: ['fault-35'],
}, async () => {
  const person = people[0] as Person
  const cookie = cookiesOf(await signIn(person, person.acknowledged))
  const ask = () => fetch(`${product.url}/api/auth/profile`, { headers: { cookie } })
  expect((await ask()).status).toBe(200)

  killDatabase()
  const refused = new Set<string>()
  await expect
    .poll(
      async () => {
        const { status, headers } = await ask()
        if (status !== 200) refused.add(`${status}, Retry-After ${headers.get('retry-after')}`)
        // The first ones may still meet a connection that has not noticed.
        return refused.size > 0 && status
      },
      { timeout: 60_000, interval: 1 },
    )
    .toBe(200)
  expect([...refused]).toEqual(['503, Retry-After 2'])
})

test('requests that have begun when the server is told to stop are answered, and its data is closed', {
  tags: ['fault-38'],
}, async () => {
  const person = people[0] as Person
  const body = JSON.stringify({ email: person.email, password: person.acknowledged })
  const request = httpRequest(`${product.url}/api/auth/login`, {
    method: 'POST',
    headers: {
      origin: product.url,
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
      'content-length': body.length,
      'x-forwarded-for': '2001:db8:1::1',
      expect: '100-continue',
    },
  })
  request.flushHeaders()
  await once(request, 'continue')
  const stopped = product.kill('SIGTERM')
  await expect.poll(product.log).toContain('"msg":"stopping"')
  request.end(body)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  answer.resume()
  await stopped
  expect(product.server.exitCode).toBe(0)
  expect(existsSync(pidFile())).toBe(false)
  await product.restart()
})

test('a third party that does not answer does not hold up the end', async () => {
  const faults = `http://localhost:${product.port + 1}/_faults`
  const silent = { kind: 'timeout', vendor: 'stripe', path: '/v1/events', times: 10 }
  await fetch(faults, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(silent),
  })
  // A worker's first round of payments asks for events.
  await product.kill('SIGTERM')
  await product.restart()
  const left = async () =>
    ((await (await fetch(faults)).json()) as { faults: (typeof silent)[] }).faults[0]?.times
  await expect.poll(left, { timeout: 20_000 }).toBeLessThan(silent.times)
  await product.kill('SIGTERM')
  expect(product.server.exitCode).toBe(0)
})
