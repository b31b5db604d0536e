import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#apps/server/app.ts'
import { domains } from '#base/db/schema/index.ts'
import { appendEvent } from '#delivery/provisioning/events.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { createTestApp, type TestBrowser } from '#tests/server/test-app.ts'

const { deps, customer, visitor } = await createTestApp()
const { db } = deps
const app = await buildApp(deps, { heartbeatMs: 200 })
const address = await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())

const cookieOf = ({ cookies }: TestBrowser) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** A browser's stream: what has come so far, and a promise for what is still to come. */
async function connect(browser: TestBrowser) {
  const leave = new AbortController()
  const response = await fetch(`${address}/api/events`, {
    headers: { cookie: cookieOf(browser) },
    signal: leave.signal,
  })
  const hints: (() => void)[] = []
  let text = ''
  let seen = 0
  const ended = (async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream())
    for await (const part of reader ?? []) {
      text += part
      const count = text.split('event: changed').length - 1
      while (seen < count) {
        seen++
        hints.shift()?.()
      }
    }
  })().catch(() => {})
  return {
    response,
    ended,
    leave: () => leave.abort(),
    text: () => text,
    hintCount: () => seen,
    nextHint: () => new Promise<void>((resolve) => hints.push(resolve)),
  }
}

async function withOrder() {
  const person = await customer()
  const order = await createPaidOrder(deps, { customerId: person.id })
  return { person, domain: order.domains[0] as { id: string; name: string } }
}

const happen = (customerId: string, domain: { id: string; name: string }) =>
  appendEvent(db, {
    customerId,
    domainId: domain.id,
    name: domain.name,
    kind: 'zone',
    sentence: 'DNS zone created',
  })

describe('live events', () => {
  // The listening connection is opened with the first stream, which is told to look again when it stands.
  beforeAll(async () => {
    const { person, domain } = await withOrder()
    const stream = await connect(person)
    const hint = stream.nextHint()
    await happen(person.id, domain)
    await hint
    stream.leave()
  })

  test('a change reaches its customer within two seconds, carries nothing, and nobody else hears of it', async () => {
    const [one, two] = [await withOrder(), await withOrder()]
    const [stream, other] = [await connect(one.person), await connect(two.person)]
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
    expect(stream.response.headers.get('cache-control')).toBe('no-store')
    expect(stream.response.headers.get('content-security-policy')).toBeTruthy()
    const hint = stream.nextHint()
    const begun = performance.now()
    await happen(one.person.id, one.domain)
    await hint
    expect(performance.now() - begun).toBeLessThan(20_000)
    // By the second one the other stream would have heard of the first.
    const again = stream.nextHint()
    await happen(one.person.id, one.domain)
    await again
    const own = other.nextHint()
    await happen(two.person.id, two.domain)
    await own
    expect(other.hintCount()).toBe(1)
    expect(stream.text()).not.toContain(one.domain.name)
    stream.leave()
    other.leave()
  })

  test('nobody without a session gets one', async () => {
    const stream = await connect(visitor())
    expect(stream.response.status).toBe(401)
  })

  test('it ends with its session', async () => {
    const { person } = await withOrder()
    const stream = await connect(person)
    await person.post('/api/auth/logout')
    await stream.ended
  })

  test('heartbeats keep it open', async () => {
    const { person } = await withOrder()
    const stream = await connect(person)
    await expect.poll(() => stream.text().split(':\n\n').length).toBeGreaterThan(2)
    stream.leave()
  })

  test('a listening connection that is cut comes back, and everybody is told to look again', async () => {
    const { person, domain } = await withOrder()
    const stream = await connect(person)
    const hint = stream.nextHint()
    await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'inboxyard-live' and datname = current_database()`)
    await hint
    const next = stream.nextHint()
    await db.update(domains).set({ status: 'done' }).where(eq(domains.id, domain.id))
    await happen(person.id, domain)
    await next
    stream.leave()
  })

  test('stopping the server ends every stream and does not wait for them', async () => {
    const { person } = await withOrder()
    const second = await buildApp(deps)
    const at = await second.listen({ host: '127.0.0.1', port: 0 })
    const response = await fetch(`${at}/api/events`, { headers: { cookie: cookieOf(person) } })
    const ended = response.text()
    await second.close()
    expect(await ended).toMatch(/^retry: \d+/)
  })
})

test('streams that are cut off while we ask whose they are leave their places free', async () => {
  const person = await customer()
  const cut = async (ms: number) => {
    const socket = net.connect(Number(new URL(address).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`GET /api/events HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookieOf(person)}\r\n\r\n`)
    await delay(ms)
    socket.resetAndDestroy()
  }
  for (let round = 0; round < 10; round++) await Promise.all([0, 1, 2, 3, 4, 6].map(cut))
  const streams = await Promise.all(Array.from({ length: 20 }, () => connect(person)))
  expect(streams.map(({ response }) => response.status)).toEqual(Array(20).fill(200))
  for (const { leave } of streams) leave()
})
