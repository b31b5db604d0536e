import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  answerLists,
  findInInstantly,
  instantlyFields,
  instantlyListed,
  openInstantly,
  press,
  question,
} from '#tests/web/bulk-pages.ts'
import { network } from '#tests/web/network.ts'
import { instantly } from '../api/bulk-update.ts'
import { readListed } from '../api/loaded-lists.ts'

const byDomain = page.getByLabelText('Filter by domain')

test('accounts are filtered and unticked, and only the others are updated', async () => {
  openInstantly()
  await findInInstantly()
  await userEvent.selectOptions(byDomain, 'first.example')
  await expect.element(page.getByText('4 of 4 ticked, 2 shown')).toBeVisible()
  await press('Untick 2 shown')
  await userEvent.selectOptions(byDomain, 'all')
  await expect.element(page.getByText('2 of 4 ticked', { exact: true })).toBeVisible()
  await page.getByLabelText('Filter by address or name').fill('nobody like this')
  await expect.element(page.getByText('No account matches these filters.')).toBeVisible()
  await page.getByLabelText('Filter by address or name').fill('')
  await userEvent.selectOptions(page.getByLabelText('Filter by warm-up'), 'on')
  await expect.element(page.getByText('2 of 4 ticked, 0 shown')).toBeVisible()
  await userEvent.selectOptions(page.getByLabelText('Filter by warm-up'), 'all')
  await press('This looks right')
  await press('Enable Warmup')
  await expect.element(question).toMatchTextContent('2 of 2 accounts would change')
  await question.getByRole('button', { name: 'Update 2 accounts' }).click()
  await expect
    .poll(() => network.sent(instantly).at(-1)?.body)
    .toMatchObject({ operation: 'enable-warmup', leftOut: '0-1' })
  expect(network.sent(instantly).at(-1)?.body).not.toHaveProperty('emails')
})

test('twenty thousand accounts come in parts and scroll in a table of which only the visible rows exist', async () => {
  openInstantly()
  const [first] = instantlyListed()
  const accounts = Array.from({ length: 20_000 }, (_, at) => ({
    ...first,
    email: `sender${at}@first.example`,
    stat_warmup_score: at % 100,
    payload: { name: { first: 'Jane', last: `Doe ${at % 40}` }, daily_limit: 10 },
  }))
  answerLists('instantly', { found: 20_000 })
  network.answer(readListed, ({ query: { from } }) => ({
    instantly: accounts.slice(Number(from), Number(from) + 10_000),
  }))
  await instantlyFields.apiKey.fill('a-key')
  await press('Fetch Accounts')
  const table = page.getByRole('table', { name: 'Account Details' })
  await expect.element(table.getByText('sender0@first.example')).toBeVisible()
  expect(table.getByRole('row').all().length).toBeLessThan(40)
  page.getByRole('region', { name: 'Account Details', exact: true }).element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(table.getByText('sender19999@first.example')).toBeVisible()
  await press('This looks right')
  await press('Enable Warmup')
  await question.getByRole('button', { name: 'Update 20,000 accounts' }).click()
  await expect
    .poll(() => network.sent(instantly).at(-1)?.body)
    .toMatchObject({ operation: 'enable-warmup', leftOut: '' })
})

test('a phone shows what was found and its settings without a scroll to the side', async () => {
  await page.viewport(360, 740)
  openInstantly()
  await findInInstantly()
  expect(document.documentElement.scrollWidth).toBe(360)
  await press('This looks right')
  await expect.element(page.getByLabelText('Daily limit')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(360)
})
