import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerLists, findInInstantly, instantlyFields, openInstantly, press } from '#tests/web/bulk-pages.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { line } from '#tests/web/line.ts'
import { network } from '#tests/web/network.ts'
import { forgetInstantlyCredentials, instantlyCredentials } from '../api/bulk-update.ts'
import { loadList } from '../api/loaded-lists.ts'

const { cookie, orgAuth, apiKey, domains } = instantlyFields
const fetchButton = page.getByRole('button', { name: 'Fetch Accounts' })

test('fields say what they need once they were left, and the button says why it waits', async () => {
  openInstantly('')
  await cookie.click()
  await expect.element(page.getByText('Cookie is required')).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(orgAuth).toHaveFocus()
  await expect.element(cookie).toHaveAccessibleDescription('Cookie is required')
  await expect.element(fetchButton).toBeDisabled()
  fetchButton.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Validation error: Please fix the errors in the form.')).toBeVisible()
  await expect.element(domains).toHaveAccessibleDescription(/At least one domain is required/)
  const many = Array.from({ length: 101 }, (_, at) => `acmemail${at}.com`).join('\n')
  await domains.fill(many)
  await expect.element(domains).toHaveAccessibleDescription(/At most 100 domains can be searched at a time/)
  await domains.fill('first.example')
  await expect.element(domains).not.toHaveAccessibleDescription(/At most 100 domains/)
  expect(network.sent(loadList)).toEqual([])
})

test('a refusal of the credentials stands in the form, which keeps what was entered', async () => {
  openInstantly()
  const message = 'Instantly refused the credentials. Please copy them again.'
  answerLists('instantly', { status: 'failed', message, found: 0 })
  await cookie.fill('expired')
  await orgAuth.fill('org')
  await press('Fetch Accounts')
  await expect.element(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await expect.element(cookie).toHaveValue('expired')
})

test('a search that gets no answer says what to do about the line, and is sent by the next press', async () => {
  openInstantly()
  await apiKey.fill('a-key')
  network.lose(loadList)
  line.cut()
  await press('Fetch Accounts')
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'You were offline: please connect' }))
    .toBeVisible()
  await expect.element(domains).toHaveValue('first.example,second.example')
})

test('both ways in stand side by side, and typing into one chooses it', async () => {
  openInstantly()
  const browser = page.getByRole('radio', { name: 'From your browser' })
  const key = page.getByRole('radio', { name: /^With a key/ })
  await expect.element(browser).toBeChecked()
  const left = cookie.element().getBoundingClientRect()
  expect(apiKey.element().getBoundingClientRect().left).toBeGreaterThan(left.right)
  // What is wrong with the way that is not used does not matter.
  await cookie.click()
  await userEvent.tab()
  await expect.element(page.getByText('Cookie is required')).toBeVisible()
  await apiKey.fill('k')
  await expect.element(key).toBeChecked()
  await expect.element(page.getByText('Cookie is required')).not.toBeInTheDocument()
  await expect.element(fetchButton).toBeEnabled()
  // One stop for the keyboard, with arrows between the two.
  key.element().focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(browser).toBeChecked()
  await expect.element(apiKey).toHaveValue('k')
})

test('in the sandbox a button fills in a key, and only a cookie is said to be slow', async () => {
  openInstantly('')
  await cookie.fill('typed')
  await press('Fill in demo credentials')
  await expect.element(page.getByRole('radio', { name: /^With a key/ })).toBeChecked()
  await expect.element(apiKey).toHaveValue('demo-instantly-key-lumen-outreach')
  await expect.element(domains).toHaveValue('getlumenhq.com, trylumenhq.com')
  await findInInstantly()
  await press('This looks right')
  const slow = page.getByText(
    /^With the cookie, enabling warmup runs one account at a time \(2-3 minutes for 50 accounts\)\./,
  )
  await expect.element(page.getByText(/your inboxes may still have been updated/)).toBeVisible()
  await expect.element(slow).not.toBeInTheDocument()
  await page.getByRole('button', { name: /^Authentication/ }).click()
  await cookie.fill('a-cookie')
  await orgAuth.fill('org')
  await press('Fetch Accounts')
  await press('This looks right')
  await expect.element(slow).toBeVisible()
})

test('a kept key is filled in as a marker, which stays hidden, is replaced as a whole, and can be deleted', async () => {
  openInstantly()
  network.answer(instantlyCredentials, kept(instantlyCredentials, 'instantly-credentials'))
  network.answer(forgetInstantlyCredentials, { success: true })
  await expect.element(page.getByText(/^Your Instantly credentials were filled in\./)).toBeVisible()
  await expect.element(page.getByRole('radio', { name: /^With a key/ })).toBeChecked()
  const shownAs = () => getComputedStyle(apiKey.element()).getPropertyValue('-webkit-text-security')
  await apiKey.click()
  await userEvent.keyboard('{End}')
  await expect.poll(shownAs).toBe('disc')
  await userEvent.keyboard('new')
  await expect.element(apiKey).toHaveValue('new')
  await expect.poll(shownAs).toBe('none')
  await press('Delete them')
  await expect.element(apiKey).toHaveValue('')
  expect(network.sent(forgetInstantlyCredentials)).toHaveLength(1)
})

test('it says when stored credentials could not be asked for', async () => {
  openInstantly()
  network.refuse(instantlyCredentials, { status: 404 })
  await expect
    .element(
      page.getByText(/^Could not fetch your Instantly credentials\. You'll need to enter them manually\./),
    )
    .toBeVisible()
})

test('editing what was searched for locks the later steps until it is searched again', async () => {
  openInstantly()
  await findInInstantly()
  await press('This looks right')
  await page.getByRole('button', { name: /^Authentication/ }).click()
  await domains.fill('first.example')
  for (const step of ['Confirm Account Details', 'Account Settings', 'Signature Settings'])
    await expect.element(page.getByRole('button', { name: step, exact: true })).toBeDisabled()
  await findInInstantly()
  await expect.element(page.getByRole('button', { name: 'This looks right' })).toBeEnabled()
})
