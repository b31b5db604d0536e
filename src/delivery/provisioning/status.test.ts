import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { domainNames, domains } from '#base/db/schema/index.ts'
import { platforms } from '#features/plans/rules/catalog.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { type Meaning, VendorError, vendorIds, waitsFor } from '#vendors/client/vendor-error.ts'
import { statusAfter } from './status.ts'
import { stepIds } from './step-ids.ts'

const meanings: Meaning[] = [
  ...waitsFor.flatMap((who) => [
    { kind: 'waiting' as const, waitsFor: who },
    { kind: 'unauthorised' as const, waitsFor: who },
  ]),
  { kind: 'transient' },
  { kind: 'rejected' },
  { kind: 'not_found' },
]

test('a domain waits for the customer exactly where the error says so, at whatever step and in whatever words', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...meanings),
      fc.constantFrom(...stepIds),
      fc.constantFrom(...vendorIds),
      fc.constantFrom(...platforms),
      fc.boolean(),
      fc.tuple(
        fc.oneof(fc.string(), fc.constant('the registry is away')),
        fc.oneof(fc.string(), fc.constant('please point your name servers here')),
      ),
      (meaning, step, vendor, platform, isDead, reasons) => {
        const [one, other] = reasons.map((reason) =>
          statusAfter(
            { isServed: true, platform, deliveredAt: null, changing: null },
            {
              step,
              error: new VendorError({ vendor, operation: 'test', ...meaning, reason }),
              isDead,
              at: new Date(),
              until: new Date(),
            },
          ),
        )
        expect(one?.status).toBe(other?.status)
        expect(one?.status === 'pending').toBe(meaning.waitsFor === 'customer')
        expect(one?.status === 'error').toBe(
          meaning.kind === 'rejected' || (isDead && meaning.waitsFor === undefined),
        )
      },
    ),
    { numRuns: 1_000 },
  )
})

test('customers do not read the name of our DNS provider in its own words', () => {
  const refused = (deliveredAt: Date | null, step: 'register' | 'records') =>
    statusAfter(
      { isServed: true, platform: 'azure', deliveredAt, changing: null },
      {
        step,
        error: new VendorError({
          vendor: 'dnsimple',
          operation: 'renew',
          kind: 'rejected',
          reason: 'acme.com is not registered with DNSimple',
        }),
        isDead: false,
        at: new Date(),
        until: new Date(),
      },
    )
  expect(refused(null, 'register').note).toBe(
    'Registering the domain failed: acme.com is not registered with our DNS provider.',
  )
  expect(refused(new Date(), 'records').changing?.detail).toBe(
    'acme.com is not registered with our DNS provider',
  )
})

test('a resolver that is away leaves a bought domain in progress, and an own one as well', async () => {
  const { deps, sandbox, customer, reconcile } = await createTestWorld()
  const { db } = deps
  const { id: customerId } = await customer()
  const [bought, own] = await Promise.all(
    (['bought', 'own'] as const).map((source) =>
      createPaidOrder(deps, { customerId, source, mailboxesPerDomain: 4 }),
    ),
  )
  const names = [bought?.domains[0]?.name as string, own?.domains[0]?.name as string]
  sandbox.faults.add({ kind: '503', vendor: 'dns', times: 10_000 })
  for (const name of names) await reconcile(name)
  const rows = await db
    .select({
      name: domains.name,
      status: domains.status,
      step: domainNames.step,
      problem: domainNames.problem,
    })
    .from(domains)
    .innerJoin(domainNames, eq(domainNames.name, domains.name))
    .orderBy(asc(domains.name))
  for (const name of names)
    expect(rows.find((row) => row.name === name)).toMatchObject({
      status: 'in progress',
      step: 'delegation',
      problem: { kind: 'waiting', waitsFor: 'vendor' },
    })
})

test('an own domain that points elsewhere waits for the customer', async () => {
  const { deps, customer, reconcile } = await createTestWorld()
  const { id: customerId } = await customer()
  const order = await createPaidOrder(deps, { customerId, source: 'own', mailboxesPerDomain: 4 })
  const name = order.domains[0]?.name as string
  await reconcile(name)
  const [row] = await deps.db.select().from(domains).where(eq(domains.name, name))
  expect(row).toMatchObject({ status: 'pending', statusNote: expect.stringContaining('Please point') })
})
