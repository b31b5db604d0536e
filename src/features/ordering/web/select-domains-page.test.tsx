import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fillMessage } from '#base/text/message.ts'
import { previewNames } from '#features/names/api/find-domains.ts'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import {
  button,
  cart,
  chosen,
  expectTold,
  openOrder,
  pressUnavailable,
  withoutDomains,
} from '#tests/web/open-order.ts'
import { type OrderDraft, orderDraftMessages } from '../rules/order-draft.ts'

const onward = button('Continue to Domain Settings')
const bare = (plan: 'azure' | 'google' = 'azure') => withoutDomains(completeDraft(plan))

test.each<[string, OrderDraft, string]>([
  ['the choice of an option', { ...bare(), domainOption: null }, orderDraftMessages.optionMissing],
  ['domains for Entra', bare(), orderDraftMessages.azureMissing],
  ['domains for Google', bare('google'), orderDraftMessages.googleMissing],
  [
    'the name servers',
    { ...completeDraft('azure', 1, 'own'), confirmedDomains: [] },
    orderDraftMessages.dnsMissing,
  ],
])('nobody goes on without %s, and the page names that section', async (_, draft, section) => {
  openOrder('/select-domains', draft)
  await pressUnavailable(onward)
  await expectTold(fillMessage(orderDraftMessages.sectionsMissing, { section }))
})

test('names that are too many for fewer orders are counted, and removed together or one by one', async () => {
  openOrder('/select-domains', { ...completeDraft('azure', 2), orderCount: 1 })
  await expect.element(page.getByText('Remove 2 domains to continue')).toBeVisible()
  await button('Remove all Entra domains').click()
  await expect.element(page.getByText('Choose 2 domains to continue')).toBeVisible()
  await button('Undo').click()
  await expect.element(page.getByText('Remove 2 domains to continue')).toBeVisible()
  for (const name of ['entra0.com', 'entra1.com'])
    await cart('azure')
      .getByRole('button', { name: `Remove ${name}` })
      .click()
  await expect.element(onward).not.toHaveAttribute('aria-disabled')
  expect(chosen('azure')).toEqual(['entra2.com', 'entra3.com'])
})

test('wanted names show which are free and what they cost, and one press adds those', async () => {
  openOrder('/select-domains', bare())
  network.answer(previewNames, kept(previewNames, 'wanted-names'))
  await page.getByRole('tab', { name: 'Several names' }).click()
  const box = page.getByLabelText('Wanted names, one per line')
  const lines = Array.from({ length: 21 }, (_, at) => `wanted${'a'.repeat(at + 1)}.com`)
  await box.fill(lines.join('\n'))
  await button('Check Names').click()
  await expectTold('At most 20 names can be checked at a time')
  expect(network.sent(previewNames)).toEqual([])

  await box.fill('google.com\nno-hyphens.com\nfenwickmail.com')
  await button('Check Names').click()
  const rows = page.getByRole('list', { name: 'Wanted names' }).getByRole('listitem')
  await expect
    .poll(() => rows.elements().map((each) => each.textContent))
    .toEqual([expect.stringContaining('Taken'), expect.stringContaining('$15.50')])
  await expect.element(page.getByText('1 not checked')).toBeVisible()
  await button('Add 1 free name').click()
  await expect.element(cart('azure').getByText('1 of 2')).toBeVisible()
  expect(network.sent(previewNames).map(({ body }) => body.domains)).toEqual([
    ['google.com', 'fenwickmail.com'],
  ])
})

test('names like the company’s are there before anything is searched for, and can be added', async () => {
  openOrder('/select-domains', { ...bare(), companyName: 'Zephyr Lane' })
  const suggested = page.getByRole('list', { name: 'Names like your company’s' })
  await suggested.getByRole('button', { name: 'Add zephyrlane.com', exact: true }).click()
  await expect.element(page.getByText('Choose 1 domain to continue')).toBeVisible()
  expect(chosen('azure')).toEqual(['zephyrlane.com'])
})
