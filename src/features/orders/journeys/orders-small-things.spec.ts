import { imported } from '#tests/e2e/product/built-files.ts'
import { seedOrder } from '#tests/e2e/product/seed-order.ts'
import { expect, test } from '#tests/e2e/product/test.ts'

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
