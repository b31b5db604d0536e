import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { domainNames, domains, providerAccounts } from '#base/db/schema/index.ts'
import type { AccountState } from '#features/capacity/server/hosts/account.ts'
import { setAccountState } from '#features/capacity/server/hosts/account-state.ts'
import { addProviderAccount } from '#features/capacity/server/hosts/add-account.ts'
import { renewProviderAccount } from '#features/capacity/server/hosts/renew-account.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { createAccountsAtHosts } from '#tests/server/another-account.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { demoGoogleAccount } from '#vendors/google/simulator/demo.ts'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import { setNameServers } from '#vendors/sandbox/names/registered-names.ts'
import type { Facts } from './facts.ts'
import { answerWorkItems } from './testing/operator-robot.ts'
import { vendorDifferences } from './testing/vendor-state.ts'
import { raiseWanted } from './wanted.ts'

const { deps, sandbox, customer, reconcile } = await createTestWorld()
const { db } = deps
const owner = await customer()
afterEach(() => sandbox.faults.clear())

/** A second tenant and a second account, as the operator buys them when the first are full. */
const second = createAccountsAtHosts(sandbox)
for (const vendor of ['microsoft', 'google'] as const)
  await addProviderAccount(deps, {
    vendor,
    label: 'second',
    credentials: second[vendor],
    capacity: { domains: 1_000, mailboxes: 50_000, dailyRecipients: 1_000_000 },
    state: 'open',
  })

const vendorOf = (platform: Platform) => (platform === 'azure' ? 'microsoft' : 'google')
/** Where the simulated hosts have a name, by the operator's ids of tenants and accounts. */
const standsAt = (name: string) =>
  (['microsoft', 'google'] as const).flatMap((vendor) =>
    sandbox.store
      .collection<{ name: string; tenantId?: string; customerId?: string }>(`${vendor}.domains`)
      .list()
      .filter((entry) => entry.name === name)
      .map(({ tenantId, customerId }) => tenantId ?? customerId),
  )
const idOf = {
  azure: [demoMicrosoftTenant.tenantId, second.microsoft.tenantId],
  google: [demoGoogleAccount.customerId, second.google.customerId],
} as const
const setMain = (platform: Platform, state: AccountState) =>
  setAccountState(deps, { vendor: vendorOf(platform), label: 'main', state })
const rowOf = async (name: string) => {
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  return { ...row, facts: row?.facts as Facts }
}
const domainOf = async (name: string) => (await db.select().from(domains).where(eq(domains.name, name)))[0]

/** A name that the first host has taken in, without its answer ever having come. */
async function addedUnheard(platform: Platform): Promise<string> {
  await setMain(platform, 'open')
  return addedUnheardAt(platform, idOf[platform][0])
}

/** The same at the host that is the first one open. */
async function addedUnheardAt(platform: Platform, hostId: string): Promise<string> {
  const name = freshName()
  await createPaidOrder(deps, {
    customerId: owner.id,
    plan: platform,
    tool: 'other',
    mailboxesPerDomain: 4,
    names: { [platform]: [name] },
  })
  const vendor = vendorOf(platform)
  sandbox.faults.add({ vendor, kind: 'lost_answer', method: 'POST', path: '/domains' })
  await reconcile(name)
  expect(sandbox.faults.list()).toEqual([])
  expect(standsAt(name)).toEqual([hostId])
  expect((await rowOf(name)).facts.verification).toBeUndefined()
  return name
}

async function reconcileUntilDelivered(name: string): Promise<void> {
  for (let run = 0; run < 8; run++) {
    await reconcile(name)
    await answerWorkItems(deps, sandbox)
  }
  // Neither is anything said to be under way.
  expect(await domainOf(name)).toMatchObject({ status: 'done', statusNote: null, changing: null })
}

test.each<Platform>(['azure', 'google'])(
  'at %s a name that is placed again is removed where it may have been added',
  async (platform) => {
    const name = await addedUnheard(platform)
    await setMain(platform, 'draining')
    await reconcileUntilDelivered(name)
    expect(standsAt(name)).toEqual([idOf[platform][1]])
    expect(await vendorDifferences(deps, sandbox, name)).toEqual([])
    const { facts, doneRev, wantedRev } = await rowOf(name)
    expect([facts.addedTo?.accountIds, doneRev]).toEqual([[facts.host?.accountId], wantedRev])
  },
)

test.each<Platform>(['azure', 'google'])(
  'at %s an own name that only waits for its name servers leaves an account that is drained, and is delivered elsewhere',
  async (platform) => {
    await setMain(platform, 'open')
    const name = freshName()
    await createPaidOrder(deps, {
      customerId: owner.id,
      plan: platform,
      tool: 'other',
      source: 'own',
      mailboxesPerDomain: 4,
      names: { [platform]: [name] },
    })
    await reconcile(name)
    expect(standsAt(name)).toEqual([idOf[platform][0]])
    expect((await rowOf(name)).facts.verification).toBeDefined()
    await setMain(platform, 'draining')
    await reconcile(name)
    expect(standsAt(name)).toEqual([idOf[platform][1]])
    setNameServers(sandbox.world, name, deps.config.nameServers)
    await reconcileUntilDelivered(name)
    expect(standsAt(name)).toEqual([idOf[platform][1]])
    expect(await vendorDifferences(deps, sandbox, name)).toEqual([])
    // What is verified stays.
    await setMain(platform, 'open')
    await setAccountState(deps, { vendor: vendorOf(platform), label: 'second', state: 'draining' })
    await reconcile(name)
    expect(standsAt(name)).toEqual([idOf[platform][1]])
    await setAccountState(deps, { vendor: vendorOf(platform), label: 'second', state: 'open' })
  },
)

test('a former place that does not let it go is asked again, and nobody waits for that', async () => {
  const name = await addedUnheard('azure')
  await setMain('azure', 'draining')
  sandbox.faults.add({
    vendor: 'microsoft',
    kind: '500',
    method: 'DELETE',
    path: `/domains/${name}`,
    times: 20,
  })
  await reconcileUntilDelivered(name)
  expect(standsAt(name).sort()).toEqual([...idOf.azure].sort())
  const { problem, nextRunAt } = await rowOf(name)
  expect(problem).toMatchObject({ operation: 'removeDomain', kind: 'transient' })
  expect(nextRunAt).not.toBeNull()
  sandbox.faults.clear()
  expect(await reconcile(name)).toBe('done')
  expect(standsAt(name)).toEqual([idOf.azure[1]])
})

test('an account that does not work is asked once it is opened again', async () => {
  const name = await addedUnheard('azure')
  await setMain('azure', 'closed')
  await reconcileUntilDelivered(name)
  expect(standsAt(name).sort()).toEqual([...idOf.azure].sort())
  const { wantedRev, doneRev } = await rowOf(name)
  expect(doneRev).toBe(wantedRev)
  await setMain('azure', 'open')
  expect((await rowOf(name)).wantedRev).toBe((wantedRev ?? 0) + 1)
  expect(await reconcile(name)).toBe('done')
  expect(standsAt(name)).toEqual([idOf.azure[1]])
})

test('a name that is given up meanwhile is not free before the former place has let it go', async () => {
  const name = await addedUnheard('azure')
  await setMain('azure', 'closed')
  await reconcileUntilDelivered(name)
  await db
    .update(domains)
    .set({ want: 'retire', retireAt: new Date(Date.now() - 1000) })
    .where(eq(domains.name, name))
  await db.transaction((tx) => raiseWanted(tx, deps.queue, [name]))
  sandbox.faults.add({
    vendor: 'microsoft',
    kind: '500',
    method: 'DELETE',
    path: `/domains/${name}`,
    times: 1,
  })
  await reconcile(name)
  expect([sandbox.faults.list(), (await domainOf(name))?.releasedAt]).toEqual([[], null])
  await reconcile(name)
  expect((await domainOf(name))?.releasedAt).toBeInstanceOf(Date)
  expect(standsAt(name)).toEqual([])
})

describe.each<Platform>(['azure', 'google'])('an account at %s that is forgotten', (platform) => {
  const vendor = vendorOf(platform)
  const [, other] = idOf[platform]
  const word = platform === 'azure' ? 'tenant' : 'google-account'
  const operator = async (...args: string[]) => {
    const { out, err } = await runCommand(commands, args, async () => deps)
    return out + err
  }

  /** A name that was added, unheard, at an account of its own, and is placed elsewhere since that was closed. */
  async function leftBehind() {
    const label = `own-${crypto.randomUUID()}`
    const own = createAccountsAtHosts(sandbox)
    const ownId = vendor === 'microsoft' ? own.microsoft.tenantId : own.google.customerId
    await setAccountState(deps, { vendor, label: 'second', state: 'draining' })
    await setMain(platform, 'draining')
    await addProviderAccount(deps, {
      vendor,
      label,
      credentials: own[vendor],
      capacity: { domains: 1_000, mailboxes: 50_000, dailyRecipients: 1_000_000 },
      state: 'open',
    })
    const name = await addedUnheardAt(platform, ownId)
    await setAccountState(deps, { vendor, label: 'second', state: 'open' })
    await setAccountState(deps, { vendor, label, state: 'closed' })
    // Google does not let a second customer have it meanwhile.
    await reconcile(name)
    expect(standsAt(name)).toContain(ownId)
    return { name, label, ownId }
  }

  test('lets go of what it may hold before', async () => {
    const { name, label } = await leftBehind()
    const refused = await operator(word, 'remove', '--label', label)
    expect(refused).toContain(`${label} may still hold 1 domain placed elsewhere since: ${name}.`)
    expect(refused).toMatch(
      new RegExp(
        ` To do it all the same, give it once more with --leave\\. On the command line: npm run operator -- ${word} drain --label ${label}$`,
      ),
    )
    await operator(word, 'drain', '--label', label)
    expect(await operator(word, 'remove', '--label', label)).toContain('may still hold 1 domain')
    await reconcileUntilDelivered(name)
    expect(standsAt(name)).toEqual([other])
    expect(await operator(word, 'remove', '--label', label)).toBe(
      `${label} is removed. Domains that had a place there are placed elsewhere.`,
    )
  })

  test('is forgotten all the same where it does not work, and what is left is named', async () => {
    const { name, label, ownId } = await leftBehind()
    expect(await operator(word, 'remove', '--label', label, '--leave')).toContain(
      `Look in the vendor's console for what may be left there: ${name}.`,
    )
    await reconcile(name)
    expect(standsAt(name)).toContain(ownId)
  })

  test('is not there under two labels', async () => {
    const there = `There-${crypto.randomUUID()}`
    const one = createAccountsAtHosts(sandbox)
    const capacity = { domains: 10, mailboxes: 500, dailyRecipients: 5_000 }
    const account = (label: string, credentials: unknown) => ({
      vendor: vendor as 'microsoft' | 'google',
      label,
      capacity,
      credentials,
      state: 'closed' as const,
    })
    await addProviderAccount(deps, account(there, one[vendor]))
    const spelling = {
      microsoft: { ...one.microsoft, tenantId: one.microsoft.tenantId.toUpperCase(), clientSecret: 'new' },
      google: { ...one.google, customerId: 'my_customer', adminEmail: one.google.adminEmail.toUpperCase() },
    }
    const again = account('Again', spelling[vendor])
    await expect(addProviderAccount(deps, again)).rejects.toMatchObject({
      message: expect.stringContaining(` is here already as ${there}. For new credentials renew that one.`),
      more: { command: `${word} renew` },
    })
    await addProviderAccount(deps, account('Other', createAccountsAtHosts(sandbox)[vendor]))
    const renewed = renewProviderAccount(deps, { ...again, label: 'Other' }, { isLeft: false })
    await expect(renewed).rejects.toThrow(`is here already as ${there}.`)
    const rows = await db.select().from(providerAccounts).where(eq(providerAccounts.vendor, vendor))
    expect(rows.map(({ label }) => label)).not.toContain('Again')
    for (const label of [there, 'Other']) await operator(word, 'remove', '--label', label)
  })

  test('is not given another id while an entry may stand at what it was', async () => {
    const { name, label } = await leftBehind()
    const renew = (isLeft: boolean) =>
      renewProviderAccount(
        deps,
        { vendor, label, credentials: createAccountsAtHosts(sandbox)[vendor] },
        { isLeft },
      )
    await expect(renew(false)).rejects.toThrow(`${label} may still hold 1 domain`)
    expect((await renew(true)).left).toEqual([name])
    await operator(word, 'remove', '--label', label, '--leave')
  })
})
