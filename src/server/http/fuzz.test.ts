import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { purchasableTlds } from '#shared/plans/catalog.ts'
import { vendorNames } from '../providers/vendor-error.ts'
import { type JsonSchema, valuesOf } from '../testing/fuzz/schema-values.ts'
import { createPaidOrder, type PaidOrder } from '../testing/paid-order.ts'
import { rowsOfCustomer } from '../testing/rows-of-customer.ts'
import type { TestAnswer, TestBrowser } from '../testing/test-app.ts'
import { createTestWorld } from '../testing/test-world.ts'

const requests = Number(process.env.FUZZ_REQUESTS ?? 2_000)
/** The same requests every time, so that a commit has one verdict; another seed plays others. */
const seed = Number(process.env.FUZZ_SEED ?? 4_000)

const { deps, customer, visitor } = await createTestWorld()

interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  parameters?: { in: 'path' | 'query'; name: string; schema: JsonSchema }[]
  body?: JsonSchema
}

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

const operation = fc.constantFrom(...operations)
function requestFor({ method, path, parameters = [], body }: Operation) {
  return fc.record({
    path: fc
      .tuple(...parameters.filter((each) => each.in === 'path').map((each) => valuesOf(each.schema, known)))
      .map((values) => {
        let at = 0
        return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(wellFormed(values[at++])))
      }),
    query: fc.record(
      Object.fromEntries(
        parameters
          .filter((each) => each.in === 'query')
          .map((each) => [each.name, valuesOf(each.schema, known)]),
      ),
      { requiredKeys: [] },
    ),
    payload: body
      ? fc.oneof(
          { weight: 30, arbitrary: valuesOf(body, known).map((value) => JSON.stringify(value)) },
          {
            weight: 1,
            arbitrary: fc.constantFrom(
              '',
              '{',
              'null',
              '[]',
              '"text"',
              '{"a":'.repeat(500),
              `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
              'x'.repeat(300_000),
            ),
          },
        )
      : fc.constant(undefined),
    isVisitor: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
    method: fc.constant(method),
  })
}
const wellFormed = (value: unknown) =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed() || '-'

function send(
  browser: TestBrowser,
  {
    method,
    path,
    query,
    payload,
  }: {
    method: Operation['method']
    path: string
    query: Record<string, unknown>
    payload: string | undefined
  },
): Promise<TestAnswer> {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, wellFormed(value)]),
  ).toString()
  return browser.raw({
    method,
    url: search ? `${path}?${search}` : path,
    headers: {
      origin: deps.config.publicUrl,
      'x-requested-with': 'XMLHttpRequest',
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    payload,
  })
}

test(`no request makes the product fail, hang or tell of someone else (${requests} requests, FUZZ_SEED=${seed})`, {
  timeout: 900_000,
}, async () => {
  const before = await rowsOfCustomer(deps.db, victim.person.id)
  expect(before).toContain(victim.order.bundleId)
  const statuses = new Map<number, number>()
  const wrong: unknown[] = []
  const all = fc.sample(fc.tuple(operation, fc.integer()), { numRuns: requests, seed })
  for (const [index, [each, own]] of all.entries()) {
    // A new one now and then: the old one's session, limits and order are spoilt by what was tried.
    if (index % 150 === 149) attacker = await somebody(`loudcrow${++attackers}x`)
    const [request] = fc.sample(requestFor(each), { numRuns: 1, seed: own })
    if (!request) continue
    const answer = await send(request.isVisitor ? visitor() : attacker.person, request)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const text = JSON.stringify(answer.body)
    const isVendors =
      (answer.status === 502 || answer.status === 503) &&
      Object.values(vendorNames).some((name) => text.includes(name))
    if (answer.status >= 500 && !isVendors) wrong.push({ request, status: answer.status, text })
    if (onlyTheirs.test(text)) wrong.push({ request, told: text })
    if (/stack|node_modules|select .* from/i.test(text)) wrong.push({ request, inner: text })
  }
  expect(wrong).toEqual([])
  expect(await rowsOfCustomer(deps.db, victim.person.id)).toBe(before)
  // The run is worth something only when it got past the first checks.
  expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 400, 401, 404, 422]))
})
