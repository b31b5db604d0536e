import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerLists, instantlyFields, openInstantly, openSmartlead, press } from '#tests/web/bulk-pages.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { loadList, readAccountTags, recentLists, watchList } from '../api/loaded-lists.ts'

const opener = page.getByText('Load only some accounts')
const text = page.getByLabelText('Accounts with this text')
const { cookie, orgAuth, apiKey, domains } = instantlyFields
const dialog = page.getByRole('dialog', { name: 'Choose tags' })
const tags = () => kept(readAccountTags, 'instantly-tags')
const sent = () => network.sent(loadList).at(-1)?.body

test('accounts are loaded by text and tags alone, and the list says so at each step', async () => {
  openInstantly('')
  await apiKey.fill('a-key')
  await opener.click()
  await text.fill('acme.com')
  network.answer(readAccountTags, tags())
  await press('Choose tags')
  await dialog.getByRole('checkbox', { name: 'spring' }).click()
  await dialog.getByRole('button', { name: 'Use 1 tag' }).click()
  await expect.element(page.getByText('with “acme.com”, tagged “spring”')).toBeVisible()

  const [spring] = tags().tags
  const narrowing = { text: 'acme.com', tags: [spring!] }
  answerLists('instantly', { domains: [], narrowing })
  await press('Fetch Accounts')
  await expect
    .element(page.getByText('Accounts with “acme.com”, tagged “spring”.', { exact: true }))
    .toBeVisible()
  expect(sent()).toMatchObject({ domains: '', narrowing })
})

test('a narrowed list is told from others while it loads and after a reload, and fills in what it was narrowed to', async () => {
  openInstantly('')
  const narrowing = { text: 'acme.com', tags: [] }
  const loading = { ...kept(loadList, 'instantly-loading'), domains: [], narrowing }
  network.answer(recentLists, { lists: [loading] })
  network.answer(watchList, loading)
  await expect
    .element(page.getByRole('region', { name: 'Loading accounts' }))
    .toMatchTextContent('Loading accounts from Instantly with “acme.com”')
  answerLists('instantly', { domains: [], narrowing })
  const list = page.getByRole('region', { name: 'Loaded accounts' })
  await expect.element(list).toMatchTextContent('4 accounts with “acme.com”')
  await apiKey.fill('a-key')
  await list.getByRole('button', { name: 'Use these accounts' }).click()
  await expect.element(page.getByText('Accounts with “acme.com”.', { exact: true })).toBeVisible()
  await press('Go Back')
  await expect.element(text).toHaveValue('acme.com')
  await expect.element(domains).toHaveValue('')
})

test('what was entered for a search is not sent with a cookie, whose lists cannot be searched', async () => {
  openInstantly()
  await apiKey.fill('a-key')
  await opener.click()
  await text.fill('acme.com')
  await cookie.fill('a-session')
  await orgAuth.fill('org')
  await expect.element(opener).not.toBeInTheDocument()
  await press('Fetch Accounts')
  await expect.poll(() => sent()?.domains).toBe('first.example,second.example')
  expect(sent()).not.toHaveProperty('narrowing')
})

test('tags go with the key that they were read with, and a refusal of it is told', async () => {
  openInstantly()
  await apiKey.fill('a-key')
  await opener.click()
  network.answer(readAccountTags, tags())
  await press('Choose tags')
  await dialog.getByRole('checkbox', { name: 'autumn' }).click()
  await press('Use 1 tag')
  await apiKey.fill('another-key')
  await expect.element(page.getByText('tagged “autumn”')).not.toBeInTheDocument()
  network.refuse(readAccountTags, {
    status: 422,
    message: 'Instantly refused the credentials: the API key is not valid.',
  })
  await press('Choose tags')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Instantly refused the credentials')
})

test('Smartlead offers a text with a key and nothing with a token, and its list keeps what it was narrowed to', async () => {
  openSmartlead('')
  await page.getByLabelText('JWT token').fill('a-token')
  await expect.element(opener).not.toBeInTheDocument()
  await apiKey.fill('a-key')
  await opener.click()
  await expect.element(page.getByRole('button', { name: 'Choose tags' })).not.toBeInTheDocument()
  await text.fill('acme')
  answerLists('smartlead', { domains: [], narrowing: { text: 'acme', tags: [] }, total: 4 })
  await press('Fetch Accounts')
  await expect.element(page.getByText('Inboxes in Smartlead with “acme”: 4')).toBeVisible()
  await press('Fetch & Analyze Accounts')
  await expect.element(page.getByRole('heading', { name: '4 accounts found', exact: true })).toBeVisible()
  expect(network.sent(loadList)).toHaveLength(1)
})
