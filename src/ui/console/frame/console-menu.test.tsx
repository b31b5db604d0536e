import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { consoleCapacity } from '#features/capacity/api/console-capacity.ts'
import { readChecks } from '#features/checks/api/console-checks.ts'
import { consoleAccounts, consoleDomains } from '#features/domains/api/console-domains.ts'
import { consoleFigures, consoleHome } from '#features/home/api/console-home.ts'
import { consoleMail } from '#features/home/api/console-mail.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { colleague, openConsole } from '#tests/web/open-page.tsx'

const links = page.getByRole('navigation', { name: 'Console', exact: true }).getByRole('link')
const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true })
const namesOf = () => links.elements().map((link) => link.textContent?.trim())

const answerDomains = () => {
  network.answer(consoleDomains, kept(consoleDomains, 'console-domains'))
  network.answer(consoleAccounts, kept(consoleAccounts, 'console-accounts'))
}

test('the menu leads to what a role may open, and its names are read at any width', async () => {
  answerDomains()
  openConsole('/operator/domains', { as: colleague({ role: 'technician' }) })
  await expect.element(heading('Domains')).toBeVisible()
  for (const width of [1440, 1024, 768]) {
    await page.viewport(width, 768)
    const [home, ...pages] = namesOf()
    expect(home?.toLowerCase()).toContain('inboxyard')
    expect(pages).toEqual([
      'Home',
      'Work',
      'Customers',
      'Orders',
      'Domains',
      'Health',
      'Capacity',
      'Staff',
      'Account',
    ])
    await expect.element(page.getByRole('button', { name: 'Sign out', exact: true })).toBeInViewport()
  }
  await expect
    .element(page.getByRole('link', { name: 'Domains', exact: true }))
    .toHaveAttribute('aria-current', 'page')
})

test.each(['/operator/work', '/operator/work/dkim', '/operator/import', '/operator/Brand'])(
  'a reader who opens %s is told that it is closed to them, and nothing of it is asked for',
  async (address) => {
    openConsole(address, { as: colleague({ role: 'reader' }) })
    await expect.element(heading('This page is closed to you')).toBeVisible()
    expect(page.getByRole('main').getByRole('button').elements()).toEqual([])
    await expect
      .element(page.getByRole('main').getByRole('link', { name: 'Go to Home', exact: true }))
      .toBeVisible()
  },
)

test('what a role may not open is read on Home without a link to it', async () => {
  network.answer(consoleHome, { ...kept(consoleHome, 'console-home'), money: null })
  network.answer(consoleCapacity, kept(consoleCapacity, 'console-capacity'))
  network.answer(consoleFigures, { ...kept(consoleFigures, 'console-figures'), income: null })
  network.answer(readChecks, kept(readChecks, 'console-checks'))
  network.answer(consoleMail, kept(consoleMail, 'console-mail'))
  openConsole('/operator', { as: colleague({ role: 'reader' }) })
  const waits = page.getByRole('list', { name: 'What waits', exact: true })
  await expect.element(waits.getByText('Work: Trust a sending tool')).toBeVisible()
  expect(waits.getByRole('link', { name: 'Work: Trust a sending tool' }).elements()).toEqual([])
})

test('on a phone the menu opens by keys over the page, and goes when a page is chosen or by Escape', async () => {
  await page.viewport(360, 740)
  answerDomains()
  openConsole('/operator/domains')
  await expect.element(heading('Domains')).toBeVisible()
  expect(links.elements()).toEqual([])
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => links.elements().length).toBe(13)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => links.elements().length).toBe(0)
  await expect.element(button).toHaveFocus()
  await button.click()
  await page.getByRole('link', { name: 'Domains', exact: true }).click()
  await expect.poll(() => links.elements().length).toBe(0)
})
