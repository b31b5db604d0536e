import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { storeImport } from '#features/fleet-import/server/store-import.ts'
import { type HostileRequest, hostileRequests } from '#tests/server/hostile/hostile-requests.ts'
import { hostileTexts } from '#tests/server/hostile/hostile-texts.ts'
import { sendHostile } from '#tests/server/hostile/send-hostile.ts'
import { watchHealth } from '#tests/server/hostile/watch-health.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import type { TestBrowser } from '#tests/server/test-app.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { type AccessKind, accessKindOf } from '../access.ts'
import type { Endpoint } from '../api/endpoint.ts'
import { mailboxes, users } from '../db/schema/index.ts'

/** Nobody else may wait longer for anything that one request does. */
const longestWaitMs = 2_000
/** As many as a customer may have look-ups under way at hosts that they name. */
const atOnce = 3

// Whatever is limited is let through: a limit must not be what keeps a text from where it is read.
const world = await createTestWorld({
  dependencies: ({ limits }) => ({ limits: { ...limits, allow: async () => ({ ok: true }) } }),
})
const { app, deps, customer, endpoints } = world
const url = await app.listen({ host: '127.0.0.1', port: 0 })
const health = watchHealth(url)
afterAll(() => health.stop())

/** A customer, with what is theirs by the names that paths have for it. */
async function somebody() {
  const person = await customer()
  const { orderId, bundleId, domains } = await createPaidOrder(deps, { customerId: person.id })
  const [[user], [mailbox]] = await Promise.all([
    deps.db.select({ id: users.id }).from(users).where(eq(users.email, person.email)),
    deps.db.select({ id: mailboxes.id }).from(mailboxes).where(eq(mailboxes.customerId, person.id)),
  ])
  const ids = {
    customerId: person.id,
    userId: user?.id ?? '',
    orderId,
    groupId: bundleId,
    domainId: domains[0]?.id ?? '',
    mailboxId: mailbox?.id ?? '',
  }
  return { person, ids }
}
const cookieOf = ({ cookies }: TestBrowser) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

const { person, ids } = await somebody()
const cookie = cookieOf(person)
// What staff do to somebody may end their sessions.
const { ids: idsOfAnother } = await somebody()
const staffCookie = cookieOf(await joinedStaff(world, 'owner'))
const { id: colleague } = await joinedStaff(world, 'reader')
const imported = await storeImport(deps, {
  fileName: 'fleet.csv',
  text: `email,domain,plan,order,started,people,forwarding
ada@fleet.test,fleetyard.com,azure,1,2026-01-31,Ada Byron,https://fleet.test`,
  madeBy: 'Ada Byron',
})
if (!imported.ok) throw new Error(imported.problems[0]?.message)

/** As somebody who may make the call, about rows that are there: behind every guard there is more that reads. */
const callers: Record<AccessKind, { headers: Record<string, string>; ids: Record<string, string> }> = {
  public: { headers: {}, ids: {} },
  // The pass is for a page, and is looked for before anything is read.
  link: { headers: {}, ids: {} },
  customer: { headers: { cookie }, ids },
  staff: {
    headers: { cookie: staffCookie },
    ids: { ...idsOfAnother, id: colleague, importId: imported.importId },
  },
}
const { publicUrl: origin } = deps.config

/** What is read of a request's head, here or on the way here. */
const headers = [
  ['cookie', ''],
  ['cookie', 'inboxyard_session='],
  ['accept', ''],
  ['accept-encoding', ''],
  ['accept-language', ''],
  ['authorization', 'Bearer '],
  ['content-type', 'application/json;'],
  ['forwarded', 'for='],
  ['if-none-match', ''],
  ['origin', 'https://'],
  ['referer', 'https://'],
  ['user-agent', ''],
  ['x-forwarded-for', ''],
] as const

/** Sends requests a few at a time; returns the statuses there were, and what kept others waiting. */
async function sendAll(requests: Iterator<HostileRequest>, headers: Record<string, string>) {
  const statuses = new Set<number | 'ended'>()
  const slow: string[] = []
  for (let batch = take(requests); batch.length > 0; batch = take(requests)) {
    // Megabytes take their time to be made, in this same process: that is not the server's.
    await health.worstMs()
    const answered = await Promise.all(
      batch.map((request) => sendHostile(url, request, { origin, ...headers })),
    )
    for (const status of answered) statuses.add(status)
    const worst = await health.worstMs()
    if (worst > longestWaitMs) {
      slow.push(`${Math.round(worst)} ms beside ${batch.map(({ title }) => title).join(', ')}`)
      // There is nothing to learn from waiting for the others as well.
      break
    }
  }
  return { statuses, slow }
}
function take(requests: Iterator<HostileRequest>): HostileRequest[] {
  const batch: HostileRequest[] = []
  for (let next = requests.next(); !next.done; next = requests.next()) {
    batch.push(next.value)
    if (batch.length === atOnce) break
  }
  return batch
}

const takesSomething = ({ method, params, query }: Endpoint) => params || query || /^P/.test(method)

test.each(
  endpoints.filter(takesSomething).map((record) => [`${record.method} ${record.path}`, record] as const),
)('%s keeps nobody else waiting, whatever is sent in its fields', { timeout: 60_000 }, async (_, record) => {
  const kind = accessKindOf(record.access)
  const { headers, ids } = callers[kind]
  const { statuses, slow } = await sendAll(hostileRequests(record, ids), headers)
  expect(slow).toEqual([])
  expect(statuses.size).toBeGreaterThan(0)
  // A caller who is not signed in, or limited, would only have tried the door.
  const isKnown = kind === 'customer' || kind === 'staff'
  for (const status of isKnown ? [401, 403, 429, 500] : [429, 500]) expect(statuses).not.toContain(status)
})

test('calls of customers keep nobody waiting for what strangers send', { timeout: 60_000 }, async () => {
  const calls = endpoints.filter((record) => record.access === 'customer' && takesSomething(record))
  const { statuses, slow } = await sendAll(firstOfEach(calls), {})
  expect(slow).toEqual([])
  expect(statuses).toContain(401)
  // Longer names in an address than any of ours are nowhere.
  expect(['ended', 401, 404]).toEqual(expect.arrayContaining([...statuses]))
})
function* firstOfEach(calls: readonly Endpoint[]): Generator<HostileRequest> {
  for (const call of calls) yield* take(hostileRequests(call))
}

test('no header keeps anybody else waiting', { timeout: 60_000 }, async () => {
  const { slow } = await sendAll(hostileHeaders(), {})
  expect(slow).toEqual([])
})
function* hostileHeaders(): Generator<HostileRequest> {
  for (const [name, prefix] of headers)
    for (const { kind, text } of hostileTexts) {
      // What else there is no header can carry.
      const value = prefix + text(10_000).replace(/[^ -~]/g, '=;')
      yield {
        title: `${kind} in ${name}`,
        method: 'GET',
        path: '/api/orders',
        headers: { [name]: value.slice(0, 12_000).trim() },
      }
    }
}
