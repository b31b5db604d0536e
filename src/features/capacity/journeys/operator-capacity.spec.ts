import { join } from 'node:path'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { bundles, domainNames, domains, providerAccounts, users } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { beginMove } from '#features/domains/server/console/begin-move.ts'
import { joinedStaff } from '#tests/e2e/console/staff.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'
import { createAccountsAtHosts } from '#tests/server/another-account.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { openStore } from '#vendors/sandbox/store.ts'
import { addProviderAccount } from '../server/hosts/add-account.ts'

/** Two tenants more at the simulated host, as an operator buys them. */
function boughtTenants() {
  const store = openStore(join(process.env.DATA_DIR ?? '', 'sandbox/sandbox.sqlite'))
  try {
    return [createAccountsAtHosts({ store }).microsoft, createAccountsAtHosts({ store }).microsoft] as const
  } finally {
    store.close()
  }
}

/** Domains that are placed at an account while nothing is made of them: their order is on hold, so nobody works on them. */
async function placedDomains(deps: Dependencies, customerId: string, accountId: string): Promise<string[]> {
  const names = ['one', 'two', 'three'].map(
    (word) => `${word}-${process.env.TEST_PARALLEL_INDEX}-${Date.now()}.com`,
  )
  // All at once: a worker would begin to set up a name that it finds before its order is on hold.
  await deps.db.transaction(async (tx) => {
    const { bundleId } = await createPaidOrder(
      { ...deps, db: tx },
      { customerId, mailboxesPerDomain: 1, names: { azure: names } },
    )
    await tx.update(bundles).set({ operatorHeldSince: new Date() }).where(eq(bundles.id, bundleId))
    await tx.update(domainNames).set({ providerAccountId: accountId }).where(inArray(domainNames.name, names))
  })
  return names
}

test('a technician drains a tenant, adds another and moves three domains there', async ({
  page,
  deps,
  customer,
}) => {
  await joinedStaff(deps, page, 'technician')
  const [old, fresh] = boughtTenants()
  const [oldLabel, freshLabel] = [`old-${Date.now()}`, `fresh-${Date.now()}`]
  const oldId = await addProviderAccount(deps, {
    vendor: 'microsoft',
    label: oldLabel,
    credentials: old,
    capacity: { domains: 3, mailboxes: 300, dailyRecipients: 30_000 },
    state: 'closed',
  })
  const names = await placedDomains(deps, customer.id, oldId)
  await deps.db.update(providerAccounts).set({ state: 'open' }).where(eq(providerAccounts.id, oldId))

  await page.goto(`/operator/capacity?text=${oldLabel}`)
  await expect(page.getByRole('row', { name: oldLabel })).toContainText('Full')
  await expectAccessible(page)
  await page.getByRole('link', { name: oldLabel }).click()
  await page.getByRole('button', { name: 'Drain' }).click()
  await page.getByRole('button', { name: 'Drain it' }).click()
  await expectTold(page, `${oldLabel} takes nothing new. 0 domains there until taken down.`)
  await expect(page.getByText('Drains it: it takes nothing new')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'All accounts' }).click()
  await page.getByRole('button', { name: 'Add an account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your name for it').fill(freshLabel)
  await dialog.getByLabel('Directory (tenant) id').fill(fresh.tenantId)
  await dialog.getByLabel('Application (client) id').fill(fresh.clientId)
  await dialog.getByLabel('Initial domain').fill(fresh.initialDomain)
  await dialog.getByLabel('Client secret').fill(fresh.clientSecret)
  await dialog.getByLabel('The secret ends on').fill('2099-03-31')
  await dialog.getByLabel('Domains').fill('3')
  await dialog.getByLabel('Mailboxes').fill('300')
  await dialog.getByLabel('Mails a day').fill('30000')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await expectTold(page, `${freshLabel} is added. It works, and takes new domains.`)
  await expect(page.getByRole('heading', { name: freshLabel })).toBeVisible()
  await expect(page.getByText('2099-03-31')).toBeVisible()

  await page.goto(`/operator/capacity/${oldId}`)
  for (const name of names) await page.getByRole('checkbox', { name: `Choose ${name}` }).click()
  await page.getByRole('button', { name: 'Move to …' }).click()
  await page.getByRole('dialog').getByLabel('To').click()
  await page.getByRole('option', { name: new RegExp(freshLabel) }).click()
  await page.getByRole('button', { name: 'Move 3 domains' }).click()
  await expectTold(page, `3 domains placed at ${freshLabel}.`)
  await expect(page.getByText('No domain is placed here')).toBeVisible()
  const placed = await deps.db
    .select({ label: providerAccounts.label })
    .from(domainNames)
    .innerJoin(providerAccounts, eq(providerAccounts.id, domainNames.providerAccountId))
    .where(inArray(domainNames.name, names))
  expect(placed.map(({ label }) => label)).toEqual([freshLabel, freshLabel, freshLabel])

  await page.getByRole('button', { name: `More to do with ${oldLabel}` }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).press('Enter')
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expectTold(page, `${oldLabel} is removed. Domains that had a place there are placed elsewhere.`)
  await expect(page).toHaveURL('/operator/capacity')
  expect(await deps.db.$count(providerAccounts, eq(providerAccounts.id, oldId))).toBe(0)
})

test('what cannot be moved is listed with its reason before anything is asked, and who only reads finds no act', async ({
  page,
  deps,
  customer,
}) => {
  await joinedStaff(deps, page, 'support')
  const [tenant] = boughtTenants()
  const label = `stays-${Date.now()}`
  const accountId = await addProviderAccount(deps, {
    vendor: 'microsoft',
    label,
    credentials: tenant,
    capacity: { domains: 3, mailboxes: 300, dailyRecipients: 30_000 },
    state: 'closed',
  })
  const [name = ''] = await placedDomains(deps, customer.id, accountId)
  await deps.db
    .update(domainNames)
    .set({
      facts: { verified: { at: new Date().toISOString() } },
      // Nobody else writes what is known of it meanwhile.
      leaseUntil: new Date(Date.now() + 3_600_000),
      leaseToken: '00000000-0000-4000-8000-000000000000',
    })
    .where(eq(domainNames.name, name))
  await page.goto(`/operator/capacity/${accountId}`)
  await expect(page.getByText('1 domain of which something stands there')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask now' })).toBeHidden()
  await page.getByRole('checkbox', { name: `Choose ${name}` }).click()
  await page.getByRole('button', { name: 'Move to …' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('0 of 1 can move.')
  await expect(dialog).toContainText('Something of it stands at its host already')
  await expect(dialog.getByRole('button', { name: 'Move', exact: true })).toBeDisabled()
  await expectAccessible(page)
  const [row] = await deps.db.select().from(domains).where(eq(domains.name, name))
  expect(row?.want).toBe('run')
})

test('the list of an account follows a move that somebody else has begun', async ({
  page,
  deps,
  customer,
}) => {
  const { email } = await joinedStaff(deps, page, 'technician')
  const [staff] = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  const [from, to] = boughtTenants()
  const add = (label: string, credentials: typeof from) =>
    addProviderAccount(deps, {
      vendor: 'microsoft',
      label,
      credentials,
      capacity: { domains: 3, mailboxes: 300, dailyRecipients: 30_000 },
      state: 'closed',
    })
  const fromId = await add(`left-${Date.now()}`, from)
  const accountId = await add(`reached-${Date.now()}`, to)
  const names = await placedDomains(deps, customer.id, fromId)
  // New domains of other tests go elsewhere: it is open for as long as these move.
  await deps.db.update(providerAccounts).set({ state: 'open' }).where(eq(providerAccounts.id, accountId))
  const ids = (await deps.db.select().from(domains).where(inArray(domains.name, names))).map(({ id }) => id)
  // That its order is on hold has been done: nobody works on them any more.
  const atWork = and(inArray(domainNames.name, names), gt(domainNames.wantedRev, domainNames.doneRev))
  await expect.poll(() => deps.db.$count(domainNames, atWork)).toBe(0)
  // Whoever holds the account keeps workers from moving them until the page is there.
  await deps.db.transaction(async (tx) => {
    await tx.select().from(providerAccounts).where(eq(providerAccounts.id, accountId)).for('no key update')
    await beginMove(deps, { ids, accountId, userId: staff?.id ?? '' })
    await page.goto(`/operator/capacity/${fromId}`)
    await expect(page.getByText('3 domains are being placed at')).toBeVisible()
    for (const name of names) await expect(page.getByRole('link', { name })).toBeVisible()
  })
  await expect(page.getByText('No domain is placed here')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('3 domains are being placed at')).toBeHidden()
  await deps.db.update(providerAccounts).set({ state: 'closed' }).where(eq(providerAccounts.id, accountId))
})

test('draining the last open account of a host says what waits for it', async ({ page, deps }) => {
  await joinedStaff(deps, page, 'technician')
  const [only, another] = await deps.db
    .select({ id: providerAccounts.id })
    .from(providerAccounts)
    .where(eq(providerAccounts.vendor, 'google'))
  expect(another).toBeUndefined()
  await page.goto(`/operator/capacity/${only?.id}`)
  await page.getByRole('button', { name: 'Drain' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('No other Google account is open: new domains wait until one is.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Drain' })).toBeVisible()
})
