import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  auditLog,
  defaultDnsAccountId,
  dnsAccounts,
  domainNames,
  domains,
  refunds,
} from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { Refusal } from '#base/http/refusal.ts'
import { retire } from '#delivery/provisioning/retire.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { look } from '#features/checks/server/look.ts'
import { retryDomain } from '#features/orders/server/retry-domain.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { secondDnsimple } from '#vendors/dnsimple/simulator/demo.ts'
import type { StoredDomain, StoredRegistration, StoredZone } from '#vendors/dnsimple/simulator/stored.ts'
import { releaseName } from '#vendors/sandbox/names/registered-names.ts'
import { addDnsAccount } from './add-dns-account.ts'
import { removeDnsAccount, renewDnsAccount, setDnsAccountState } from './change-dns-account.ts'
import { listDnsAccounts } from './list-dns-accounts.ts'

const world = await createTestWorld()
const { deps, customer, sandbox, reconcile } = world
const { db, secrets } = deps
const owner = await customer()
const second = { token: secondDnsimple.token, registrantId: secondDnsimple.registrantId }
const numbers = { [defaultDnsAccountId]: 1010 } as Record<string, number>
const held = sandbox.store.collection<StoredDomain>('dnsimple.domains')

async function ordered(count: number, source: 'bought' | 'own' = 'bought') {
  const names = Array.from({ length: count }, freshName)
  await createPaidOrder(deps, {
    customerId: owner.id,
    tool: 'other',
    mailboxesPerDomain: 1,
    names: { azure: names },
    source,
  })
  return names
}
const rowOf = async (name: string) =>
  (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]
const accountOf = async (name: string) => (await rowOf(name))?.dnsAccountId ?? ''
async function setUp(names: readonly string[]): Promise<void> {
  for (const name of names) for (let run = 0; run < 2; run++) await reconcile(name)
}
const secondId = await addDnsAccount(deps, { label: 'second', credentials: second })
numbers[secondId] = secondDnsimple.accountId

describe('several accounts at the registrar', () => {
  test('share set-ups, and each has what our rows say', async () => {
    const names = await ordered(4)
    await setUp(names)
    const accounts = await Promise.all(names.map(accountOf))
    for (const id of [defaultDnsAccountId, secondId])
      expect(accounts.filter((each) => each === id).length).toBeGreaterThanOrEqual(2)
    for (const [at, name] of names.entries()) {
      expect(held.get(name)).toMatchObject({ state: 'registered', accountId: numbers[accounts[at] ?? ''] })
      expect(await deps.vendors.zones.hasZone(name)).toBe(true)
    }
    // Every account counts its own calls.
    const { rows } = await db.execute<{ key: string }>(
      sql`select key from vendor_limits where key in ('dnsimple:account', ${`dnsimple:${secondId}`})`,
    )
    expect(rows).toHaveLength(2)
  })

  test('say what is left of their hour, and the one with more of it is given the next names', async () => {
    await db.execute(
      sql`update vendor_limits set tat = extract(epoch from now()) + 150 where key = 'dnsimple:account'`,
    )
    const [first, other] = await listDnsAccounts(db, 1)
    expect([first?.label, other?.label]).toEqual(['default', 'second'])
    expect(first?.calls).toEqual({ left: expect.closeTo(2_350, -1), ofHour: 2_400 })
    expect(other?.calls.left).toBeGreaterThan(2_390)
    expect(first?.domains).toBeGreaterThan(0)
    await db.execute(sql`update domain_names set dns_account_since = now() - interval '1 hour'`)
    const names = await ordered(2)
    for (const name of names) await reconcile(name)
    expect(new Set(await Promise.all(names.map(accountOf)))).toEqual(new Set([secondId]))
  })

  test('keep a name where it was put, whatever becomes of the account', async () => {
    const [name = ''] = await ordered(1)
    await setDnsAccountState(deps, { label: 'default', state: 'draining' })
    await setUp([name])
    expect(await accountOf(name)).toBe(secondId)
    await setDnsAccountState(deps, { label: 'default', state: 'open' })
    await setDnsAccountState(deps, { label: 'second', state: 'draining' })
    await setUp([name])
    expect(await accountOf(name)).toBe(secondId)
    expect(await deps.vendors.registrar.findRegistration(name)).toMatchObject({ state: 'registered' })
    const elsewhere = db
      .update(domainNames)
      .set({ dnsAccountId: defaultDnsAccountId })
      .where(eq(domainNames.name, name))
    await expect(elsewhere).rejects.toThrow()
    await expect(removeDnsAccount(deps, 'second')).rejects.toThrow(Refusal)
    await setDnsAccountState(deps, { label: 'second', state: 'open' })
  })

  test('one whose token fails stops its own domains only, and they go on with another token', async () => {
    const [stopped = ''] = await ordered(1)
    await setDnsAccountState(deps, { label: 'default', state: 'draining' })
    await reconcile(stopped)
    await setDnsAccountState(deps, { label: 'default', state: 'open' })
    expect(await accountOf(stopped)).toBe(secondId)
    const revoked = secrets.seal(
      JSON.stringify({ ...second, token: 'revoked-token' }),
      placeOf.dnsAccount(secondId),
    )
    await db.update(dnsAccounts).set({ credentials: revoked }).where(eq(dnsAccounts.id, secondId))
    await deps.db.update(domainNames).set({ recheckBefore: sql`now()` }).where(eq(domainNames.name, stopped))
    await setUp([stopped])
    expect((await rowOf(stopped))?.problem).toMatchObject({ kind: 'unauthorised', vendor: 'dnsimple' })
    const [{ probeProblem } = { probeProblem: null }] = await db
      .select()
      .from(dnsAccounts)
      .where(eq(dnsAccounts.id, secondId))
    expect(probeProblem).toBeTruthy()
    // What is new is given to the one that works, also what may be hosted here since before.
    const names = [...(await ordered(1)), ...(await ordered(1, 'own'))]
    await setUp(names)
    expect(new Set(await Promise.all(names.map(accountOf)))).toEqual(new Set([defaultDnsAccountId]))
    const rows = await db.select().from(domainNames).where(inArray(domainNames.name, names))
    expect(rows.filter(({ problem }) => problem?.kind === 'unauthorised')).toEqual([])
    const findings = await look(deps, 'a test')
    expect(findings.find(({ what }) => what === 'DNSimple')).toMatchObject({ ok: true })
    expect(findings.find(({ what }) => what === 'DNSimple second')).toMatchObject({ ok: false })

    await renewDnsAccount(deps, { label: 'second', credentials: second })
    await setUp([stopped])
    expect((await rowOf(stopped))?.problem?.kind).not.toBe('unauthorised')
    expect(held.get(stopped)).toMatchObject({ state: 'registered' })
  })

  test('a name that one of them hosts already is found there, and nobody else’s is seen', async () => {
    const [name = ''] = await ordered(1, 'own')
    await (await deps.vendors.dnsAccount(secondId)).zones.ensureZone(name)
    const first = await deps.vendors.dnsAccount(defaultDnsAccountId)
    expect(await first.zones.hasZone(name)).toBe(false)
    expect(await first.hasDomain(name)).toBe(false)
    await expect(first.zones.ensureZone(name)).rejects.toThrow()
    await setUp([name])
    expect(await accountOf(name)).toBe(secondId)
  })
})

describe('an account at the registrar', () => {
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'nothing',
      (error: unknown) => (error instanceof Refusal ? error.message : String(error)),
    )

  test('is not added twice, nor with a token that does not work', async () => {
    const add = (label: string, credentials: object) => refusal(addDnsAccount(deps, { label, credentials }))
    expect(await add('again', second)).toBe('This account is here already under another name.')
    expect(await add('first', { token: 'sandbox-token', registrantId: 1 })).toContain('DNSIMPLE_TOKEN')
    expect(await add('wrong', { token: 'no-such-token', registrantId: 1 })).toContain('It does not work')
    expect(await add('no contact', { ...second, registrantId: 1 })).toContain('no contact 1')
    expect(await add('nothing', {})).toContain('not complete')
    expect(await db.$count(dnsAccounts)).toBe(2)
  })

  test('of the environment stays, and is given its token where the product is started', async () => {
    await setDnsAccountState(deps, { label: 'default', state: 'draining' })
    expect(await refusal(removeDnsAccount(deps, 'default'))).toContain('DNSIMPLE_TOKEN')
    expect(await refusal(renewDnsAccount(deps, { label: 'default', credentials: second }))).toContain(
      'DNSIMPLE_TOKEN',
    )
    await setDnsAccountState(deps, { label: 'default', state: 'open' })
    expect(
      await refusal(
        renewDnsAccount(deps, { label: 'second', credentials: { token: 'sandbox-token', registrantId: 1 } }),
      ),
    ).toContain('DNSIMPLE_TOKEN')
    const noted = await db.select().from(auditLog).where(eq(auditLog.subject, secondId))
    expect(noted.map(({ action }) => action)).toContain('dns_account.renewed')
  })

  describe('a name that a person has moved to another of them', () => {
    const registrations = (name: string) =>
      sandbox.store.collection<StoredRegistration>('dnsimple.registrations').list({ parent: name })
    const zonesHeld = sandbox.store.collection<StoredZone>('dnsimple.zones')
    const give = (name: string, accountId: number) => {
      held.put(name, { ...(held.get(name) as StoredDomain), accountId })
      zonesHeld.put(name, { ...(zonesHeld.get(name) as StoredZone), accountId })
    }
    async function moved(): Promise<string> {
      const [name = ''] = await ordered(1)
      await reconcileUntilDone(world, name)
      const here = numbers[await accountOf(name)]
      give(name, here === secondDnsimple.accountId ? 1010 : secondDnsimple.accountId)
      return name
    }
    const lookAnew = (name: string) =>
      db.update(domainNames).set({ recheckBefore: sql`now()` }).where(eq(domainNames.name, name))

    test('is found there, its row corrected and nothing bought', async () => {
      const name = await moved()
      const before = await accountOf(name)
      await lookAnew(name)
      await reconcileUntilDone(world, name)
      expect(await accountOf(name)).not.toBe(before)
      expect(registrations(name)).toHaveLength(1)
      expect((await rowOf(name))?.problem).toBeNull()
    })

    test.each([
      ['its records', () => deps.vendors.zones.records],
      ['its zones', () => deps.vendors.zones.ensureZone],
      ['its name servers', () => deps.vendors.registrar.delegation],
    ] as const)('is found when %s are asked for', async (_what, call) => {
      const name = await moved()
      const before = await accountOf(name)
      await call()(name)
      expect(await accountOf(name)).not.toBe(before)
    })

    test('is not paid back when it is given up, and does not renew itself', async () => {
      const name = await moved()
      await db.transaction((tx) => retire(deps, tx, eq(domains.name, name), sql`now()`))
      await lookAnew(name)
      await reconcileUntilDone(world, name, { ends: ['done', 'nothing'] })
      expect(held.get(name)).toMatchObject({ state: 'registered', autoRenew: false })
      const owed = await db.select().from(refunds).innerJoin(domains, eq(domains.id, refunds.domainId))
      expect(owed.filter((row) => row.domains.name === name)).toEqual([])
    })

    test('counts as lost only where every account says so, and is ordered anew by the operator alone', async () => {
      const name = await moved()
      held.delete(name)
      zonesHeld.delete(name)
      releaseName(sandbox.world, name)
      const [other] = await db.select().from(dnsAccounts).where(eq(dnsAccounts.id, secondId))
      const revoked = secrets.seal(
        JSON.stringify({ ...second, token: 'revoked-token' }),
        placeOf.dnsAccount(secondId),
      )
      await db.update(dnsAccounts).set({ credentials: revoked }).where(eq(dnsAccounts.id, secondId))
      await lookAnew(name)
      await reconcile(name)
      expect((await rowOf(name))?.problem).toMatchObject({ kind: 'unauthorised' })
      await db
        .update(dnsAccounts)
        .set({ credentials: other?.credentials })
        .where(eq(dnsAccounts.id, secondId))
      await reconcile(name)
      expect((await rowOf(name))?.problem).toMatchObject({
        waitsFor: 'operator',
        reason: expect.stringContaining('none of the accounts'),
      })
      // Its customer presses.
      await owner.post('/api/domains/check-now', { domain: name })
      await reconcile(name)
      expect(registrations(name)).toHaveLength(1)
      await retryDomain(deps, name)
      await reconcile(name)
      expect(registrations(name)).toHaveLength(2)
    })
  })

  test('where none is open, names wait for the operator and say so', async () => {
    for (const label of ['default', 'second']) await setDnsAccountState(deps, { label, state: 'draining' })
    const [name = ''] = await ordered(1)
    await reconcile(name)
    expect((await rowOf(name))?.problem).toMatchObject({
      waitsFor: 'operator',
      reason: expect.stringContaining('takes new names'),
    })
    for (const label of ['default', 'second']) await setDnsAccountState(deps, { label, state: 'open' })
    await setUp([name])
    expect(held.get(name)).toBeDefined()
  })
})
