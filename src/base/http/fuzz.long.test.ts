import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { purchasableTlds } from '#features/plans/rules/catalog.ts'
import { isOurFailure, type Operation, requestsOf, sendRequest } from '#tests/server/fuzz/requests.ts'
import type { JsonSchema } from '#tests/server/fuzz/schema-values.ts'
import { createPaidOrder, type PaidOrder } from '#tests/server/paid-order.ts'
import { rowsOfCustomer } from '#tests/server/rows-of-customer.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const requests = Number(process.env.FUZZ_REQUESTS ?? 2_000)
/** The same requests every time, so that a commit has one verdict; another seed plays others. */
const seed = Number(process.env.FUZZ_SEED ?? 4_000)

const { deps, customer, visitor } = await createTestWorld()

/** Every operation of the document but the live stream, which stays open by design. */
const operations = Object.entries(
  (await (await customer()).get('/api/openapi.json')).body.paths as Record<string, Record<string, never>>,
).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(() => path !== '/api/events')
    .map(
      ([method, described]: [
        string,
        { parameters?: Operation['parameters']; requestBody?: never },
      ]): Operation => {
        const content = (
          described.requestBody as { content?: Record<string, { schema: JsonSchema }> } | undefined
        )?.content
        return {
          method: method.toUpperCase() as Operation['method'],
          path,
          parameters: described.parameters,
          body: content?.['application/json']?.schema,
        }
      },
    ),
)

/** Someone with an order whose words stand nowhere else. */
async function somebody(word: string) {
  const person = await customer({ email: `${word}.person@example.test`, name: `${word} Canary` })
  const order = await createPaidOrder(deps, {
    customerId: person.id,
    plan: 'azure',
    names: { azure: [`${word}one.com`, `${word}two.com`], google: [] },
    people: [[`${word}first`, `${word}last`]],
    mailboxesPerDomain: 2,
    toolValues: { username: `${word}-user`, password: `${word}-password`, apiKey: `${word}-key` },
  })
  return { person, order, word }
}
const wordsOf = ({ orderId, bundleId, connectionId, domains }: PaidOrder, email: string): string[] => [
  orderId,
  bundleId,
  connectionId,
  email,
  ...domains.flatMap(({ id, name }) => [id, name]),
]

const victim = await somebody('quietheron')
/** What only the victim knows; never part of a request. */
const onlyTheirs = new RegExp(`${victim.word}(first|last|-user|-password|-key| Canary)`)
let attackers = 0
let attacker = await somebody(`loudcrow${attackers}x`)

/** Mostly the own words and, as often, the other one's: whatever a field is called, an id of theirs may stand in it. */
const known = (): string[] => [
  ...wordsOf(attacker.order, attacker.person.email),
  ...wordsOf(victim.order, victim.person.email),
  'Jane',
  'https://example.com',
  `findme${attackers}.${purchasableTlds[0]}`,
]

test(`no request makes the product fail, hang or tell of someone else (${requests} requests, FUZZ_SEED=${seed})`, {
  timeout: 900_000,
}, async () => {
  const before = await rowsOfCustomer(deps.db, victim.person.id)
  expect(before).toContain(victim.order.bundleId)
  const statuses = new Map<number, number>()
  const wrong: unknown[] = []
  const all = fc.sample(fc.tuple(fc.constantFrom(...operations), fc.integer()), { numRuns: requests, seed })
  for (const [index, [each, own]] of all.entries()) {
    // A new one now and then: the old one's session, limits and order are spoilt by what was tried.
    if (index % 150 === 149) attacker = await somebody(`loudcrow${++attackers}x`)
    const [request] = fc.sample(requestsOf(each, known), { numRuns: 1, seed: own })
    if (!request) continue
    const browser = own % 20 === 0 ? visitor() : attacker.person
    const answer = await sendRequest(browser, deps.config.publicUrl, request)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const isTold = onlyTheirs.test(JSON.stringify(answer.body))
    if (isTold || isOurFailure(answer)) wrong.push({ request, status: answer.status, told: answer.body })
  }
  expect(wrong).toEqual([])
  expect(await rowsOfCustomer(deps.db, victim.person.id)).toBe(before)
  // The run is worth something only when it got past the first checks.
  expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 400, 401, 404, 422]))
})
