import type { Page } from '@playwright/test'
import { inArray } from 'drizzle-orm'
import { domains, workItems } from '#server/db/schema/index.ts'
import { consoleHome } from '#shared/api/console/home.ts'
import { joinedStaff } from './console/staff.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { seedOrder } from './product/seed-order.ts'
import { expect, test } from './product/test.ts'

const tallest = (cells: Element[]) => Math.max(...cells.map((cell) => cell.getBoundingClientRect().height))

test('home says what waits, by itself, and keeps what it said while the server does not answer', async ({
  page,
  deps,
}) => {
  const kind = `made_up_${process.env.TEST_PARALLEL_INDEX}`
  await page.clock.install()
  await joinedStaff(deps, page, 'owner')
  await page.goto('/operator')
  await expect(page.getByText(/^Last read at \d\d:\d\d:\d\d/)).toBeVisible()
  const room = page.getByRole('table', { name: 'Room at mailbox hosts' })
  await expect(room).toBeVisible()
  for (const width of [1440, 1280, 1024, 768]) {
    await page.setViewportSize({ width, height: 800 })
    // Each figure on its line, in the sight of its card.
    expect(await room.locator('td > span').filter({ hasText: / of / }).evaluateAll(tallest)).toBeLessThan(50)
    expect(
      await room.evaluate(({ clientWidth, parentElement: card }) => clientWidth <= (card?.clientWidth ?? 0)),
    ).toBe(true)
  }
  await expect(page.getByRole('heading', { name: 'Time to deliver' })).toBeVisible()
  await expectAccessible(page)

  const id = `wrk_${Date.now()}`
  await deps.db.insert(workItems).values({ id, kind, subject: id, instructions: '-' })
  await page.clock.runFor(11_000)
  const line = page.getByRole('listitem').filter({ hasText: `Work: ${kind.replaceAll('_', ' ')}` })
  await expect(line).toBeVisible()
  await expect(line.getByRole('link')).toHaveAttribute('href', `/operator/work?kind=${kind}`)

  await page.route(`**${consoleHome.path}`, (route) => route.abort())
  await page.clock.runFor(11_000)
  await expect(page.getByText(/^This is what it was at/)).toBeVisible()
  await expect(line).toBeVisible()
  await page.unroute(`**${consoleHome.path}`)
  await page.clock.runFor(11_000)
  await expect(page.getByText(/^This is what it was at/)).toBeHidden()
})

test('who may not see money is shown none, and a chart has its rows behind it', async ({ page, deps }) => {
  await deps.db.execute(`insert into vendor_hours (vendor, hour, calls, errors)
    values ('stripe', date_trunc('hour', now()), 3, 2) on conflict (vendor, hour) do update set errors = 2`)
  await joinedStaff(deps, page, 'technician')
  await page.goto('/operator')
  await page.getByRole('button', { name: 'Show as table: Errors of third parties' }).press('Enter')
  const rows = page.getByRole('table', { name: 'Errors of third parties' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Stripe' })).toContainText('2')
  await expectAccessible(page)
  await expect(page.getByRole('heading', { name: 'Monthly recurring revenue' })).toHaveCount(0)
})

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
