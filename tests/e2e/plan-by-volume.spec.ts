import type { Page } from '@playwright/test'
import { ownUnavailable } from '#shared/order-draft/order-draft.ts'
import { volumeMessages } from '#shared/volume/volume-question.ts'
import { freshLabel, OrderWizard } from './ordering/order-wizard.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expect, test } from './product/test.ts'

test.beforeEach(({ signIn }) => signIn())

const plansTable = (page: Page) => page.getByRole('table', { name: 'Plans that reach it' })
const emailsField = (page: Page) => page.getByLabel('Cold emails a month')
const reserveBox = (page: Page) => page.getByRole('checkbox', { name: /^Count in a reserve/ })
const start = (page: Page) => page.getByRole('button', { name: /^Start (this order|these \d+ orders)$/ })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Change the order you have begun?' })

test('a number of emails becomes a paid order, to the cent', async ({ page }) => {
  test.setTimeout(120_000)
  const wizard = new OrderWizard(page)
  await page.goto('/choose-plan')
  await page.getByRole('link', { name: 'Plan by the emails you want to send' }).click()
  await expect(page).toHaveURL('/plan-by-volume')
  await emailsField(page).fill('10,000')
  const row = plansTable(page).getByRole('row', { name: /^Entra/ })
  for (const figure of ['Recommended', '200', '$100.00', '$162.00', '$1,362.00'])
    await expect(row).toContainText(figure)
  await expectAccessible(page)
  await start(page).click()

  await expect(page).toHaveURL('/select-domains')
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(summary).toContainText('2 orders')
  await expect(summary).toContainText('0 of 4')
  for (let count = 0; count < 4; count++) {
    const name = `${freshLabel()}.com`
    await wizard.search(name)
    await page.getByRole('button', { name: `Add ${name}` }).click({ timeout: 30_000 })
  }
  await expect(summary.getByText('$162.00')).toBeVisible()
  await page.getByRole('button', { name: 'Continue to Domain Settings' }).click()
  await wizard.saveBasics()
  await expect(page.getByRole('radio', { name: 'Instantly' })).toBeChecked()
  await wizard.saveTool('instantly')
  await wizard.savePeople(['Jane', 'Doe'])
  await expect(summary.getByText('$162.00 USD')).toBeVisible()
  await expect(summary).toContainText('Then $100.00 every 30 days')
  await wizard.checkOut()
  await expect(page.getByText('$162.00 due now')).toBeVisible()
  await wizard.onPaymentPage('Pay')
  await wizard.expectPaid()
})

test('a box that is pressed is ticked in every frame until the address has it, also by two presses at once', async ({
  page,
}) => {
  await page.goto('/plan-by-volume?emails=42000')
  const tool = page.getByLabel('Sending tool')
  await expect(tool).toHaveValue('instantly')
  const seen = await reserveBox(page).evaluate(async (box: HTMLInputElement) => {
    box.click()
    const choice = document.querySelector<HTMLSelectElement>('select:has(option[value=smartlead])')
    if (choice) choice.value = 'smartlead'
    choice?.dispatchEvent(new Event('change', { bubbles: true }))
    const frames: string[] = []
    do {
      await new Promise(requestAnimationFrame)
      frames.push(`${box.checked} ${choice?.value}`)
    } while (!/smartlead.*reserve=yes/.test(location.search) || frames.length < 30)
    return [...new Set(frames)]
  })
  expect(seen).toEqual(['true smartlead'])
})

test('what is asked stands in the address, also after a reload and on the way back', async ({ page }) => {
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Plan by volume' }).click()
  await emailsField(page).fill('42000')
  await page.getByLabel('Sending tool').selectOption('Smartlead')
  await page.getByLabel('Sending days').selectOption({ index: 1 })
  await page.getByLabel('Ending of the domains').selectOption('.net, $9.00')
  await reserveBox(page).check()
  await page.getByRole('button', { name: 'Show Premium' }).click()
  const address =
    '/plan-by-volume?emails=42000&tool=smartlead&days=weekdays&ending=net&reserve=yes&plan=premium'
  await expect(page).toHaveURL(address)
  const details = page.getByRole('region', { name: 'What you get and pay' })
  const told = await details.innerText()
  await page.reload()
  await expect(details).toHaveText(told, { useInnerText: true })
  await expect(emailsField(page)).toHaveValue('42000')
  await expect(page.getByRole('button', { name: 'Shown Premium' })).toBeVisible()

  await start(page).click()
  await expect(page).toHaveURL('/select-domains')
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(emailsField(page)).toHaveValue('42000')
  // Choices leave no trail.
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})

test('a number that cannot be planned for is told, and the plans wait for another', async ({ page }) => {
  await page.goto('/plan-by-volume?emails=10000000&tool=%00&days=7&plan=gold')
  await expect(page.getByText(volumeMessages.tooMany)).toBeVisible()
  await expect(page.getByText('The plans stand here')).toBeVisible()
  for (const [typed, message] of [
    ['0', volumeMessages.none],
    ['30k', volumeMessages.unclear],
    ['', volumeMessages.none],
  ] as const) {
    await emailsField(page).fill(typed)
    await expect(page.getByText(message)).toBeVisible()
    await expect(plansTable(page)).toHaveCount(0)
  }
  await emailsField(page).fill('1')
  await expect(plansTable(page).getByRole('row', { name: /^Entra/ })).toContainText('$50.00')
})

test('an order that was begun becomes another one only when that is agreed to', async ({ page }) => {
  const wizard = new OrderWizard(page)
  await wizard.choosePlan('google')
  await wizard.chooseOption('own')
  await wizard.bring(
    'google',
    Array.from({ length: 5 }, () => `${freshLabel()}.dev`),
  )
  await page.goto('/plan-by-volume?emails=15000')
  await start(page).click()
  await expect(question(page)).toContainText(
    'It has 1 order of Google, “Use domains you own”, with 5 domains chosen. It becomes 3 orders of Entra, “Purchase domains”.',
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Leave it' }).click()
  await expect(question(page)).toHaveCount(0)
  await page.goto('/select-domains')
  await expect(page.getByRole('main')).toContainText('Your order consists of 5 Google domains')

  await page.goto('/plan-by-volume?emails=15000')
  await start(page).click()
  await page.getByRole('button', { name: 'Change the order' }).click()
  await expect(page).toHaveURL('/select-domains')
  await expect(page.getByRole('main')).toContainText('Your 3 orders consist of 6 Entra domains')
  // The same once more changes nothing, so nothing is asked.
  await page.goto('/plan-by-volume?emails=15000')
  await start(page).dblclick()
  await expect(page).toHaveURL('/select-domains')
})

test('more orders than are placed at a time, and the reserve, are begun one after the other', async ({
  page,
}) => {
  await page.goto('/plan-by-volume?emails=60000&reserve=yes&plan=azure')
  const details = page.getByRole('region', { name: 'What you get and pay' })
  await expect(details).toContainText('At most 10 orders are placed at a time')
  // Domains and mailboxes are those of the same orders: an Entra domain has fifty.
  await expect(page.getByRole('main')).toContainText(
    'Orders, domains, mailboxes and prices are with the reserve.',
  )
  const row = page
    .getByRole('table', { name: 'Plans that reach it' })
    .getByRole('row')
    .filter({ hasText: 'Shown' })
  const [, domainsOf = '', mailboxesOf = ''] = await row.getByRole('cell').allInnerTexts()
  const numberIn = (text: string) => Number(text.replace(/[^0-9]/g, ''))
  expect(numberIn(mailboxesOf)).toBe(50 * numberIn(domainsOf))
  await page.getByRole('button', { name: 'Start these 10 orders' }).click()
  await expect(page.getByRole('main')).toContainText('Your 10 orders consist of 20 Entra domains')
  await page.goBack()
  const which = details.getByLabel('Place now')
  await which.selectOption('Orders 11 to 12, $162.00 due now')
  await page.getByRole('button', { name: 'Start these 2 orders' }).click()
  await page.getByRole('button', { name: 'Change the order' }).click()
  await expect(page.getByRole('main')).toContainText('Your 2 orders consist of 4 Entra domains')
  await page.goBack()
  await which.selectOption({ index: 2 })
  await page.getByRole('button', { name: /^Start (this order|these \d orders)$/ }).click()
  await expect(page.getByRole('alertdialog')).toContainText(', as spares, “Purchase domains”')
  await page.getByRole('button', { name: 'Change the order' }).click()
  await expect(page.getByRole('main')).toContainText(/Your (\d )?orders? consists? of/)
})

test('a tool that takes a file has no calendar, and the page says why', async ({ page }) => {
  await page.goto('/plan-by-volume?tool=instantly')
  const calendar = page.getByRole('region', { name: 'Warm-up calendar' })
  await expect(calendar.getByRole('row', { name: /^From day 22/ })).toContainText('1,200 in all')
  await page.getByLabel('Sending tool').selectOption('Other')
  await expect(calendar).toContainText('There is none for Other')
  await expect(calendar.getByRole('table')).toHaveCount(0)
})

test('only what is sold is planned with', async ({ page }) => {
  const sell = async (plansEnabled: string[]) => {
    await page.unrouteAll()
    await page.route('**/api/config', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), plansEnabled } })
    })
  }
  await sell(['premium', 'google'])
  await page.goto('/plan-by-volume?plan=azure&domains=own')
  await expect(plansTable(page).getByRole('row')).toHaveCount(2)
  await expect(page.getByText('Google is the only plan that reaches this')).toBeVisible()
  await expect(page.getByText(ownUnavailable('premium', {}))).toBeVisible()
  await sell(['premium'])
  await page.reload()
  await expect(page.getByText('No plan on sale takes domains you own')).toBeVisible()
  await sell([])
  await page.reload()
  await expect(page.getByText('No plan can be ordered right now')).toBeVisible()
})
