import type { Page } from '@playwright/test'
import { inArray } from 'drizzle-orm'
import { domains } from '#base/db/schema/index.ts'
import { joinedStaff } from '#tests/e2e/console/staff.ts'
import { seedOrder } from '#tests/e2e/product/seed-order.ts'
import { expect, test } from '#tests/e2e/product/test.ts'

/** From here on the page stays as it is drawn at first. */
const neverIdle = (page: Page) =>
  page.evaluate(() => {
    window.requestIdleCallback = () => 0
  })

test('of a table that is opened far down a page, every row in sight is there at once', async ({
  page,
  deps,
  customer,
}) => {
  const { groups } = await seedOrder(deps, customer.id, {})
  const names = groups.flatMap((group) => group.domains)
  await deps.db.update(domains).set({ deliveredAt: new Date() }).where(inArray(domains.name, names))
  await joinedStaff(deps, page, 'technician')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/operator')
  const open = page.getByRole('button', { name: 'Show as table: Set-ups a day' })
  await open.waitFor()
  await neverIdle(page)
  await open.evaluate((button) => button.scrollIntoView())
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000)
  await open.press('Enter')
  const table = page.getByRole('table', { name: 'Set-ups a day' })
  await expect(table).toBeVisible()
  const gaps = await table.locator('[data-gap]').evaluateAll((rows) =>
    rows.map((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return bottom > 0 && top < window.innerHeight
    }),
  )
  expect(gaps).toEqual([false])
})

test('going back leads to where one was, also on what is drawn after the rest of the page', async ({
  page,
  deps,
}) => {
  await joinedStaff(deps, page, 'owner')
  const farDown = () => page.evaluate(() => window.scrollY)
  await page.goto('/operator')
  const last = page.getByRole('heading', { name: 'Workers' })
  await last.scrollIntoViewIfNeeded()
  await expect.poll(farDown).toBeGreaterThan(0)
  await expect(last).toBeInViewport()
  // A page that fits into the window, which has no such place.
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeVisible()
  await expect.poll(farDown).toBe(0)
  await page.goBack()
  // Not to the pixel: what others do meanwhile makes the page longer or shorter.
  await expect.poll(farDown).toBeGreaterThan(0)
  await expect(last).toBeInViewport()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeVisible()
  await expect.poll(farDown).toBe(0)
})
