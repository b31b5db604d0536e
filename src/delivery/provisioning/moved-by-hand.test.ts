import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domainNames, domains, mailboxes, mailboxLinks } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { addProviderAccount } from '#features/capacity/server/hosts/add-account.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { createAccountsAtHosts } from '#tests/server/another-account.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { demoBison } from '#vendors/bison/simulator/demo.ts'
import { createBisonState } from '#vendors/bison/simulator/state.ts'
import { googleState } from '#vendors/google/simulator/state.ts'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import { microsoftState } from '#vendors/microsoft/simulator/state.ts'
import { retire } from './retire.ts'
import { answerWorkItems } from './testing/operator-robot.ts'
import { reconcileUntilDone } from './testing/reconcile-until-done.ts'
import { vendorDifferences } from './testing/vendor-state.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps

async function delivered(
  platform: Platform,
  tool: 'bison' | 'other',
  meanwhile?: (name: string) => Promise<unknown>,
) {
  const { id } = await world.customer()
  const name = freshName()
  await createPaidOrder(deps, {
    customerId: id,
    plan: platform,
    tool,
    ...(tool === 'bison' && {
      toolValues: { apiKey: demoBison.apiUserKey, url: 'https://bison.example.test' },
    }),
    mailboxesPerDomain: 2,
    names: { azure: [], google: [], [platform]: [name] },
  })
  await reconcileUntilDone(world, name, meanwhile && { meanwhile: () => meanwhile(name) })
  return name
}

/** A person connects all mailboxes of a name with the vendor's uploader. */
async function uploadAll(name: string) {
  const made = await db.select().from(mailboxes).where(eq(mailboxes.name, name))
  const senders = made.map(({ localPart }) => ({
    email: `${localPart}@${name}`,
    name: localPart,
    password: 'x',
    type: 'microsoft_oauth',
  }))
  await sandbox.fetch('http://sandbox.invalid/_bison/upload', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: demoBison.apiUserKey, mailboxes: senders }),
  })
  await answerWorkItems(deps, sandbox)
}

test('a sender that has another number at Email Bison is taken out by its address, and what has its old number stays', async () => {
  const state = createBisonState(sandbox.world)
  const name = await delivered('azure', 'bison', uploadAll)
  const links = await db
    .select({ id: mailboxLinks.externalId, localPart: mailboxes.localPart })
    .from(mailboxLinks)
    .innerJoin(mailboxes, eq(mailboxes.id, mailboxLinks.mailboxId))
    .where(eq(mailboxes.name, name))
  expect(links).toHaveLength(2)
  // As after an instance was set up again from a copy: the numbers begin anew, and are others' now.
  const kept = links.map(({ id }) => {
    const sender = required(state.senders.get(id ?? ''), 'a sender')
    state.remove(sender)
    state.add(sender.workspaceId, sender)
    const strangers = { ...sender, email: `own${id}@own.test` }
    state.save(strangers)
    return strangers.email
  })
  await db.transaction((tx) => retire(deps, tx, eq(domains.name, name)))
  for (let run = 0; run < 8; run++) await world.reconcile(name)
  const there = state.senders.list().map(({ email }) => email)
  expect(there.filter((email) => email.endsWith(`@${name}`))).toEqual([])
  expect(there).toEqual(expect.arrayContaining(kept))
})

/** Another account of the operator's at the domain's host; the first one loses the domain with all its mailboxes. */
async function loseDomain(name: string, platform: Platform) {
  const vendor = platform === 'azure' ? 'microsoft' : 'google'
  const second = createAccountsAtHosts(sandbox)
  const label = `second for ${name}`
  await addProviderAccount(deps, {
    vendor,
    label,
    credentials: second[vendor],
    capacity: { domains: 1_000, mailboxes: 50_000, dailyRecipients: 1_000_000 },
    state: 'open',
  })
  const row = async () =>
    required((await db.select().from(domainNames).where(eq(domainNames.name, name)))[0], 'its row')
  const host = await deps.vendors.mailboxHost(required((await row()).providerAccountId, 'its account'))
  const made = await db.select().from(mailboxes).where(eq(mailboxes.name, name))
  await host.deleteMailboxes(made.flatMap(({ externalId }) => externalId ?? []))
  const [google, microsoft] = [googleState(sandbox.store), microsoftState(sandbox.store)]
  const before = {
    google: google.domains.get(name),
    azure: microsoft.domains.get(`${demoMicrosoftTenant.tenantId}/${name}`),
  }
  await host.removeDomain(name)
  // As a day later, when the account was listed.
  const verified = { at: new Date(0).toISOString() }
  const { facts } = await row()
  await db
    .update(domainNames)
    .set({ facts: { ...facts, verified, mailboxes: undefined }, doneRev: 0 })
    .where(eq(domainNames.name, name))
  return {
    row,
    label,
    /** People have added and verified it in the other account. */
    addElsewhere() {
      if (before.google) google.domains.put(name, { ...before.google, customerId: second.google.customerId })
      const { tenantId } = second.microsoft
      if (before.azure) microsoft.domains.put(`${tenantId}/${name}`, { ...before.azure, tenantId }, tenantId)
      if (before.azure) microsoft.claims.put(name, { holder: tenantId })
    },
  }
}

test.each<Platform>(['azure', 'google'])(
  'a domain that people have moved between accounts at %s is set up in the one that has it',
  async (platform) => {
    const name = await delivered(platform, 'other')
    const { row, label, addElsewhere } = await loseDomain(name, platform)
    const from = (await row()).providerAccountId
    addElsewhere()
    await world.reconcile(name)
    expect((await row()).problem?.reason).toBe(`the domain was moved to “${label}”, and is set up there`)
    await reconcileUntilDone(world, name)
    expect((await row()).providerAccountId).not.toBe(from)
    expect(await vendorDifferences(deps, sandbox, name)).toEqual([])
  },
)

test.each<Platform>(['azure', 'google'])(
  'a domain that is in none of the accounts at %s any more waits for the operator, and is added nowhere',
  async (platform) => {
    const name = await delivered(platform, 'other')
    const { row } = await loseDomain(name, platform)
    await world.reconcile(name)
    await world.reconcile(name)
    expect((await row()).problem).toMatchObject({
      waitsFor: 'operator',
      reason: expect.stringContaining('none of your accounts'),
    })
  },
)
