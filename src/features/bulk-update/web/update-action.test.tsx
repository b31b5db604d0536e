import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  answerJobs,
  bulkJob,
  openInstantly,
  openInstantlySettings,
  past,
  press,
  question,
  runningJob,
} from '#tests/web/bulk-pages.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import {
  cancelBulkJob,
  checkBulkJob,
  instantly,
  listBulkJobs,
  planUndo,
  readBulkResults,
  retryBulkJob,
  undoBulkJob,
} from '../api/bulk-update.ts'
import { getJob } from '../api/jobs.ts'

const card = page.getByRole('region', { name: 'Account settings update' })
const confirmUpdate = async () => {
  await press('Update Account Settings')
  await question.getByRole('button', { name: 'Update 4 accounts' }).click()
}

test('an update that runs is there when the page is opened again, is cancelled, and is tried again', async () => {
  openInstantly()
  answerJobs(runningJob())
  await expect.element(card.getByRole('progressbar')).toHaveAccessibleName('Account settings update')
  await expect.element(card).toMatchTextContent('1 of 4')
  await expect.element(past.first()).toMatchTextContent('Running')

  const cancelling = runningJob({ status: 'cancelling' })
  const held = network.hold(cancelBulkJob)
  await card.getByRole('button', { name: 'Cancel update' }).click()
  await question.getByRole('button', { name: 'Cancel update' }).dblClick()
  answerJobs(cancelling)
  held.answer(cancelling)
  await expect.element(page.getByText('Cancelling: Account settings')).toBeVisible()
  await expect.element(card.getByRole('button', { name: 'Cancel update' })).not.toBeInTheDocument()
  expect(network.sent(cancelBulkJob)).toHaveLength(1)
  answerJobs(bulkJob({ status: 'cancelled', finished: 1, confirmed: 1 }))
  await expect.element(page.getByText('Account settings update cancelled')).toBeVisible()
  await expect.element(past.first()).toMatchTextContent('Cancelled')

  network.hold(retryBulkJob)
  const again = page.getByRole('button', { name: 'Retry 3 left' })
  await again.dblClick()
  await expect.element(again).toHaveAttribute('aria-busy', 'true')
  expect(network.sent(retryBulkJob)).toHaveLength(1)
})

test('an update that runs stays on the page, once, whatever is edited and fetched again', async () => {
  await openInstantlySettings()
  answerJobs(runningJob())
  await confirmUpdate()
  await expect.element(card).toBeVisible()
  await expect.element(past.first()).toMatchTextContent('Running')
  await page.getByRole('button', { name: /^Authentication/ }).click()
  await expect.element(card).toBeVisible()
  await page.getByLabelText('Domains to search').fill('second.example')
  await press('Fetch Accounts')
  await expect.element(page.getByRole('button', { name: 'This looks right' })).toBeVisible()
  await expect.poll(() => card.all().length).toBe(1)
})

test('an update that another tab’s stands in the way of is not started, and that one is shown', async () => {
  await openInstantlySettings()
  const other = runningJob({ jobId: 'blk_other' })
  answerJobs(other)
  network.refuse(instantly, {
    status: 409,
    code: 'conflict',
    message: 'This update is still running.',
    details: { jobId: other.jobId },
  })
  await confirmUpdate()
  await expect.element(page.getByText('Not started: another update is running')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Continue to Next Step' })).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Show that update' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account settings' })
  await expect.element(dialog.getByText('Updating: Account settings')).toBeVisible()
  // While the server cannot be asked, the page says that it may be behind.
  network.lose(getJob)
  await expect.element(dialog.getByText(/^We cannot be reached right now/)).toBeVisible()
  network.answer(getJob, other)
  await expect.element(dialog.getByText(/^We cannot be reached right now/)).not.toBeInTheDocument()
})

test('an update that has ended opens the next step, and says how many did not change', async () => {
  await openInstantlySettings()
  answerJobs(bulkJob({ failed: 1, confirmed: 3, failures: [{ account: 'ada', reason: 'Barred.' }] }))
  await confirmUpdate()
  await expect.element(page.getByText('3 of 4 accounts have the new values. 1 did not change.')).toBeVisible()
  await press('Continue to Next Step')
  await expect
    .element(page.getByRole('button', { name: 'Finish Bulk Update' }))
    .toHaveAccessibleDescription('Signatures must be updated before finishing.')
})

test('an update of which something is not known is checked again before it is tried again', async () => {
  openInstantly()
  answerJobs(bulkJob({ unknown: 1, confirmed: 3 }))
  await expect.element(page.getByText('Account settings: not known of every account')).toBeVisible()
  await expect.element(page.getByText(/Of 1 it is not known whether it changed\./)).toBeVisible()
  await expect.element(past.first()).toMatchTextContent('3 updated · 0 unchanged · 0 failed · 1 not known')
  await expect.element(page.getByRole('button', { name: 'Retry 1 left' })).toBeVisible()
  const checked = bulkJob({ unknown: 0, confirmed: 4 })
  const held = network.hold(checkBulkJob)
  await press('Check again')
  answerJobs(checked)
  held.answer(checked)
  await expect.element(page.getByRole('button', { name: /^Retry/ })).not.toBeInTheDocument()
  expect(network.sent(checkBulkJob)).toHaveLength(1)
})

test('past updates show each account, are searched and saved as a file', async () => {
  openInstantly('')
  answerJobs(bulkJob())
  await expect.element(past).toMatchTextContent('4 accounts · 4 updated · 0 unchanged · 0 failed')
  await past.getByRole('link', { name: 'Results' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account settings' })
  await expect.element(dialog.getByText('4 accounts', { exact: true })).toBeVisible()
  await dialog.getByLabelText('Search accounts').fill('@second')
  await expect.element(dialog.getByText('2 of 4 accounts')).toBeVisible()
  await expect
    .element(dialog.getByRole('table', { name: 'Results by account' }))
    .toMatchTextContent(/Sending gap \(minutes\): 10 → 25/)
  await userEvent.selectOptions(dialog.getByLabelText('Result', { exact: true }), 'failed')
  await expect.element(dialog.getByText('0 of 4 accounts')).toBeVisible()

  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await dialog.getByRole('button', { name: 'Save all as CSV' }).click()
  const link = saved.mock.contexts[0] as HTMLAnchorElement
  expect(link.download).toMatch(/^account-settings-.*\.csv$/)
  saved.mockRestore()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('the results of a large update are read in parts, and are one list', async () => {
  openInstantly('')
  answerJobs(bulkJob({ total: 10_001 }))
  const results = kept(readBulkResults, 'bulk-results')
  const accounts = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      account: `s${from + at}@first.example`,
      confirmed: true,
      wanted: 0,
    }))
  network.answer(readBulkResults, ({ query }) => {
    const from = Number(query.from)
    return { ...results, accounts: accounts(from, from === 0 ? 10_000 : 1) }
  })
  await past.getByRole('link', { name: 'Results' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account settings' })
  await expect.element(dialog.getByText('10,001 accounts', { exact: true })).toBeVisible()
  await dialog.getByLabelText('Search accounts').fill('s10000@')
  await expect.element(dialog.getByText('1 of 10,001 accounts')).toBeVisible()
})

test('past updates that could not be loaded say so, and are asked for again', async () => {
  openInstantly('')
  network.refuse(listBulkJobs, { status: 403, code: 'forbidden', message: 'Not today.' })
  await expect.element(page.getByText('Past updates could not be loaded.')).toBeVisible()
  answerJobs()
  await press('Try again')
  await expect.element(page.getByText(/^There is none yet\./)).toBeVisible()
})

test('an undo tells what is put back and what cannot be, and starts once', async () => {
  openInstantly(`?job=${bulkJob().jobId}`)
  answerJobs(bulkJob())
  await press('Undo...')
  await expect.element(question).toHaveAccessibleName('Put 4 accounts back?')
  await expect
    .element(question.getByRole('list', { name: 'What is put back' }))
    .toMatchTextContent('Sending gap (minutes) back to 10 (4 accounts)')
  await expect
    .element(question.getByRole('list', { name: 'What cannot be put back' }))
    .toMatchTextContent('Daily limit (4 accounts): Instantly does not show it.')
  await expect
    .element(question.getByRole('list', { name: 'What is left as it is' }))
    .toMatchTextContent('Values that someone has changed in Instantly since: we look before we write')
  const undone = bulkJob({ jobId: 'blk_undo', operation: 'undo', undoes: 'update-accounts', canUndo: false })
  const held = network.hold(undoBulkJob)
  await question.getByRole('button', { name: 'Put the values back' }).dblClick()
  answerJobs(undone, bulkJob())
  held.answer({ success: true, message: 'Update started for 4 accounts.', jobId: undone.jobId })
  const dialog = page.getByRole('dialog', { name: 'Undo of Account settings' })
  await expect.element(dialog).toMatchTextContent('4 of 4 accounts have their earlier values again.')
  expect(network.sent(undoBulkJob)).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect.element(past.first()).toMatchTextContent('Takes back: Daily limit 33')
})

test('an undo says before how many accounts it leaves alone', async () => {
  const job = bulkJob({ status: 'cancelled', total: 999, finished: 214, confirmed: 214 })
  openInstantly(`?job=${job.jobId}`)
  answerJobs(job)
  network.answer(planUndo, { ...kept(planUndo, 'bulk-undo'), accounts: 211, untouched: 785, later: 3 })
  await press('Undo...')
  await expect.element(question).toHaveAccessibleName('Put 211 accounts back?')
  const left = question.getByRole('list', { name: 'What is left as it is' })
  await expect.element(left).toMatchTextContent('785 accounts that this update did not change')
  await expect
    .element(left)
    .toMatchTextContent('3 accounts with a value that was set by a later update or put back already')
})

test('an undo names what was changed since, and offers nothing to try again', async () => {
  const undone = bulkJob({
    operation: 'undo',
    undoes: 'update-accounts',
    canUndo: false,
    finished: 3,
    confirmed: 3,
    notRestored: 1,
    skippedForGood: 1,
  })
  openInstantly(`?job=${undone.jobId}`)
  answerJobs(undone)
  const dialog = page.getByRole('dialog', { name: 'Undo of Account settings' })
  await expect
    .element(dialog)
    .toMatchTextContent(
      '3 of 4 accounts have their earlier values again. 1 account keeps a value that was changed since.',
    )
  await expect.element(dialog.getByRole('button', { name: /^Retry/ })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect
    .element(past.first())
    .toMatchTextContent('3 updated · 0 unchanged · 0 failed · 1 skipped · 1 not restored')
})

test('an undo that another update stands in the way of says so, and that one is among the past ones', async () => {
  openInstantly(`?job=${bulkJob().jobId}`)
  answerJobs(bulkJob())
  await press('Undo...')
  await expect.element(question).toHaveAccessibleName('Put 4 accounts back?')
  const other = runningJob({ jobId: 'blk_other', operation: 'enable-warmup' })
  answerJobs(bulkJob(), other)
  const message = 'Another update of this tool is still running. Please wait until it has ended.'
  network.refuse(undoBulkJob, { status: 409, code: 'conflict', message, details: { jobId: other.jobId } })
  await question.getByRole('button', { name: 'Put the values back' }).click()
  await expect.element(question.getByRole('alert')).toMatchTextContent(`${message} Nothing was put back.`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(past.filter({ hasText: /Warmup.*Running/i })).toBeVisible()
})

test('what an update has changed is what the accounts have from then on', async () => {
  await openInstantlySettings()
  answerJobs(bulkJob({ finishedAt: new Date(Date.now() + 60_000).toISOString() }))
  await page.getByLabelText('Sending gap (minutes)').fill('25')
  await confirmUpdate()
  await expect.element(page.getByText('4 of 4 accounts have the new values.')).toBeVisible()
  await page.getByLabelText('Sending gap (minutes)').fill('30')
  await press('Update Account Settings')
  await expect.element(question.getByRole('list', { name: 'What changes' })).toMatchTextContent('25 → 30')
})
