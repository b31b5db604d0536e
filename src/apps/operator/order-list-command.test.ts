import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domainNames, domains, orders } from '#base/db/schema/index.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

const { deps, customer } = await createTestWorld()
const operator = (...args: string[]) => runCommand(commands, args, async () => deps)

interface Listed {
  total: number
  page: number
  pages: number
  orders: { order: string; stuck: number }[]
}
const list = async (...args: string[]) =>
  JSON.parse((await operator('order', 'list', '--json', ...args)).out) as Listed

const person = await customer()
const placed: string[] = []
for (let n = 0; n < 7; n++) {
  const { orderId } = await createPaidOrder(deps, { customerId: person.id, mailboxesPerDomain: 1 })
  placed.unshift(orderId)
}
// All in one moment, as an import makes them.
await deps.db.update(orders).set({ createdAt: new Date('2026-01-01') })

test('every order is on exactly one page, and each page says how many there are', async () => {
  const seen: string[] = []
  for (const page of ['1', '2', '3']) {
    const listed = await list('--limit', '3', '--page', page)
    expect(listed).toMatchObject({ total: 7, page: Number(page), pages: 3 })
    seen.push(...listed.orders.map(({ order }) => order))
  }
  expect(seen.toSorted()).toEqual(placed.toSorted())
  expect((await operator('order', 'list', '--limit', '3')).out).toMatch(
    /\nPage 1 of 3, 7 in all; more with --page 2\.$/,
  )
  expect((await operator('order', 'list', '--limit', '3', '--page', '3')).out).toMatch(
    /\nPage 3 of 3, 7 in all\.$/,
  )
})

test('orders with a domain that stopped are found by --stuck, and by their status and customer', async () => {
  const [stuck, unpaid] = [placed[2] as string, placed[4] as string]
  const [domain] = await deps.db
    .select()
    .from(domains)
    .where(eq(domains.bundleId, `${stuck}-1`))
  const [any] = await deps.db.select().from(domains)
  const held = domain ?? any
  await deps.db
    .update(domains)
    .set({ status: 'error' })
    .where(eq(domains.id, held?.id as string))
  const found = await list('--stuck')
  expect(found.orders).toMatchObject([{ stuck: 1 }])
  await deps.db.update(orders).set({ status: 'awaiting_payment' }).where(eq(orders.id, unpaid))
  expect((await list('--status', 'awaiting-payment')).orders.map(({ order }) => order)).toEqual([unpaid])
  expect((await list('--status', 'active')).total).toBe(6)
  const stranger = await customer()
  expect((await list('--customer', stranger.email)).total).toBe(0)
  expect((await list('--customer', person.email)).total).toBe(7)
})

test('domains that wait at a vendor’s limit are found by --stuck, told apart, with since when; so they are by order show', async () => {
  const { orderId, domains: made } = await createPaidOrder(deps, {
    customerId: (await customer()).id,
    mailboxesPerDomain: 1,
  })
  const name = made[0]?.name ?? ''
  const at = '2026-02-03T04:05:06.000Z'
  const problem = { kind: 'transient', vendor: 'dnsimple', operation: 'zone', reason: 'no calls left', at }
  const set = (isOverLimit: boolean) =>
    deps.db
      .update(domainNames)
      .set({ step: 'zone', stepSince: new Date(at), problem: { ...problem, isOverLimit } })
      .where(eq(domainNames.name, name))
  await set(true)
  const found = await list('--stuck')
  expect(found.orders.find(({ order }) => order === orderId)).toMatchObject({
    stuck: 0,
    atLimit: 1,
    atLimitSince: at,
  })
  expect((await operator('order', 'list', '--stuck')).out).toContain('1 since 2026-02-03 04:05:06')
  expect((await operator('order', 'show', '--domain', name)).out).toContain(
    'at a limit of dnsimple, since 2026-02-03 04:05:06',
  )
  await set(false)
  expect((await list('--stuck')).orders.map(({ order }) => order)).not.toContain(orderId)
})

test('an order of spares is told apart from one that sends', async () => {
  const { orderId } = await createPaidOrder(deps, {
    customerId: (await customer()).id,
    isReserve: true,
    mailboxesPerDomain: 1,
  })
  const { out } = await operator('order', 'list')
  const lines = out.split('\n').filter((line) => line.includes('spares'))
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^${orderId} .* azure, spares `))])
})

test('what no page can be is answered with a sentence', async () => {
  for (const [option, value] of [
    ['--page', '0'],
    ['--limit', '5000'],
    ['--limit', 'all'],
    ['--status', 'lost'],
  ] as const) {
    const { exitCode, err } = await operator('order', 'list', option, value)
    expect(exitCode).toBe(1)
    expect(err).toMatch(new RegExp(`^${option} must be`))
  }
})

test('every command that only reads answers programs in JSON', async () => {
  const reads = commands.filter(({ name }) => / (list|show)$|^(doctor|money)$/.test(name))
  expect(reads.map(({ name }) => name)).toEqual([
    'customer list',
    'staff list',
    'order list',
    'order show',
    'refund list',
    'money',
    'work-items list',
    'tenant list',
    'google-account list',
    'dns-account list',
    'probe list',
    'postmaster list',
    'plans show',
    'plans list',
    'brand show',
    'brand list',
    'import list',
    'mail list',
    'doctor',
  ])
  for (const { name } of reads) {
    const args = name === 'order show' ? ['--order', placed[0] as string] : []
    const { out } = await operator(...name.split(' '), ...args, '--json')
    expect(() => JSON.parse(out), name).not.toThrow()
  }
})
