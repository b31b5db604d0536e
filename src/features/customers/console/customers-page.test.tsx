import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { openConsole } from '#tests/web/open-page.tsx'
import { customerDetails, customerNotes } from '../api/console-customer.ts'
import { customerList } from '../api/console-customers.ts'

const [one] = kept(customerList, 'console-customers').customers
const named = (name: string) => {
  if (!one) throw new Error('No customer is kept.')
  return { ...one, id: `cus_${name}`, name }
}
const shown = () =>
  page
    .getByRole('link', { name: /^(Ada|Grace|Joan)$/ })
    .elements()
    .map((link) => link.textContent)

// The pointer may stand over a row, whose page is then asked for before it is pressed.
beforeEach(() => {
  network.answer(customerDetails, kept(customerDetails, 'console-customer'))
  network.answer(customerNotes, kept(customerNotes, 'console-customer-notes'))
})

test('the list shows the customers that are searched for now, by text and by state, and all of them afterwards', async () => {
  network.answer(customerList, ({ query }) => ({
    customers: query?.state
      ? [named('Joan')]
      : query?.text
        ? [named('Grace')]
        : [named('Ada'), named('Grace')],
    hasMore: false,
  }))
  openConsole('/operator/customers')
  await expect.poll(shown).toEqual(['Ada', 'Grace'])
  const find = page.getByRole('searchbox', { name: 'Find customers', exact: true })
  await find.fill('gra')
  await expect.poll(shown).toEqual(['Grace'])
  const state = page.getByRole('combobox', { name: 'State', exact: true })
  await state.selectOptions('Suspended')
  await expect.poll(shown).toEqual(['Joan'])
  await state.selectOptions('All states')
  await expect.poll(shown).toEqual(['Grace'])
  await find.fill('')
  await expect.poll(shown).toEqual(['Ada', 'Grace'])
})

test('the next page begins behind the last customer of the one before', async () => {
  network.answer(customerList, ({ query }) =>
    query?.after
      ? { customers: [named('Joan')], hasMore: false }
      : { customers: [named('Ada'), named('Grace')], hasMore: true },
  )
  openConsole('/operator/customers')
  await expect.poll(shown).toEqual(['Ada', 'Grace', 'Joan'])
  expect(network.sent(customerList).at(-1)?.query?.after).toBe('cus_Grace')
})
