import { selectAll, start } from './managing/workspace.ts'
import { seedOrder } from './product/seed-order.ts'
import { expect, test } from './product/test.ts'

test('a double press sends an update once', async ({ page, deps, customer, signIn }) => {
  await seedOrder(deps, customer.id, {})
  await signIn()
  await selectAll(page)
  await start(page, 'updateForwarding')
  const dialog = page.getByRole('dialog', { name: 'Update Forwarding Domain' })
  await dialog.getByLabel('New Forwarding Domain').fill('example.org')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname)
  })
  await dialog.getByRole('button', { name: 'Update Forwarding Domain' }).dblclick()
  await expect(dialog).toBeHidden()
  expect(sent).toEqual(['/api/domains/update-forwarding'])
})

test('presses that come before anything is drawn cancel an order once', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, {})
  await signIn()
  await page.goto(`/cancel_order?id=${groups[0]?.groupId}`)
  await page.getByRole('radio', { name: 'Pricing concerns' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname)
  })
  await page.getByRole('button', { name: 'Confirm Cancellation' }).evaluate((button: HTMLElement) => {
    for (let press = 0; press < 3; press++) button.click()
  })
  await expect(page).toHaveURL('/dashboard')
  expect(sent).toEqual(['/api/orders/cancel'])
})

test('a question is not answered by the second press of what has asked it', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedOrder(deps, customer.id, {})
  await signIn()
  await selectAll(page)
  await start(page, 'updateForwarding')
  const dialog = page.getByRole('dialog', { name: 'Update Forwarding Domain' })
  await dialog.getByLabel('New Forwarding Domain').fill('example.org')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await dialog.getByRole('button', { name: 'Close' }).evaluate((close: HTMLElement) => {
    close.click()
    // As soon as the question stands, a second press falls on its button.
    const press = () => {
      const button = document.querySelector('[role=alertdialog] button:last-of-type')
      if (button)
        button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }))
      else requestAnimationFrame(press)
    }
    requestAnimationFrame(press)
  })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialog).toBeHidden()
})
