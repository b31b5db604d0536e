import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { newId } from '#base/db/ids.ts'
import { domains, mailboxes, personas } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { openDetails } from '#tests/e2e/managing/workspace.ts'
import { seedOrder } from '#tests/e2e/product/seed-order.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'

test('secrets are masked, shown one at a time on request, and their reading is part of the activity', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, { groups: [{ tool: 'instantly' }] })
  await signIn()
  const details = await openDetails(page, groups[0]?.groupId ?? '')
  await expect(details.getByText('my-username')).toBeVisible()
  await expect(details.getByText('secret-')).toHaveCount(0)
  await details.getByRole('button', { name: 'Show Password' }).click()
  await expect(details.getByText('secret-password-of-instantly')).toBeVisible()
  await expect(details.getByText('secret-apiKey-of-instantly')).toHaveCount(0)
  await details.getByRole('button', { name: 'Hide Password' }).click()
  await expect(details.getByText('secret-password-of-instantly')).toBeHidden()
  await page.reload()
  await expect(details.getByText('Read the Instantly password')).toBeVisible()
})

test('mailboxes of the selected domains are exported for a person who knows the password', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, {})
  const groupId = groups[0]?.groupId ?? ''
  const [domain] = await deps.db.select().from(domains).where(eq(domains.bundleId, groupId))
  const [person] = await deps.db.select().from(personas).where(eq(personas.bundleId, groupId))
  if (!domain || !person) throw new Error('The order was not seeded.')
  const id = newId('mailbox')
  await deps.db.insert(mailboxes).values({
    id,
    customerId: customer.id,
    domainId: domain.id,
    name: domain.name,
    personaId: person.id,
    localPart: 'jane',
    externalId: 'at-the-host',
    hostState: 'active',
    secret: deps.secrets.seal('Mailbox.Secret.1', placeOf.mailbox(id)),
  })
  await signIn()
  await page.goto('/dashboard')
  await page.getByLabel('Select Inboxyard Azure').click()
  await page.getByRole('button', { name: 'Export mailboxes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export mailboxes' })
  await dialog.getByLabel('Your password').fill('Wrong.Horse.1')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This is not your password.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(customer.password)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('mailboxes-2-domains.csv')
  const file = readFileSync(await download.path(), 'utf8')
  expect(file).toContain(`jane@${domain.name}`)
  expect(file).toContain('Mailbox.Secret.1')
  await expect(dialog).toBeHidden()
  await expectTold(page, '1 mailbox exported')
})
