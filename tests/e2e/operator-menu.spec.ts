import type { Page } from '@playwright/test'
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
