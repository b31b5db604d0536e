import { eq, inArray, sql } from 'drizzle-orm'
import { newId } from '#base/db/ids.ts'
import {
  bundles,
  domainHealth,
  domains,
  mailboxes,
  mailboxLinks,
  orders,
  personas,
} from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { newHealth } from '#features/health/rules/memory.ts'
import { openDetails, start } from '#tests/e2e/managing/workspace.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { seedOrder } from '#tests/e2e/product/seed-order.ts'
import { expect, test } from '#tests/e2e/product/test.ts'

const day = 86_400_000

/** Two domains that send, of which one is lost, and two spares that have warmed up for them. */
async function seedReserve({ db, secrets }: Dependencies, customerId: string) {
  const [sends, reserve] = [
    await seedOrder({ db, secrets }, customerId, {}),
    await seedOrder({ db, secrets }, customerId, { forwardingUrl: 'https://spares.example' }),
  ]
  const [sending, spares] = [sends.groups[0], reserve.groups[0]]
  if (!sending || !spares) throw new Error('an order has a group')
  await db.update(orders).set({ isReserve: true }).where(eq(orders.id, reserve.orderId))
  const connection = db
    .select({ id: bundles.connectionId })
    .from(bundles)
    .where(eq(bundles.id, sending.groupId))
  await db
    .update(bundles)
    .set({ connectionId: sql`(${connection})` })
    .where(eq(bundles.id, spares.groupId))
  await db
    .update(domains)
    .set({ deliveredAt: new Date(Date.now() - 40 * day) })
    .where(inArray(domains.bundleId, [sending.groupId, spares.groupId]))
  await seedWarmMailboxes({ db, secrets }, spares.groupId)
  const [lost = '', other = ''] = sending.domains
  const [row] = await db.select().from(domains).where(eq(domains.name, lost))
  await db
    .update(domainHealth)
    .set({
      state: 'replace',
      memory: { ...newHealth(Date.now() - day), state: 'replace' },
      dueAt: new Date(Date.now() + day),
    })
    .where(eq(domainHealth.domainId, row?.id ?? ''))
  return { lost, other, spares: spares.domains.toSorted(), reserveGroup: spares.groupId }
}

/** A mailbox on each domain of a group, whose warm-up began long ago. */
async function seedWarmMailboxes({ db, secrets }: Pick<Dependencies, 'db' | 'secrets'>, groupId: string) {
  const [group] = await db.select().from(bundles).where(eq(bundles.id, groupId))
  const [person] = await db.select().from(personas).where(eq(personas.bundleId, groupId))
  if (!group || !person) throw new Error('The order was not seeded.')
  for (const { id: domainId, name, customerId } of await db
    .select()
    .from(domains)
    .where(eq(domains.bundleId, groupId))) {
    const id = newId('mailbox')
    await db.insert(mailboxes).values({
      id,
      customerId,
      domainId,
      name,
      personaId: person.id,
      localPart: 'jane',
      externalId: `at-the-host-${id}`,
      hostState: 'active',
      secret: secrets.seal('Mailbox.Secret.1', placeOf.mailbox(id)),
    })
    await db.insert(mailboxLinks).values({
      mailboxId: id,
      connectionId: group.connectionId,
      connection: 'connected',
      configuredAt: new Date(Date.now() - 40 * day),
    })
  }
}

test('a customer keeps spares, and has one take the place of a domain that is lost', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(120_000)
  const { lost, other, spares, reserveGroup } = await seedReserve(deps, customer.id)
  const [first = '', second = ''] = spares
  await signIn()
  await page.goto('/health')
  const reserve = page.getByRole('region', { name: 'Reserve' })
  await expect(reserve).toContainText('an assumed 15 %')
  await expect(reserve).toContainText('2 ready; 2 recommended for 2 domains')
  await expect(reserve).toContainText(`${first}: ready, warm since`)
  await expectAccessible(page)

  await reserve.getByRole('button', { name: 'Keep 2 spares' }).click()
  await expect(page).toHaveURL('/select-domains')
  await expect(page.getByText('You are ordering spares')).toBeVisible()
  await expect(page.getByText('Monthly', { exact: true }).locator('xpath=..')).toContainText('$50.00')
  await page.reload()
  await expect(page.getByText('You are ordering spares')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Order domains that send' }).click()
  await expect(page.getByText('You are ordering spares')).toBeHidden()

  await page.goto('/health')
  await page.getByRole('table', { name: 'Domains by health' }).getByRole('link', { name: lost }).click()
  await page.getByRole('button', { name: 'Use a ready spare' }).click()
  const question = page.getByRole('alertdialog', { name: 'Use a ready spare?' })
  await expect(question).toContainText(`${first} takes the place of ${lost}`)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Use it now' }).dblclick()
  await expect(page.getByText('1 spare takes its place now.')).toBeVisible()
  await expect(page.getByText(/^In the reserve; receives until /)).toBeVisible()
  await page.goto('/health')
  await expect(reserve).toContainText('1 ready, 1 to be replaced; 2 recommended for 2 domains')
  await expect(reserve).toContainText('Replace 1 domain in your reserve first')

  const details = await openDetails(page, reserveGroup)
  await expect(details.getByText('Spares', { exact: true })).toBeVisible()
  await expect(details.getByText('To be replaced', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/dashboard')
  await expect(page.getByText('Spares', { exact: true }).first()).toBeVisible()
  await page.getByText('example.com', { exact: true }).first().click()
  await page.getByLabel(/^Select All/).click()
  await start(page, 'replaceDomains')
  const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
  await expect(dialog).toContainText('In 0 days, nothing to pay')
  await dialog.getByRole('button', { name: 'Use a ready spare' }).click()
  const sure = page.getByRole('alertdialog', { name: 'Use a ready spare?' })
  await expect(sure).toContainText(second)
  await sure.getByRole('button', { name: 'Use it now' }).click()
  await expect(page.getByText('1 spare takes its place now.')).toBeVisible()
  await expect(dialog).toBeHidden()
  const [taken] = await deps.db.select().from(domains).where(eq(domains.name, second))
  expect(taken?.forwardingUrl).toBe('https://example.com')
  const spent = await deps.db
    .select({ name: domains.name })
    .from(domains)
    .where(sql`${domains.customerId} = ${customer.id} and ${domains.spentAt} is not null`)
  expect(spent).toHaveLength(2)
  expect(spent.map(({ name }) => name)).toContain(lost)
  expect([lost, other, first]).toEqual(expect.arrayContaining(spent.map(({ name }) => name)))
})
