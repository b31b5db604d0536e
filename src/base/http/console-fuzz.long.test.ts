import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { purchasableTlds } from '#features/plans/rules/catalog.ts'
import { operationOf } from '#tests/server/fuzz/operation-of.ts'
import { isOurFailure, requestsOf, sendRequest } from '#tests/server/fuzz/requests.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { rowsOfCustomer } from '#tests/server/rows-of-customer.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { accessKindOf, mayStaff, rightOf, type StaffRoleName } from '../access.ts'
import { mailboxes, users } from '../db/schema/index.ts'

const requests = Number(process.env.FUZZ_REQUESTS ?? 1_000)
/** The same requests every time, so that a commit has one verdict; another seed plays others. */
const seed = Number(process.env.FUZZ_SEED ?? 4_000)

// Whatever is limited is let through: a limit must not be what keeps a value from where it is read.
const world = await createTestWorld({
  dependencies: ({ limits }) => ({ limits: { ...limits, allow: async () => ({ ok: true }) } }),
})
const { deps, customer, endpoints } = world

const calls = endpoints.filter(({ access, staysOpen }) => accessKindOf(access) === 'staff' && !staysOpen)
/** The only calls that may show what is sealed. */
const reveals = new Set(
  calls.filter(({ access }) => rightOf(access) === 'secrets.reveal').map(({ path }) => path),
)

/** Someone with an order whose sealed words stand nowhere else. */
async function somebody(word: string) {
  const { id, email } = await customer({ email: `${word}@example.test`, name: word })
  const order = await createPaidOrder(deps, {
    customerId: id,
    plan: 'azure',
    names: { azure: [`${word}one.com`, `${word}two.com`], google: [] },
    mailboxesPerDomain: 2,
    toolValues: { username: `${word}-user`, password: `${word}-sealed`, apiKey: `${word}-sealed-key` },
  })
  const [[user], made] = await Promise.all([
    deps.db.select({ id: users.id }).from(users).where(eq(users.email, email)),
    deps.db.select({ id: mailboxes.id }).from(mailboxes).where(eq(mailboxes.customerId, id)),
  ])
  return { id, email, userId: user?.id ?? '', order, mailboxIds: made.map((mailbox) => mailbox.id) }
}
type Somebody = Awaited<ReturnType<typeof somebody>>

/** What a field of this name may mean, so that requests get as far as they can. */
const byField = ({ id, userId, order, mailboxIds }: Somebody, staffId: string): Record<string, string[]> => ({
  customerId: [id],
  userId: [userId],
  orderId: [order.orderId],
  domainId: order.domains.map((domain) => domain.id),
  mailboxId: mailboxIds,
  id: [staffId],
})
const wordsOf = (someone: Somebody): string[] => [
  someone.email,
  someone.order.bundleId,
  someone.order.connectionId,
  ...someone.order.domains.map(({ name }) => name),
]

interface Run {
  role: StaffRoleName
  /** Whose ids stand in the requests. */
  about: () => Somebody
  /** A new one now and then: the old one may be erased, or the colleague signed out, by what was tried. */
  renew: (round: number) => Promise<void>
}

/** Sends the requests; returns how often each status came, and what should not have been answered. */
async function fuzz({ role, about, renew }: Run) {
  const statuses = new Map<number, number>()
  const wrong: unknown[] = []
  let staff = await joinedStaff(world, role)
  const known = (field: string) => {
    const ids = byField(about(), staff.id)
    const words = [...wordsOf(about()), staff.email, 'Jane', `findme.${purchasableTlds[0]}`]
    // Now and then something else's.
    return ids[field]
      ? [...Array.from({ length: 8 }, () => ids[field] ?? []).flat(), ...words]
      : [...Object.values(ids).flat(), ...words]
  }
  const all = fc.sample(fc.tuple(fc.constantFrom(...calls), fc.integer()), { numRuns: requests, seed })
  for (const [index, [call, own]] of all.entries()) {
    if (index % 50 === 49) {
      staff = await joinedStaff(world, role)
      await renew(index)
    }
    const [request] = fc.sample(requestsOf(operationOf(call), known), { numRuns: 1, seed: own })
    if (!request) continue
    const answer = await sendRequest(staff, deps.config.publicUrl, request)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const isShown = !reveals.has(call.path) && JSON.stringify(answer.body ?? '').includes('-sealed')
    const right = rightOf(call.access)
    const isAllowed = answer.status < 400 && right !== undefined && !mayStaff(role, right)
    if (isShown || isAllowed || isOurFailure(answer))
      wrong.push({ request, status: answer.status, told: answer.body })
  }
  return { statuses, wrong }
}

describe(`${requests} requests to the console (FUZZ_SEED=${seed})`, () => {
  test('of an owner, none makes the product fail, hang or show what is sealed', {
    timeout: 900_000,
  }, async () => {
    let someone = await somebody('plainrook0x')
    const { statuses, wrong } = await fuzz({
      role: 'owner',
      about: () => someone,
      renew: async (round) => {
        someone = await somebody(`plainrook${round}x`)
      },
    })
    expect(wrong).toEqual([])
    // The run is worth something only when it got past the first checks.
    expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 400, 404]))
  })

  test('of someone who only reads, none changes anything of a customer', {
    timeout: 900_000,
  }, async () => {
    const someone = await somebody('quietheron')
    const before = await rowsOfCustomer(deps.db, someone.id)
    expect(before).toContain(someone.order.bundleId)
    const { statuses, wrong } = await fuzz({
      role: 'reader',
      about: () => someone,
      renew: async () => {},
    })
    expect(wrong).toEqual([])
    expect(await rowsOfCustomer(deps.db, someone.id)).toBe(before)
    expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 400, 403, 404]))
  })
})
