import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerLists, openSmartlead, openSmartleadSettings, press, question } from '#tests/web/bulk-pages.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { line } from '#tests/web/line.ts'
import { network } from '#tests/web/network.ts'
import { forgetSmartleadToken, smartleadToken, updateSmartleadOutbound } from '../api/bulk-update.ts'
import { loadList } from '../api/loaded-lists.ts'

const outbound = page.getByRole('region', { name: 'Outbound Settings', exact: true })
const leave = page.getByRole('checkbox', { name: 'Leave as it is' })
const apiKey = page.getByLabelText('API key')
const token = page.getByLabelText('JWT token')

test('it says what is missing, what was refused, and that nothing was found', async () => {
  openSmartlead('')
  const fetching = page.getByRole('button', { name: 'Fetch Accounts', exact: true })
  await expect.element(fetching).toBeDisabled()
  fetching.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Missing Information' }))
    .toMatchTextContent('Please provide both JWT token and domains.')

  await token.fill('expired')
  await page.getByRole('textbox', { name: 'Domains', exact: true }).fill('nothing-here.com')
  const message = 'Smartlead refused the credentials'
  answerLists('smartlead', { status: 'failed', message, found: 0 })
  await fetching.click()
  await expect.element(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  answerLists('smartlead', { message: 'Smartlead has no accounts.', found: 0, total: 9 })
  await fetching.click()
  await expect.element(page.getByText(/^Total number of all inboxes in Smartlead: 9$/)).toBeVisible()
  await press('Fetch & Analyze Accounts')
  await expect
    .element(page.getByText(/No accounts found\. Please go back and check your domains\./).first())
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'This looks right' })).toBeDisabled()
  await press('Go Back')
  await expect.element(page.getByLabelText('Domain list')).toBeVisible()
})

test('a search that gets no answer says what to do about the line', async () => {
  openSmartlead()
  await apiKey.fill('a-key')
  network.lose(loadList)
  line.cut()
  await press('Fetch Accounts')
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'You were offline: please connect' }))
    .toBeVisible()
  await expect.element(page.getByLabelText('Domains', { exact: true })).toHaveValue('first.example')
})

test('in the sandbox a button fills in what the tool takes, beside what was typed for the other way in', async () => {
  openSmartlead('')
  await apiKey.fill('typed')
  await expect.element(page.getByRole('radio', { name: /^With a key/ })).toBeChecked()
  await token.fill('typed, too')
  await expect.element(page.getByRole('radio', { name: 'From your browser' })).toBeChecked()
  await expect.element(apiKey).toHaveValue('typed')
  await press('Fill in demo credentials')
  await expect.element(page.getByRole('radio', { name: /^With a key/ })).toBeChecked()
  await expect.element(apiKey).toHaveValue('demo-smartlead-key-northwind-growth')
  await expect.element(token).toHaveValue('typed, too')
})

test('a kept key is filled in, and deleted on request', async () => {
  openSmartlead()
  network.answer(smartleadToken, kept(smartleadToken, 'smartlead-token'))
  network.answer(forgetSmartleadToken, { success: true })
  await expect.element(apiKey).toHaveValue('[stored ****cdef marker]')
  await press('Delete them')
  await expect.element(apiKey).toHaveValue('')
})

test('what was entered stays while an earlier step is looked at, and edited domains lock the later steps', async () => {
  await openSmartleadSettings('API key')
  await page.getByLabelText('Tags', { exact: true }).fill('spring')
  await press('Go Back')
  await expect.element(page.getByText(/^4 accounts found matching the domains/)).toBeVisible()
  await press('This looks right')
  await expect.element(page.getByLabelText('Tags', { exact: true })).toHaveValue('spring')

  await page.getByRole('button', { name: /^Updating Domains/ }).click()
  await page.getByLabelText('Domain list').fill('first.example\nsecond.example')
  await expect
    .element(page.getByRole('button', { name: 'Confirm Domain Details', exact: true }))
    .toBeDisabled()
  await press('Fetch & Analyze Accounts')
  await expect.element(page.getByText(/^4 accounts found matching the domains/)).toBeVisible()
  expect(network.sent(loadList).at(-1)?.body.domains).toBe('first.example, second.example')
})

test('the second step uses the list that the first has loaded, and loads another only for other domains', async () => {
  openSmartlead('?domains=first.example,second.example')
  await apiKey.fill('a-key')
  await press('Fetch Accounts')
  const list = page.getByLabelText('Domain list')
  await list.fill('second.example\nfirst.example')
  await press('Fetch & Analyze Accounts')
  await expect.element(page.getByText(/^4 accounts found matching the domains/)).toBeVisible()
  expect(network.sent(loadList)).toHaveLength(1)
  await press('Go Back')
  await list.fill('second.example')
  await press('Fetch & Analyze Accounts')
  await expect
    .poll(() => network.sent(loadList).map(({ body }) => body.domains))
    .toEqual(['first.example, second.example', 'second.example'])
})

test('a list that updates would not take any more is loaded again by the second step', async () => {
  openSmartlead('?domains=first.example,second.example')
  answerLists('smartlead', { readAt: new Date(Date.now() - 7 * 3_600_000).toISOString() })
  await apiKey.fill('a-key')
  await press('Fetch Accounts')
  await press('Fetch & Analyze Accounts')
  await expect.element(page.getByText(/^4 accounts found matching the domains/)).toBeVisible()
  expect(network.sent(loadList)).toHaveLength(2)
})

test('with a token the two outbound numbers are set together, and the page says why', async () => {
  await openSmartleadSettings('JWT token')
  await expect
    .element(outbound.getByText(/Smartlead resets the outbound setting that is left out/))
    .toBeVisible()
  await expect.element(outbound.getByRole('checkbox')).not.toBeInTheDocument()
  await expect.poll(() => leave.all().length).toBe(3)
  for (const [button, why] of [
    ['Update Tags', 'Missing token or account IDs, or tags'],
    ['Update Signature', 'Missing token or account IDs, or signature'],
  ] as const)
    await expect
      .element(page.getByRole('button', { name: button, exact: true }))
      .toHaveAccessibleDescription(why)
})

test('with a key each number can be left, and the ramp-up starts at 5 and says why, on a phone too', async () => {
  await page.viewport(360, 740)
  await openSmartleadSettings('API key')
  await expect.poll(() => leave.all().length).toBe(5)
  await expect.element(page.getByLabelText('Ramp-up value')).toHaveValue('5')
  await expect
    .element(page.getByText(/Smartlead's documented API accepts a ramp-up of 5 or more\./))
    .toBeVisible()
  await expect
    .element(page.getByText(/This update also switches (it on there|warm-up on where it is off)\./))
    .toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(360)
})

test('a confirmation that gets no answer stays and says so', async () => {
  await openSmartleadSettings('API key')
  network.lose(updateSmartleadOutbound)
  line.cut()
  await press('Update Outbound Settings')
  await question.getByRole('button', { name: 'Update 4 accounts' }).click()
  await expect.element(question.getByRole('alert')).toMatchTextContent('Failed to update outbound settings')
  expect(network.sent(updateSmartleadOutbound)).toHaveLength(1)
})

test('the end tells no update that was not made', async () => {
  await openSmartleadSettings('API key')
  await press('Continue to next step')
  await expect.element(page.getByText(/^No update was started, so nothing has changed\./)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Nothing was updated in Smartlead' })).toHaveFocus()
})
