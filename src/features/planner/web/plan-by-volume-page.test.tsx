import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getConfig } from '#features/brand/api/config.ts'
import { emptyDraft, ownUnavailable } from '#features/ordering/rules/order-draft.ts'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import { readReserve } from '#features/reserve/api/reserve.ts'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { button, openOrder } from '#tests/web/open-order.ts'
import { volumeMessages } from '../rules/volume-question.ts'

const plansTable = page.getByRole('table', { name: 'Plans that reach it' })
const emails = page.getByLabelText('Cold emails a month')
const tool = page.getByLabelText('Sending tool')
const reserve = page.getByRole('checkbox', { name: /^Count in a reserve/ })
const start = button(/^Start (this order|these \d+ orders)$/)
const question = page.getByRole('alertdialog', { name: 'Change the order you have begun?' })
const details = page.getByRole('region', { name: 'What you get and pay' })
const main = page.getByRole('main')
const expectAddress = (address: string) =>
  expect.poll(() => window.location.pathname + window.location.search).toBe(address)

function openPlanner(asked: string, draft = emptyDraft()) {
  const router = openOrder(`/plan-by-volume${asked}`, draft)
  network.answer(readReserve, kept(readReserve, 'no-spares'))
  return router
}

test('a number of emails is answered with the plan that costs least, and all that it takes', async () => {
  openPlanner('')
  await emails.fill('10,000')
  const row = plansTable.getByRole('row', { name: /^Entra/ })
  for (const figure of ['Recommended', '200', '$100.00', '$162.00', '$1,362.00'])
    await expect.element(row).toMatchTextContent(figure)
  await start.click()
  await expectAddress('/select-domains')
  await expect.element(main).toMatchTextContent('Your 2 orders consist of 4 Entra domains')
})

test('a box that is pressed is ticked in every frame until the address has it, also by two presses at once', async () => {
  openPlanner('?emails=42000')
  await expect.element(tool).toHaveValue('instantly')
  const box = reserve.element() as HTMLInputElement
  const choice = tool.element() as HTMLSelectElement
  box.click()
  choice.value = 'smartlead'
  choice.dispatchEvent(new Event('change', { bubbles: true }))
  const frames = new Set<string>()
  for (let seen = 0; seen < 30 || !/smartlead.*reserve=yes/.test(window.location.search); seen++) {
    await new Promise(requestAnimationFrame)
    frames.add(`${box.checked} ${choice.value}`)
  }
  expect([...frames]).toEqual(['true smartlead'])
})

test('what is asked stands in the address, leaves no trail of choices, and is there on the way back', async () => {
  const router = openPlanner('')
  await emails.fill('42000')
  await tool.selectOptions('Smartlead')
  await page.getByLabelText('Sending days').selectOptions('weekdays')
  await page.getByLabelText('Ending of the domains').selectOptions('.net, $9.00')
  await reserve.click()
  await button('Show Premium').click()
  const address =
    '/plan-by-volume?emails=42000&tool=smartlead&days=weekdays&ending=net&reserve=yes&plan=premium'
  await expectAddress(address)
  const told = details.element().textContent
  await start.click()
  await expectAddress('/select-domains')
  await router.navigate(-1)
  await expectAddress(address)
  await expect.element(emails).toHaveValue('42000')
  await expect.element(button('Shown Premium')).toBeVisible()
  await expect.poll(() => details.element().textContent).toBe(told)
})

test('a number that cannot be planned for is told, and the plans wait for another', async () => {
  openPlanner('?emails=10000000&tool=%00&days=7&plan=gold')
  await expect.element(page.getByText(volumeMessages.tooMany)).toBeVisible()
  await expect.element(page.getByText('The plans stand here', { exact: false })).toBeVisible()
  for (const [typed, message] of [
    ['0', volumeMessages.none],
    ['30k', volumeMessages.unclear],
    ['', volumeMessages.none],
  ] as const) {
    await emails.fill(typed)
    await expect.element(emails).toHaveAccessibleDescription(message)
    await expect.element(plansTable).not.toBeInTheDocument()
  }
  await emails.fill('1')
  await expect.element(plansTable.getByRole('row', { name: /^Entra/ })).toMatchTextContent('$50.00')
})

test('an order that was begun becomes another one only when that is agreed to', async () => {
  const router = openPlanner('?emails=15000', completeDraft('google', 1, 'own'))
  await start.click()
  await expect
    .element(question)
    .toMatchTextContent(
      'It has 1 order of Google, “Use domains you own”, with 5 domains chosen. It becomes 3 orders of Entra, “Purchase domains”.',
    )
  await button('Leave it').click()
  await expect.element(question).not.toBeInTheDocument()
  expect(localStorage.getItem('azureDomains') ?? localStorage.getItem('googleDomains')).toContain(
    'gmail0.com',
  )

  await start.click()
  await button('Change the order').click()
  await expectAddress('/select-domains')
  await expect.element(main).toMatchTextContent('Your 3 orders consist of 6 Entra domains')
  // The same once more changes nothing, so nothing is asked.
  await router.navigate('/plan-by-volume?emails=15000')
  await start.dblClick()
  await expectAddress('/select-domains')
})

test('more orders than are placed at a time, and the reserve, are begun one after the other', async () => {
  const router = openPlanner('?emails=60000&reserve=yes&plan=azure')
  await expect.element(details).toMatchTextContent('At most 10 orders are placed at a time')
  // Domains and mailboxes are those of the same orders: an Entra domain has fifty.
  await expect.element(main).toMatchTextContent('Orders, domains, mailboxes and prices are with the reserve.')
  const cells = [...plansTable.element().querySelectorAll('tr')]
    .find((row) => row.textContent?.includes('Shown'))
    ?.querySelectorAll('td')
  const numberIn = (at: number) => Number(cells?.[at]?.textContent?.replace(/[^0-9]/g, ''))
  expect(numberIn(1)).toBeGreaterThan(20)
  expect(numberIn(2)).toBe(50 * numberIn(1))
  await button('Start these 10 orders').click()
  await expect.element(main).toMatchTextContent('Your 10 orders consist of 20 Entra domains')

  await router.navigate(-1)
  const which = details.getByLabelText('Place now')
  await which.selectOptions('Orders 11 to 12, $162.00 due now')
  await button('Start these 2 orders').click()
  await button('Change the order').click()
  await expect.element(main).toMatchTextContent('Your 2 orders consist of 4 Entra domains')

  await router.navigate(-1)
  await which.selectOptions('2')
  await start.click()
  await expect.element(question).toMatchTextContent(', as spares, “Purchase domains”')
  await button('Change the order').click()
  await expect.element(page.getByText('You are ordering spares')).toBeVisible()
})

test('a tool that takes a file has no calendar, and the page says why', async () => {
  openPlanner('?tool=instantly')
  const calendar = page.getByRole('region', { name: 'Warm-up calendar' })
  await expect.element(calendar.getByRole('row', { name: /^From day 22/ })).toMatchTextContent('1,200 in all')
  await tool.selectOptions('Other')
  await expect.element(calendar).toMatchTextContent('There is none for Other')
  await expect.element(calendar.getByRole('table')).not.toBeInTheDocument()
})

test.each<[PlanId[], string]>([
  [['premium', 'google'], 'Google is the only plan that reaches this'],
  [['premium', 'google'], ownUnavailable('premium', {})],
  [['premium'], 'No plan on sale takes domains you own'],
  [[], 'No plan can be ordered right now'],
])('where only %j is sold, the planner of own domains says: %s', async (plansEnabled, sentence) => {
  openPlanner('?plan=azure&domains=own')
  network.answer(getConfig, { ...kept(getConfig, 'config'), plansEnabled })
  await expect.element(page.getByText(sentence, { exact: false }).first()).toBeVisible()
})
