import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { domains } from '#base/db/schema/index.ts'
import { notifyCustomer } from '#delivery/provisioning/events.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { seedOrder } from '#tests/e2e/product/seed-order.ts'
import { expect, test } from '#tests/e2e/product/test.ts'

test('the workspace breaks no rule of accessibility', async ({ page, deps, customer, signIn }) => {
  test.slow()
  await seedOrder(deps, customer.id, {
    groups: [{ plan: 'premium' }, { statuses: ['error', 'in progress'], inboxes: 12 }],
  })
  await signIn()
  await page.goto('/dashboard?q=example')
  await page.getByLabel('Select Inboxyard Azure #2').click()
  await expect(page.getByText('1 selected')).toBeVisible()
  await expectAccessible(page)
})

test('a change on the server appears without asking', async ({ page, deps, customer, signIn }) => {
  const { groups } = await seedOrder(deps, customer.id, { groups: [{ statuses: ['in progress'] }] })
  await signIn()
  const connected = page.waitForResponse('**/api/events')
  await page.goto('/dashboard')
  await connected
  const list = page.getByRole('listbox', { name: 'Orders' })
  await expect(list.getByText('In Progress')).toBeVisible()
  await deps.db
    .update(domains)
    .set({ status: 'done' })
    .where(eq(domains.bundleId, groups[0]?.groupId ?? ''))
  await notifyCustomer(deps.db, customer.id)
  await expect(list.getByText('Done')).toBeVisible()
})

test.describe('an order on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('is a page of its own, by its address, after a reload and through the browser’s own Back', async ({
    page,
    deps,
    customer,
    signIn,
  }) => {
    const { orderId } = await seedOrder(deps, customer.id, { forwardingUrl: 'https://acme.com' })
    for (let n = 0; n < 6; n++)
      await seedOrder(deps, customer.id, { forwardingUrl: `https://another${n}.com` })
    await seedOrder(deps, customer.id, { forwardingUrl: 'https://newer.com' })
    await signIn()
    const title = page.getByRole('heading', { level: 1 })
    const list = page.getByRole('listbox', { name: 'Orders' })
    await page.goto(`/dashboard?order=${orderId}`)
    await expect(title).toHaveText('acme.com')
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
    await expect(list).toBeHidden()
    await page.reload()
    await expect(title).toHaveText('acme.com')
    await page.getByRole('button', { name: 'Back' }).tap()
    await expect(title).toHaveText('Dashboard')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()

    await page.mouse.wheel(0, 400)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
    const scrolled = await page.evaluate(() => window.scrollY)
    await list.getByRole('option').filter({ hasText: 'newer.com' }).tap()
    await expect(title).toHaveText('newer.com')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect(title).toHaveText('Dashboard')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
  })

  const toast = (page: Page) => page.locator('[data-sonner-toast]')

  /** The names of the buttons that lie below the message, which is at rest. */
  const covered = (page: Page) =>
    toast(page)
      .first()
      .evaluate((front) => {
        const place = front.getBoundingClientRect()
        // Before it stands it comes from below the window, where it covers nothing.
        if (!front.matches('[data-mounted=true]') || place.bottom > window.innerHeight)
          return ['not there yet']
        const isBelow = ({ left, right, top, bottom }: DOMRect) =>
          left < place.right && place.left < right && top < place.bottom && place.top < bottom
        return [...document.querySelectorAll('button, a[href]')]
          .filter((each) => !each.closest('[data-sonner-toaster], [aria-hidden=true]'))
          .filter((each) => isBelow(each.getBoundingClientRect()))
          .map((each) => each.getAttribute('aria-label') ?? each.textContent)
      })

  test('leaves its buttons free of messages', async ({ page, deps, customer, signIn }) => {
    const note = 'Registering the domain failed: the registry does not take it.'
    await seedOrder(deps, customer.id, {
      groups: [
        { statuses: ['error', 'done'], note },
        { statuses: ['error', 'done'], note: `${note} Again.` },
      ],
    })
    await signIn()
    await page.goto('/dashboard')
    await page.getByRole('listbox', { name: 'Orders' }).getByRole('option').tap()
    const card = page.getByRole('list', { name: 'Associated Domains' })
    await expect(card.getByRole('alert')).toHaveCount(2)
    const trouble = card.getByRole('alert').getByRole('button').last()
    await page.route('**/api/domains/try-again', (route) =>
      route.fulfill({ status: 500, json: { message: 'Not now.' } }),
    )
    // Where the message would be: at the bottom of the window.
    await trouble.evaluate((button) => {
      window.scrollBy(0, button.getBoundingClientRect().bottom - (window.innerHeight - 30))
    })
    expect((await trouble.boundingBox())?.y).toBeGreaterThan(740 - 30 - 50)
    await trouble.tap()
    await expect(toast(page)).toContainText('Not now.')
    await expect.poll(() => covered(page)).toEqual([])
  })

  test('leaves the buttons of its dialogs free of messages', async ({ page, deps, customer, signIn }) => {
    await seedOrder(deps, customer.id, {})
    await signIn()
    await page.goto('/dashboard')
    await page.getByRole('listbox', { name: 'Orders' }).getByRole('option').tap()
    await page.getByRole('button', { name: 'Actions' }).tap()
    await page.getByRole('menuitem', { name: 'Replace Domains' }).press('Enter')
    await expect(toast(page)).toContainText('Please select at least one order to replace domains.')
    const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeVisible()
    await expect.poll(() => covered(page)).toEqual([])
    const place = await toast(page).first().boundingBox()
    expect(place?.y).toBeGreaterThan(740 / 3)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect.poll(() => covered(page)).toEqual([])
  })
})
