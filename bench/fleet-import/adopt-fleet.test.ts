import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createSandboxControl } from '#apps/demo/sandbox-control.ts'
import {
  accountListings,
  customers,
  domainNames,
  domains,
  fleetImportRows,
  fleetImports,
  mailboxes,
  orders,
  outbox,
} from '#base/db/schema/index.ts'
import { sweepListings } from '#delivery/provisioning/drift/sweep-listings.ts'
import { verdictOf } from '#features/fleet-import/rules/import-verdict.ts'
import { runImports } from '#features/fleet-import/server/run-imports.ts'
import { beginAdopting, beginLook } from '#features/fleet-import/server/steer-import.ts'
import { storeImport } from '#features/fleet-import/server/store-import.ts'
import { fileOfAccount, forgetOrders } from '#tests/server/fleet-elsewhere.ts'
import { createTestWorld, type TestWorld } from '#tests/server/test-world.ts'
import { orderKinds } from '../large-account/account-plan.ts'
import { makeLargeAccount } from '../large-account/large-account.ts'
import { makeOriginals } from '../large-account/order-originals.ts'
import type { SandboxAtHand } from '../large-account/sandbox-at-hand.ts'

const controlOf = ({ deps, sandbox }: TestWorld, bisonUrl: string): SandboxAtHand => ({
  ...createSandboxControl(deps.config, (url, init) => sandbox.fetch(url, init)),
  bisonUrl,
  store: sandbox.store,
  signInUrl: `http://127.0.0.1:${sandbox.ports.signIn}`,
})

/** Calls that the product has made, by method; tokens for looking are no change. */
const calls: string[] = []
const changing = () => calls.filter((call) => !/^GET /.test(call) && !/token/i.test(call) && !isLook(call))
/** Reading calls that Microsoft wants posted: what stands in them is `Get-…` of Exchange. */
const isLook = (call: string) => call.includes('InvokeCommand') && call.includes('"Get-')

const scratch = await createTestWorld()
const world = await createTestWorld({
  fetch: (sandbox) => async (url, init) => {
    calls.push(`${init?.method ?? 'GET'} ${url} ${typeof init?.body === 'string' ? init.body : ''}`)
    return sandbox.fetch(url, init)
  },
})
const { deps, sandbox } = world
const { db } = deps

const kinds = orderKinds.filter(
  ({ plan, option, tool }) =>
    (plan === 'google' && tool === 'other') ||
    (plan === 'azure' && option === 'purchase' && tool === 'other') ||
    (plan === 'premium' && tool === 'instantly'),
)
const originals = await makeOriginals(scratch.deps, controlOf(scratch, 'https://bison.scratch.test'), kinds)
const agency = await world.customer()
const domainsWanted = 500
await makeLargeAccount(
  deps,
  controlOf(world, 'https://bison.harborline.test'),
  originals,
  agency.id,
  domainsWanted / 10 + 12,
)
const [owner] = await db.select().from(customers).where(eq(customers.id, agency.id))
const file = await fileOfAccount(db, agency.id, (order, tool) =>
  tool === 'other'
    ? { email: `agency-${order % 7}@elsewhere.test`, name: `Agency ${order % 7}` }
    : { email: owner?.email ?? '', name: 'Harborline' },
)
const addressesBefore = await addresses()
await forgetOrders(db, agency.id)

async function addresses(): Promise<string[]> {
  const rows = await db
    .select({ address: sql<string>`${mailboxes.localPart} || '@' || ${mailboxes.name}` })
    .from(mailboxes)
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .where(
      and(
        eq(domains.want, 'run'),
        eq(domains.status, 'done'),
        eq(mailboxes.want, 'active'),
        isNull(domains.releasedAt),
      ),
    )
  return rows.map(({ address }) => address).sort()
}

/** Everything the third parties hold, but for tokens and counters of calls. */
const held = () =>
  sandbox.store
    .collections()
    .filter(({ name }) => !/^(sandbox|mail|stripe)\.|token/i.test(name))
    .flatMap(({ name }) =>
      sandbox.store
        .collection(name)
        .entries()
        .map((entry) => [name, entry] as const),
    )

let importId = ''
test('a look at 500 domains that run elsewhere finds that they match, and changes nothing anywhere', async () => {
  expect(file.domains).toBeGreaterThanOrEqual(domainsWanted)
  const stored = await storeImport(deps, { fileName: 'fleet.csv', text: file.csv, madeBy: 'Grace' })
  expect(stored).toMatchObject({ ok: true, domains: file.domains })
  importId = stored.ok ? stored.importId : ''
  const before = held()
  calls.length = 0
  await beginLook(deps, importId)
  await runImports(deps)
  const rows = await db.select().from(fleetImportRows).where(eq(fleetImportRows.importId, importId))
  const wrong = rows.filter(({ verdict }) => verdict !== 'matches')
  expect(wrong.slice(0, 3).map(({ domain, findings }) => [domain, findings])).toEqual([])
  expect(rows.every(({ findings, verdict }) => verdictOf(findings) === verdict)).toBe(true)
  expect(changing()).toEqual([])
  expect(held()).toEqual(before)
  expect(await db.$count(domains)).toBe(0)
})

test('500 adopted domains leave the reconciler nothing to do: no changing call at any third party', async () => {
  const before = held()
  const mails = await db.$count(outbox)
  calls.length = 0
  await beginAdopting(deps, importId)
  await runImports(deps)
  expect(calls).toEqual([])
  const [row] = await db.select().from(fleetImports).where(eq(fleetImports.id, importId))
  expect(row?.state).toBe('resting')
  expect(await db.$count(domains)).toBe(file.domains)
  expect(await addresses()).toEqual(addressesBefore)

  const names = (
    await db.select({ name: domainNames.name }).from(domainNames).orderBy(asc(domainNames.name))
  ).map(({ name }) => name)
  await db.update(domainNames).set({ nextRunAt: sql`now()` })
  for (const name of names) expect([name, await world.reconcile(name)]).toEqual([name, 'done'])
  expect(calls).toEqual([])

  for (const fact of ['mailboxes', 'tool', 'dns', 'delegation'])
    await db.execute(sql`
      update domain_names set facts = jsonb_set(facts, array[${fact}, 'at'], to_jsonb(now() - interval '21 hours'))
      where facts ? ${fact}`)
  await db.update(accountListings).set({ nextAt: sql`now()` })
  await sweepListings(deps)
  for (const name of names) expect([name, await world.reconcile(name)]).toEqual([name, 'done'])
  expect(calls.length).toBeGreaterThan(0)
  expect(changing()).toEqual([])
  expect(held()).toEqual(before)
  expect(await db.$count(outbox)).toBe(mails)
  expect(await db.$count(domains, eq(domains.status, 'done'))).toBe(file.domains)
})

test('the same file adopted again changes nothing: every domain is here already', async () => {
  const [ordersBefore, mailboxesBefore] = [await db.$count(orders), await db.$count(mailboxes)]
  const again = await storeImport(deps, { fileName: 'again.csv', text: file.csv, madeBy: 'Grace' })
  const id = again.ok ? again.importId : ''
  await beginLook(deps, id)
  await runImports(deps)
  const verdicts = await db
    .selectDistinct({ verdict: fleetImportRows.verdict })
    .from(fleetImportRows)
    .where(eq(fleetImportRows.importId, id))
  expect(verdicts).toEqual([{ verdict: 'here' }])
  await expect(beginAdopting(deps, id)).rejects.toThrow('No order is ready')
  expect([await db.$count(orders), await db.$count(mailboxes)]).toEqual([ordersBefore, mailboxesBefore])
})
