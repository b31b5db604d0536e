import type { Page } from '@playwright/test'
import {
  callApi,
  expectStatus,
  placeDeliveredOrder,
  placePaidOrder,
} from '#tests/e2e/managing/place-paid-order.ts'
import { openDetails } from '#tests/e2e/managing/workspace.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'
import { demoDnsimple } from '#vendors/dnsimple/simulator/demo.ts'

const sandbox = () => `http://127.0.0.1:${process.env.SANDBOX_PORT}`

/** Where the registrar itself says that visitors of these names are sent. */
async function forwardingAtRegistrar(page: Page, names: readonly string[]): Promise<(string | undefined)[]> {
  const { accountId, token } = demoDnsimple
  return Promise.all(
    names.map(async (name) => {
      const answer = await page.request.get(
        `${sandbox()}/dnsimple/v2/${accountId}/zones/${name}/records?type=URL&name=`,
        { headers: { authorization: `Bearer ${token}` } },
      )
      const { data } = (await answer.json()) as { data: { content: string }[] }
      return data[0]?.content
    }),
  )
}

/** What someone does at a third party, outside its API. */
async function atThirdParty(page: Page, path: `/_${string}`, data: unknown): Promise<void> {
  const answer = await page.request.post(sandbox() + path, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test('a new forwarding address of one group reaches the registrar', async ({ page, signIn, customer }) => {
  test.setTimeout(240_000)
  await signIn()
  const order = await placeDeliveredOrder(page, customer)
  expect(await forwardingAtRegistrar(page, order.domains)).toEqual(
    order.domains.map(() => 'https://example.com'),
  )

  await page.goto('/dashboard')
  await page.getByLabel('Select Inboxyard Azure').click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Update Forwarding' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Forwarding Domain' })
  const submit = dialog.getByRole('button', { name: 'Update Forwarding Domain' })
  await submit.click()
  await expect(dialog.getByText('Forwarding domain cannot be empty')).toBeVisible()
  await dialog.getByLabel('New Forwarding Domain').fill('example.org/offer')
  await submit.click()
  await expectTold(page, 'Forwarding domain updated successfully')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'example.org/offer' })).toBeVisible()
  await expect
    .poll(() => forwardingAtRegistrar(page, order.domains), { timeout: 60_000 })
    .toEqual(order.domains.map(() => 'https://example.org/offer'))

  await page.getByRole('button', { name: 'Inboxyard Azure', exact: true }).click()
  await expect(
    page.getByRole('dialog', { name: 'Order Details' }).getByText('Sent visitors of 2 domains elsewhere'),
  ).toBeVisible()
})

test('more than 20 domains are forwarded in the background, and the page tells how far that is', async ({
  page,
  signIn,
  customer,
}) => {
  test.setTimeout(400_000)
  await signIn()
  const order = await placePaidOrder(page, customer, { plan: 'google', orderCount: 5 })
  expect(order.domains).toHaveLength(25)
  await expectStatus(page, order.domains, 'done')

  await page.goto('/dashboard')
  await page.getByLabel('Select All (5)').click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Update Forwarding' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bulk Update Forwarding Domains' })
  await expect(
    dialog.getByText('You are updating 25 domains. This runs in the background and may take a few minutes.'),
  ).toBeVisible()
  const submit = dialog.getByRole('button', { name: 'Update Forwarding Domains' })
  await dialog.getByLabel('Inboxyard Google #1').fill('example.org/all')
  await submit.click()
  await expect(dialog.getByText('All forwarding domains must be specified').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Use for all' }).click()
  await dialog.getByLabel('Inboxyard Google #5').fill('example.org/last')
  await submit.click()
  await expectTold(page, 'Forwarding update started for 25 domains.')
  await expect(dialog.getByRole('progressbar', { name: 'Domains updated' })).toBeVisible()
  await expect(dialog.getByText('25 domains updated')).toBeVisible({ timeout: 90_000 })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  const wanted = order.domains.map((_, at) => `https://example.org/${at < 20 ? 'all' : 'last'}`)
  expect(await forwardingAtRegistrar(page, order.domains)).toEqual(wanted)
})

test('Check now sees at once that the name servers of an own domain point here', async ({
  page,
  signIn,
  customer,
}) => {
  test.setTimeout(240_000)
  await signIn()
  const order = await placePaidOrder(page, customer, { domainOption: 'own' })
  const [name = ''] = order.domains
  await expectStatus(page, [name], 'pending')
  await page.goto('/dashboard')
  // Of the order in the list, and of the domains on its card.
  const list = page.getByRole('listbox', { name: 'Orders' })
  await expect(list.getByText('Waits for you')).toBeVisible()
  await expect(
    page.getByRole('listitem').filter({ hasText: name }).getByText('Waits for you').first(),
  ).toBeVisible()
  const details = await openDetails(page, order.groupId)
  const domains = details.getByRole('region', { name: 'Domains' })
  const unfold = page.getByRole('button', { name: `Microsoft ${name}` })
  const item = domains.getByRole('listitem').filter({ has: unfold })
  await expect(item.getByText('Waits for you', { exact: true })).toBeVisible()
  const nameServers = await domains
    .getByRole('list', { name: 'Name servers to set' })
    .locator('code')
    .allTextContents()
  expect(nameServers).toHaveLength(4)

  await atThirdParty(page, '/_dns/delegation', { name, nameServers })
  await unfold.click()
  await item.getByRole('button', { name: 'Check now' }).click()
  await expectTold(page, `Checking ${name} now.`)
  await expect(item.getByText('Name servers point here')).toBeVisible({ timeout: 60_000 })
  await expectStatus(page, [name], 'done')
  expect(await forwardingAtRegistrar(page, [name])).toEqual(['https://example.com'])
  await expect(details.getByText(`Asked for a new look at ${name}`)).toBeVisible()
})

test('Try again continues with a domain once what stood in its way is gone', async ({
  page,
  signIn,
  customer,
}) => {
  test.setTimeout(240_000)
  await signIn()
  const order = await placePaidOrder(page, customer, {
    beforePayment: ([name]) => atThirdParty(page, '/_microsoft/claim', { domain: name }),
  })
  const [name = ''] = order.domains
  await expectStatus(page, [name], 'error')
  const details = await openDetails(page, order.groupId)
  const unfold = details.getByRole('button', { name: `Microsoft ${name}` })
  await expect(unfold).toBeVisible()
  if ((await unfold.getAttribute('aria-expanded')) === 'false') await unfold.click()
  await atThirdParty(page, '/_microsoft/release', { domain: name })
  await details.getByRole('button', { name: 'Try again' }).click()
  await expectTold(page, `Trying ${name} again.`)
  await expectStatus(page, [name], 'done')
  const group = await callApi<{ domains: { domain: string; status: string }[] }>(
    page,
    'GET',
    `/api/orders/groups/${order.groupId}`,
  )
  expect(group.domains.find(({ domain }) => domain === name)?.status).toBe('done')
})

test('paying leads to the dashboard, and its message to the order that was paid', async ({
  page,
  signIn,
  customer,
}) => {
  test.setTimeout(180_000)
  await signIn()
  const order = await placePaidOrder(page, customer, { domainOption: 'own' })
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await page.getByRole('button', { name: 'View order' }).click()
  await expect(page).toHaveURL(/\/confirmed_order\?session_id=cs_/)
  await expect(page.getByText(order.orderId)).toBeVisible()
})
