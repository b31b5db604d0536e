import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  instantlyFields,
  instantlyListed,
  openInstantly,
  openInstantlySettings,
  press,
  question,
} from '#tests/web/bulk-pages.ts'
import { line } from '#tests/web/line.ts'
import { network } from '#tests/web/network.ts'
import { instantly } from '../api/bulk-update.ts'
import { readListed } from '../api/loaded-lists.ts'

const limit = page.getByLabelText('Daily limit')
const update = page.getByRole('button', { name: 'Update Account Settings' })
const leave = page.getByRole('checkbox', { name: 'Leave as it is' })
/** Sets the daily limit alone. */
async function setLimitAlone(value: number): Promise<void> {
  for (const [at, box] of leave.all().entries()) if (at !== 3) await box.click()
  await limit.fill(String(value))
}

test('a number is read as it stands or not at all, and each can be left as it is', async () => {
  await openInstantlySettings()
  const unclear = 'Daily limit must be a whole number in digits alone, such as 10'
  await limit.fill('5.9')
  await expect.element(limit).toHaveAccessibleDescription(unclear)
  await expect.element(update).toHaveAccessibleDescription(unclear)
  await limit.fill('1001')
  await expect.element(limit).toHaveAccessibleDescription('Daily limit must be between 1 and 1000')
  await limit.fill('ten')
  await expect.element(limit).toHaveAccessibleDescription('No number: 10 will be set')
  await expect.element(update).toBeEnabled()

  await expect.poll(() => leave.all().length).toBe(5)
  const ofLimit = leave.nth(3)
  await ofLimit.click()
  await expect.element(limit).toBeDisabled()
  await expect.element(limit).toHaveValue('')
  await expect.element(limit).toHaveAccessibleDescription('Each account keeps the number it has')
  // What was typed is there again.
  await ofLimit.click()
  await expect.element(limit).toHaveValue('ten')
  for (const each of leave.all()) await each.click()
  await expect
    .element(update)
    .toHaveAccessibleDescription('Every setting is left as it is. Choose at least one to change.')
})

/** Opens the settings of accounts that have these daily limits. */
async function openWithLimits(...limits: number[]): Promise<void> {
  openInstantly()
  const accounts = instantlyListed()
    .slice(0, limits.length)
    .map((account, at) => ({ ...account, current: { ...account.current, dailyLimit: limits[at] } }))
  network.answer(readListed, { instantly: accounts })
  await instantlyFields.apiKey.fill('a-key')
  await press('Fetch Accounts')
  await press('This looks right')
}

test('a question tells one number in title, text and button: of those that would change', async () => {
  await openWithLimits(40, 61, 61, 61)
  await setLimitAlone(61)
  await update.click()
  await expect.element(question).toHaveAccessibleName('Update Account Settings: 1 of 4 accounts')
  for (const text of [
    '61 (3), 40 (1) → 61',
    '1 of 4 accounts would change, as far as Instantly shows it.',
    '3 have all of it already, and no call is made for them.',
    'less than a minute to update the settings of 1 account.',
  ])
    await expect.element(question).toMatchTextContent(text)
  await expect.element(question.getByRole('button', { name: 'Update 1 of 4 accounts' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(update).toHaveFocus()
})

test('a question after which no account would change offers to check them', async () => {
  await openWithLimits(61, 61, 61)
  await setLimitAlone(61)
  await update.click()
  await expect.element(question).toHaveAccessibleName('Update Account Settings: no account would change')
  await expect.element(question.getByRole('button', { name: 'Check 3 accounts' })).toBeVisible()
})

test('with a cookie the question says that the tool does not show what the accounts have', async () => {
  openInstantly()
  await instantlyFields.cookie.fill('a-cookie')
  await instantlyFields.orgAuth.fill('org')
  await press('Fetch Accounts')
  await press('This looks right')
  await update.click()
  await expect.element(question).toHaveAccessibleName('Update Account Settings: 4 accounts')
  await expect.element(question).toMatchTextContent('Instantly does not show what 4 of them have now.')
})

test.each([1280, 360])(
  'a confirmation pressed while offline stays, says so in sight at %i px, and starts once the line is back',
  async (width) => {
    await page.viewport(width, 740)
    await openInstantlySettings()
    await setLimitAlone(62)
    await update.click()
    const confirm = question.getByRole('button', { name: 'Update 4 accounts' })
    const held = network.hold(instantly)
    await confirm.dblClick()
    await expect.element(confirm).toHaveAttribute('aria-busy', 'true')
    line.cut()
    held.lose()
    const alert = question.getByRole('alert')
    await expect.element(alert).toMatchTextContent('Failed to update settings. Please try again.')
    await expect
      .element(alert)
      .toMatchTextContent(
        'You were offline: please connect to the internet and try again. Your entries are kept.',
      )
    await expect.element(alert).toBeInViewport({ ratio: 1 })
    await expect.element(question).toMatchTextContent('→ 62')
    await expect.element(confirm).toBeEnabled()
    // Nothing lies over the sentence.
    const { left, top, width: wide, height } = alert.element().getBoundingClientRect()
    const uppermost = document.elementFromPoint(left + wide / 2, top + height / 2)
    expect(alert.element().contains(uppermost)).toBe(true)
    const updates = () => network.sent(instantly)
    expect(updates()).toHaveLength(1)

    line.mend()
    network.answer(instantly, { success: true, message: 'Update started for 4 accounts.' })
    await confirm.click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(limit).toHaveValue('62')
    expect(updates()[1]?.body).toMatchObject({ operation: 'update-accounts', daily_limit: 62 })
    expect(updates()[1]?.body).not.toHaveProperty('sending_gap')
  },
)

test('a refusal closes the question and is told with its reason', async () => {
  await openInstantlySettings()
  await update.click()
  network.refuse(instantly, { status: 422, code: 'rule_broken', message: 'These accounts belong elsewhere.' })
  await question.getByRole('button', { name: 'Update 4 accounts' }).click()
  await expect.element(page.getByText('Failed to update settings. Please try again.')).toBeVisible()
  await expect.element(page.getByText('These accounts belong elsewhere.')).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
})
