import { eq } from 'drizzle-orm'
import { domainNames, domains } from '#server/db/schema/index.ts'
import { imported } from './product/built-files.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { seedOrder } from './product/seed-order.ts'
import { expect, test } from './product/test.ts'

test('a double click on what opens a dialog selects nothing in it; one inside does', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedOrder(deps, customer.id, {})
  await signIn()
  // What is looked at here arrives when the page has nothing better to do.
  const manners = imported(page, 'ui/late-manners.ts')
  await page.goto('/dashboard')
  await (await manners).finished()
  const selected = () => page.evaluate(() => window.getSelection()?.toString().trim())
  await page.getByRole('toolbar').getByRole('button', { name: 'Replace Domains' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
  const title = await dialog.getByRole('heading').boundingBox()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // As when the button stands where the title of its dialog will.
  const button = page.getByRole('toolbar').getByRole('button', { name: 'Replace Domains' })
  const place = { x: (title?.x ?? 0) + 20, y: (title?.y ?? 0) + 10 }
  await button.evaluate((element, { x, y }) => {
    element.style.cssText = `position: fixed; z-index: 30; left: ${x - 10}px; top: ${y - 15}px`
  }, place)
  await page.mouse.dblclick(place.x, place.y)
  await expect(dialog).toBeVisible()
  expect(await selected()).toBe('')
  await dialog.getByRole('heading').dblclick({ position: { x: 20, y: 10 } })
  await expect.poll(selected).not.toBe('')
})

test('details that are opened by a double press are closed by one', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedOrder(deps, customer.id, {})
  await signIn()
  await page.goto('/dashboard')
  const before = await page.evaluate(() => history.length)
  await page
    .getByRole('button', { name: /^Inboxyard/ })
    .first()
    .dblclick()
  const details = page.getByRole('dialog', { name: 'Order Details' })
  await expect(details).toBeVisible()
  expect(await page.evaluate(() => history.length)).toBe(before + 1)
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
})

test('an order that waits for its customer is calm in its set-up and in its details', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, {
    groups: [{ statuses: ['pending'], source: 'own', note: 'Point the name servers here.' }],
  })
  await signIn()
  await page.goto(`/dashboard?details=${groups[0]?.groupId}`)
  const item = page.getByRole('dialog', { name: 'Order Details' }).getByRole('listitem').first()
  await expect(item.getByText('Waits for you', { exact: true })).toBeVisible()
  await expect(item.getByText('Pending', { exact: true })).toBeHidden()
  await page.keyboard.press('Escape')
  const setUp = page.getByRole('list', { name: 'Set-up' })
  await expect(setUp.getByText('Waits for you').first()).toBeVisible()
  await expect(setUp.getByText('Needs attention')).toHaveCount(0)
})

test('“Correct credentials” leads to the fields of the credentials themselves', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, {
    groups: [{ tool: 'smartlead', statuses: ['pending'], note: 'Smartlead does not take the API key.' }],
  })
  const problem = { kind: 'unauthorised', reason: 'no', at: new Date().toISOString() }
  for (const name of groups[0]?.domains ?? [])
    await deps.db.insert(domainNames).values({ name, registration: 'registered', problem })
  await signIn()
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Correct credentials' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Order' })
  await expect(dialog.getByRole('group', { name: 'Sending Tool' }).getByLabel('API Key')).toBeFocused()
  await expect(page.getByRole('dialog', { name: 'Order Details' })).toBeHidden()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Correct credentials' })).toBeFocused()
})

test('credentials whose order cannot be fetched say so and are asked for again', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, { groups: [{ statuses: ['pending'], note: 'No.' }] })
  const [group] = groups
  const problem = { kind: 'unauthorised', reason: 'no', at: new Date().toISOString() }
  for (const name of group?.domains ?? [])
    await deps.db.insert(domainNames).values({ name, registration: 'registered', problem })
  await signIn()
  const path = `**/api/orders/groups/${group?.groupId}`
  await page.route(path, (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Correct credentials' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Order' })
  const again = dialog.getByRole('button', { name: /again|Retry/i })
  await expect(again).toBeVisible()
  await page.unroute(path)
  await again.click()
  await expect(dialog.getByLabel('Forwarding Domain')).toBeVisible()
})

test('the actions of an order are one stop of the keyboard, and arrow keys lead through them', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedOrder(deps, customer.id, {})
  await signIn()
  await page.goto('/dashboard')
  await page.getByLabel('Select Inboxyard Azure').click()
  const button = (name: string) => page.getByRole('toolbar').getByRole('button', { name })
  await button('Update Forwarding').focus()
  await page.keyboard.press('ArrowRight')
  await expect(button('Update Usernames')).toBeFocused()
  await page.keyboard.press('End')
  await expect(button('Reinstate')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(button('Update Forwarding')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(button('Replace Domains')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('toolbar').locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(button('Replace Domains')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Replace Domains' })).toBeVisible()
})

test('the account’s active inboxes, domains and price stand before what was saved', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, {
    groups: [{ plan: 'premium' }, { statuses: ['in progress'], inboxes: 12 }],
  })
  await signIn()
  await page.goto('/dashboard')
  const figures = page.locator('dl').filter({ hasText: 'Monthly price' }).first()
  await expect(figures.getByRole('term')).toHaveText([
    'Active inboxes',
    'Domains',
    'Monthly price',
    'Hours of time saved',
    'Inboxes set up',
    'Money saved',
  ])
  // 3 x 50 + 3 x 3 are delivered; of the second group 2 x 12 stand and are not proven yet.
  const figure = (label: string) => figures.getByRole('term').filter({ hasText: label }).locator('..')
  await expect(figure('Active inboxes').getByRole('definition')).toHaveText('159')
  await expect(figure('Domains').getByRole('definition')).toHaveText('8')
  await expect(figure('Monthly price').getByRole('definition')).toHaveText('$175.00')
  await expect(figure('Inboxes set up').getByRole('definition')).toHaveText('183')
  await page.getByRole('button', { name: 'How it is computed: Active inboxes' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText(
    'Inboxes on domains that are done, in orders that are not on hold.',
  )
  await deps.db
    .update(domains)
    .set({ status: 'done' })
    .where(eq(domains.bundleId, groups[1]?.groupId ?? ''))
  await page.reload()
  await expect(figure('Active inboxes').getByRole('definition')).toHaveText('259')
})
