import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  answerLists,
  answerSmartlead,
  instantlyFields,
  openInstantly,
  press,
  question,
} from '#tests/web/bulk-pages.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { line } from '#tests/web/line.ts'
import { network } from '#tests/web/network.ts'
import { instantly, instantlyCredentials } from '../api/bulk-update.ts'
import { cancelList, loadList, recentLists, watchList } from '../api/loaded-lists.ts'

const loaded = () => kept(watchList, 'instantly-list')
const loading = (read: number) => ({ ...kept(loadList, 'instantly-loading'), read })
const card = page.getByRole('region', { name: 'Loading accounts' })
const found = page.getByRole('heading', { level: 3, name: /^4 Accounts Found/ })

/** Asks for accounts that take a while. */
async function fetchSlowly(): Promise<void> {
  openInstantly()
  network.answer(loadList, loading(0))
  network.answer(watchList, loading(1_200))
  await instantlyFields.apiKey.fill('a-key')
  await press('Fetch Accounts')
  await expect.element(card).toMatchTextContent('1,200 accounts read so far')
}

test('loading tells how many accounts were read, goes on while the line is cut, and ends at the next step', async () => {
  await fetchSlowly()
  await expect.element(instantlyFields.apiKey).toBeDisabled()
  network.lose(watchList)
  line.cut()
  await expect.element(card).toMatchTextContent('We cannot be reached right now, so this may be old.')
  line.mend()
  network.answer(watchList, { ...loading(9_000), waitUntil: new Date(Date.now() + 300_000).toISOString() })
  await expect.element(card).toMatchTextContent('9,000 accounts read so far')
  await expect.element(card).toMatchTextContent('Instantly asks us to wait until')
  network.answer(watchList, loaded())
  await expect.element(found).toBeVisible()
})

test('loading can be cancelled, which is no failure', async () => {
  await fetchSlowly()
  network.answer(cancelList, { ...loading(1_200), status: 'cancelled' })
  await card.getByRole('button', { name: 'Cancel' }).click()
  network.answer(watchList, { ...loading(1_200), status: 'cancelled' })
  await expect.element(card).not.toBeInTheDocument()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(instantlyFields.apiKey).toBeEnabled()
})

test('leaving the page while it loads is no failure', async () => {
  await fetchSlowly()
  answerSmartlead()
  network.answer(loadList, { ...loading(0), tool: 'smartlead' })
  await page.getByRole('link', { name: 'Smartlead Bulk Update' }).click()
  await expect.element(page.getByRole('heading', { name: 'Update your Smartlead inboxes' })).toBeVisible()
  // Started again from there, the first one has been told by now.
  await page.getByRole('textbox', { name: 'Domains', exact: true }).fill('first.example')
  await page.getByLabelText('API key').fill('a-key')
  network.answer(watchList, kept(watchList, 'smartlead-list'))
  await press('Fetch Accounts')
  await expect.element(page.getByText(/^Total number of all inboxes/)).toBeVisible()
  await expect.element(page.getByText(/^Failed to fetch accounts/)).not.toBeInTheDocument()
})

test('a page that was reloaded finds what is being loaded, and goes on with it once credentials are there', async () => {
  openInstantly('')
  network.answer(recentLists, { lists: [loading(0)] })
  network.answer(watchList, loading(2_400))
  await expect.element(card).toMatchTextContent('2,400 accounts read so far')
  network.answer(watchList, loaded())
  const list = page.getByRole('region', { name: 'Loaded accounts' })
  await expect.element(list).toMatchTextContent('4 accounts on 2 domains')
  const go = list.getByRole('button', { name: 'Use these accounts' })
  await expect
    .element(go)
    .toHaveAccessibleDescription('Enter the credentials you loaded these accounts with first.')
  await instantlyFields.apiKey.fill('a-key')
  await go.click()
  await expect.element(found).toBeVisible()
  expect(network.sent(loadList)).toEqual([])
  await press('This looks right')
  await press('Enable Warmup')
  await question.getByRole('button', { name: /^Update/ }).click()
  await expect
    .poll(() => network.sent(instantly).at(-1)?.body)
    .toMatchObject({ api_key: 'a-key', fetchId: loaded().fetchId, leftOut: '' })
})

test('credentials that were kept meanwhile are filled in when a list is loaded', async () => {
  openInstantly('')
  network.answer(recentLists, { lists: [loading(0)] })
  network.answer(watchList, loading(10))
  await expect.element(card).toBeVisible()
  network.answer(instantlyCredentials, kept(instantlyCredentials, 'instantly-credentials'))
  network.answer(watchList, loaded())
  await expect.element(instantlyFields.apiKey).toHaveValue('[stored ****cdef marker]')
  await press('Use these accounts')
  await expect.element(found).toBeVisible()
})

test('a list with too many accounts says how to go on, before anything can be ticked', async () => {
  openInstantly()
  const message = 'There are more than 100,000 accounts in this list.'
  answerLists('instantly', { status: 'failed', found: 0, message })
  await instantlyFields.apiKey.fill('a-key')
  await press('Fetch Accounts')
  await expect.element(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await expect.element(found).not.toBeInTheDocument()
})
