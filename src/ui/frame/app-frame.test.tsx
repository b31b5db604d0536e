import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { customerRoutes } from '#apps/website/customer-routes.tsx'
import { getConfig } from '#features/brand/api/config.ts'
import { createCustomerPortal } from '#features/checkout/api/payments.ts'
import { answerSmartlead, openInstantly } from '#tests/web/bulk-pages.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import { pathsOf } from '#tests/web/paths-of.ts'

const menu = page.getByRole('navigation', { name: 'Main' })

const forStrangers = new Set(['/connect', '/forgot-password', '/choose-password'])

test('every page of a customer asks a stranger to sign in', async () => {
  const paths = pathsOf(customerRoutes).filter((path) => !forStrangers.has(path))
  expect(paths.length).toBeGreaterThan(15)
  const router = openPage('/signin', { as: null })
  for (const path of paths) {
    const address = path.replace(':domainId', 'dom_1')
    await router.navigate(address)
    await expect
      .poll(() => router.state.location, { message: path })
      .toMatchObject({
        pathname: '/signin',
        state: { from: address },
      })
  }
})

test('an unknown page says so, leads home and is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  openPage('/orders/of/nobody', { as: null })
  await expect.element(page.getByText('404', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  expect(document.title).toMatch(/^Page not found/)
  expect(logged).toHaveBeenCalledWith(expect.anything(), '/orders/of/nobody')
  logged.mockRestore()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect.element(page.getByLabelText('Email')).toBeVisible()
})

test('a page that breaks says so, with what broke', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  openPage('/reset-password')
  network.refuse(getConfig, { status: 403, code: 'forbidden', message: 'Broken' })
  await expect.element(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect.element(page.getByText('Broken')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Reload this page' })).toBeVisible()
  logged.mockRestore()
})

test('the side menu names the page one is on, in the window’s title too', async () => {
  openInstantly()
  answerSmartlead()
  const link = (name: string) => menu.getByRole('link', { name, exact: true })
  await expect.element(link('Instantly Bulk Update')).toHaveAttribute('aria-current', 'page')
  expect(document.title).toBe('Instantly · Inboxyard')
  await link('Smartlead Bulk Update').click()
  await expect.element(link('Smartlead Bulk Update')).toHaveAttribute('aria-current', 'page')
  await expect.element(link('Instantly Bulk Update')).not.toHaveAttribute('aria-current')
  expect(document.title).toBe('Smartlead · Inboxyard')
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('on a tablet the side menu has the names of its pages, whole, and leaves the page its room', async () => {
  await page.viewport(768, 1024)
  openPage('/reset-password')
  for (const name of [
    'Dashboard',
    'Health',
    'Instantly Bulk Update',
    'Smartlead Bulk Update',
    'Contact support',
  ]) {
    const link = menu.getByRole('link', { name, exact: true })
    await expect.element(link).toBeVisible()
    // What is for screen readers alone is one pixel large.
    const text = link.getByText(name).element().getBoundingClientRect()
    const row = link.element().getBoundingClientRect()
    expect(text.width, name).toBeGreaterThan(20)
    expect(text.left, name).toBeGreaterThanOrEqual(row.left)
    expect(text.right, name).toBeLessThanOrEqual(row.right)
  }
  expect(document.documentElement.scrollWidth).toBe(768)
})

test('the top bar has the customer, the help and the sandbox’s console', async () => {
  openPage('/reset-password')
  const helpUrl = 'https://help.example.com'
  network.answer(getConfig, { ...kept(getConfig, 'config'), helpUrl })
  const topBar = page.getByRole('banner')
  await expect.element(topBar.getByText('ada@example.test')).toBeVisible()
  await expect.element(topBar.getByRole('link', { name: 'Help' })).toHaveAttribute('href', helpUrl)
  await expect
    .element(topBar.getByRole('link', { name: 'Sandbox' }))
    .toHaveAttribute('href', 'http://127.0.0.1:3001')
})

test('the payment portal opens in a new tab that knows nothing of this one', async () => {
  openPage('/reset-password')
  const tab = { opener: window as Window | null, location: { replace: vi.fn() }, close: vi.fn() }
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  const held = network.hold(createCustomerPortal)
  await page.getByRole('button', { name: /^Ada Byron/ }).click()
  await page.getByRole('menuitem', { name: 'Payment Portal' }).click()
  // By the press itself: browsers block what opens later.
  expect(open).toHaveBeenCalledWith('', '_blank')
  expect(tab.opener).toBeNull()
  held.answer({ data: { url: 'https://portal.example/of-ada', owed: [] } })
  await expect.poll(() => tab.location.replace.mock.calls).toEqual([['https://portal.example/of-ada']])
  expect(network.sent(createCustomerPortal).map(({ body }) => body)).toEqual([{ email: 'ada@example.test' }])
  open.mockRestore()
})

test('before the payment portal opens, what a new card would be charged immediately is shown period by period', async () => {
  openPage('/reset-password')
  const tab = { opener: window as Window | null, location: { replace: vi.fn() }, close: vi.fn() }
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  const owed = (invoiceId: string, from: string, until: string) => ({
    invoiceId,
    number: null,
    url: null,
    cents: 50_00,
    from,
    until,
  })
  network.answer(createCustomerPortal, {
    data: {
      url: 'https://portal.example/of-ada',
      owed: [
        owed('in_1', '2026-10-04T12:00:00Z', '2026-11-03T12:00:00Z'),
        owed('in_2', '2026-11-03T12:00:00Z', '2026-12-03T12:00:00Z'),
      ],
    },
  })
  await page.getByRole('button', { name: /^Ada Byron/ }).click()
  await page.getByRole('menuitem', { name: 'Payment Portal' }).click()
  const toast = page.getByText('You owe $100.00. A new card is charged for it immediately.')
  await expect.element(toast).toBeVisible()
  // Its button leaves it the room of a sentence.
  expect(toast.element().clientWidth).toBeGreaterThan(200)
  await expect
    .element(page.getByText('Oct 4, 2026 – Nov 3, 2026: $50.00, Nov 3, 2026 – Dec 3, 2026: $50.00'))
    .toBeVisible()
  expect(tab.close).toHaveBeenCalled()
  expect(tab.location.replace).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Continue to Payment Portal' }).click()
  expect(open).toHaveBeenLastCalledWith('https://portal.example/of-ada', '_blank', 'noopener')
  open.mockRestore()
})

test('on a phone the menu is a sheet that closes when a page is chosen', async () => {
  await page.viewport(360, 740)
  openInstantly()
  await expect.element(page.getByLabelText('Domains to search')).toBeVisible()
  await expect.element(menu).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Menu' }).click()
  const sheet = page.getByRole('dialog')
  await expect.element(sheet.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await sheet.getByRole('link', { name: 'Instantly Bulk Update' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
})
