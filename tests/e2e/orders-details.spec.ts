import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { newId } from '#server/db/ids.ts'
import { domainNames, domains, mailboxes, personas } from '#server/db/schema/index.ts'
import { placeOf } from '#server/db/sealed-columns.ts'
import { expectNoOverflow, openDetails } from './managing/workspace.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { type SeededOrder, seedOrder } from './product/seed-order.ts'
import { expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

test('Order Details tells what was ordered, for whom, and how far each domain is', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.slow()
  const { groups } = await seedOrder(deps, customer.id, {
    forwardingUrl: 'https://acme.com/welcome',
    groups: [
      {
        plan: 'premium',
        tool: 'bison',
        statuses: ['done', 'error', 'in progress'],
        note: 'The name was taken.',
      },
    ],
  })
  await signIn()
  await page.goto('/dashboard')
  await page.getByText(groups[0]?.domains[0] ?? '').click()
  const details = page.getByRole('dialog', { name: 'Order Details' })
  const section = (name: string) => details.getByRole('region', { name })
  const summary = section('Order Summary')
  await expect(summary).toContainText('Order TypeInboxyard Premium')
  await expect(summary).toContainText(/Order Date[A-Z][a-z]+ \d+, \d{4}/)
  await expect(summary).toContainText('Forwarding Domainhttps://acme.com/welcome')
  await expect(section('User Configuration').getByRole('row', { name: /^Jane Doe/ })).toHaveText(
    'Jane Doe75984',
  )

  const broken = groups[0]?.domains[1] ?? ''
  await section('Domains')
    .getByRole('button', { name: `Microsoft ${broken}` })
    .click()
  await expect(details.getByText('The name was taken.')).toBeVisible()
  await expect(details.getByRole('list', { name: 'Timeline' }).getByRole('listitem').first()).toContainText(
    'Verified at Microsoft',
  )
  await section('Domains')
    .getByRole('button', { name: `Microsoft ${groups[0]?.domains[2]}` })
    .click()
  await expect(details.getByText('expected finish not known yet')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(page).toHaveURL('/dashboard')
})

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

test('an order for another tool says that a file will be sent', async ({ page, deps, customer, signIn }) => {
  const { groups } = await seedOrder(deps, customer.id, { groups: [{ tool: 'other' }] })
  await signIn()
  await page.goto(`/dashboard?details=${groups[0]?.groupId}`)
  await expect(
    page.getByText(
      'No tool credentials available for this product. A CSV of the username & passwords will be sent to you',
    ),
  ).toBeVisible()
})

test('an order can be cancelled from its details; someone else’s cannot be seen', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, {})
  await signIn()
  await page.goto('/dashboard?details=bun_ofsomebodyelse_1')
  const details = page.getByRole('dialog', { name: 'Order Details' })
  await expect(details.getByText('There is no such order.')).toBeVisible()
  await details.getByRole('button', { name: 'Close' }).last().click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/dashboard?order=ord_ofsomebodyelse')
  await expect(page.getByText('There is no such order.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all orders' }).click()
  await expect(page.getByText('There is no such order.')).toHaveCount(0)
  await page.goto(`/dashboard?details=${groups[0]?.groupId}`)
  await expect(page.getByRole('link', { name: 'Cancel order' })).toHaveAttribute(
    'href',
    `/cancel_order?id=${groups[0]?.groupId}`,
  )
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

test('what is being changed about a delivered domain is told beside it, and that it was refused', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { orderId, groups } = await seedOrder(deps, customer.id, {})
  const [{ groupId, domains: names }] = groups as [SeededOrder['groups'][number]]
  const since = new Date().toISOString()
  for (const [index, why] of (['failed', 'limit'] as const).entries()) {
    // As long as a name may be, in the widest of letters.
    const name = (names[index] as string).replace('.com', '').padEnd(31, 'w').concat('.com')
    await deps.db
      .update(domains)
      .set({ name })
      .where(eq(domains.name, names[index] as string))
    names[index] = name
    await deps.db.insert(domainNames).values({ name, registration: 'registered' })
    await deps.db
      .update(domains)
      .set({ changing: { what: 'forwarding', since, why, detail: 'it was refused', by: 'our DNS provider' } })
      .where(eq(domains.name, name))
  }
  await signIn()
  await page.goto(`/dashboard?order=${orderId}`)
  const row = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name }).last()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(row(names[0] as string).getByText('Forwarding could not be changed')).toBeInViewport()
    await expect(row(names[1] as string).getByText('Forwarding is being changed')).toBeInViewport()
    const status = row(names[1] as string).getByText('Done', { exact: true })
    await expect(status).toBeInViewport({ ratio: 1 })
    await expectNoOverflow(page)
  }
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const details = await openDetails(page, groupId)
  await details.getByRole('button', { name: `Microsoft ${names[0]}` }).click()
  await expect(details.getByText('Forwarding could not be changed', { exact: true })).toBeVisible()
  await expect(details.getByText(/^Forwarding could not be changed: it was refused\./)).toBeVisible()
})
