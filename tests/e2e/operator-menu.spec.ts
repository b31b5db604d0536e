import type { Page } from '@playwright/test'
import { workItems } from '#server/db/schema/index.ts'
import { joinedStaff } from './console/staff.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expect, test } from './product/test.ts'

const linksOf = (page: Page) => page.getByRole('navigation', { name: 'Console' }).getByRole('link')

test('the menu of the console leads to what a role may open, and its names are read at any width', async ({
  page,
  deps,
}) => {
  await joinedStaff(deps, page, 'technician')
  await page.goto('/operator/domains')
  await expect(page.getByRole('heading', { name: 'Domains', level: 1 })).toBeVisible()
  const names = ['Home', 'Work', 'Customers', 'Orders', 'Domains', 'Health', 'Capacity', 'Staff', 'Account']
  for (const width of [1440, 1024, 768]) {
    await page.setViewportSize({ width, height: 768 })
    const [home, ...pages] = await linksOf(page).allInnerTexts()
    expect(home?.toLowerCase()).toContain('inboxyard')
    expect(pages.map((name) => name.trim())).toEqual(names)
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeInViewport()
  }
  await expect(linksOf(page).filter({ hasText: 'Domains' })).toHaveAttribute('aria-current', 'page')
})

test('a page that a role does not include says so, asks the server nothing, and is linked to from nowhere', async ({
  page,
  deps,
}) => {
  await deps.db
    .insert(workItems)
    .values({ id: `wrk_${Date.now()}`, kind: 'closed_page', subject: 'closed.example', instructions: '-' })
  await joinedStaff(deps, page, 'reader')
  const refused: string[] = []
  page.on('response', (response) => response.status() === 403 && refused.push(response.url()))
  await page.goto('/operator/no-such-page')
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  for (const path of ['/operator/work', '/operator/work/dkim', '/operator/import', '/operator/Brand']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'This page is closed to you' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  }
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Go to Home' }).click()
  const waits = page.getByRole('list', { name: 'What waits' })
  await expect(waits.getByText('Work: closed page')).toBeVisible()
  await expect(waits.getByRole('link', { name: 'Work: closed page' })).toHaveCount(0)
  expect(refused).toEqual([])
})

test('a dialog that is opened offline says so, and is there by itself once there is a connection', async ({
  page,
  deps,
}) => {
  await joinedStaff(deps, page, 'owner')
  await page.goto('/operator/customers')
  const add = page.getByRole('button', { name: 'Add customer' })
  await expect(add).toBeVisible()
  await page.context().setOffline(true)
  await add.dblclick()
  const dialog = page.getByRole('dialog', { name: 'Add a customer' })
  await expect(dialog).toHaveCount(1)
  await expect(dialog.getByText(/^You are offline: please connect to the internet/)).toBeVisible()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()
  // At a person's pace: the second press falls beside the dialog, which stands by then.
  await add.dblclick({ delay: 100 })
  await expect(dialog.getByLabel('Name')).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the menu opens by keys over the page, and goes when a page is chosen or by Escape', async ({
    page,
    deps,
  }) => {
    await joinedStaff(deps, page, 'owner')
    await page.goto('/operator/domains')
    await expect(page.getByRole('heading', { name: 'Domains', level: 1 })).toBeVisible()
    await expect(linksOf(page)).toHaveCount(0)
    const button = page.getByRole('button', { name: 'Menu', exact: true })
    await button.press('Enter')
    await expect(linksOf(page)).toHaveCount(13)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(linksOf(page)).toHaveCount(0)
    await expect(button).toBeFocused()
    await button.click()
    await linksOf(page).filter({ hasText: 'Capacity' }).click()
    await expect(page.getByRole('heading', { name: 'Capacity', level: 1 })).toBeVisible()
    await expect(linksOf(page)).toHaveCount(0)
  })
})
