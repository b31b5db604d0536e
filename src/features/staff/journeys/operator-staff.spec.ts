import type { Route } from '@playwright/test'
import {
  choosePassword,
  codeField,
  codeOf,
  enterPassword,
  freshCode,
  invitedStaff,
  joinByPages,
  joinedStaff,
  letConfirmationPass,
} from '#tests/e2e/console/staff.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { expectNotStored } from '#tests/e2e/product/expect-not-stored.ts'
import { mailedPath, mailTo } from '#tests/e2e/product/mails.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'
import { staffMessages } from '../rules/staff.ts'

test('an owner joins by the link, stores recovery codes, and invites a colleague, who sees no actions', async ({
  page,
  deps,
  browser,
  baseURL,
}) => {
  const owner = await invitedStaff(deps, 'owner')
  await page.goto(owner.path)
  await expect(page).toHaveURL('/operator/join')
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  const { secret, recoveryCodes } = await joinByPages(page)
  expect(recoveryCodes).toHaveLength(10)
  await expectNotStored(page, [secret, ...recoveryCodes])
  await expectAccessible(page)

  // Not before they are stored.
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expectTold(page, /Store the codes first/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByLabel('I have stored them').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/operator')
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Staff' }).click()
  await expect(page).toHaveTitle('Staff · Console · Inboxyard')

  const email = `sam-${Date.now()}@example.test`
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Sam Support')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('radio', { name: /^Support/ }).check()
  // A press that comes twice invites once.
  await page.getByRole('button', { name: 'Send invitation' }).dblclick()
  await expectTold(page, `An invitation is on its way to ${email}.`)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Invited')

  const context = await browser.newContext({ baseURL })
  const colleague = await context.newPage()
  const invitation = mailedPath(await mailTo(page, email, 'Your access'))
  await colleague.goto(invitation)
  await joinByPages(colleague)
  await colleague.getByLabel('I have stored them').click()
  await colleague.getByRole('button', { name: 'Continue' }).click()
  await colleague.waitForURL('/operator')
  await colleague.goto('/operator/staff')
  await expect(colleague.getByRole('row').filter({ hasText: email })).toContainText('Active')
  await expect(colleague.getByRole('button', { name: 'Invite' })).toHaveCount(0)
  await expect(colleague.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)

  // The link was good once.
  await colleague.goto(invitation)
  await expect(colleague.getByText(staffMessages.invitationOver)).toBeVisible()
  await context.close()
})

test('a first code whose answer was lost has signed in, and what was not shown is said', async ({
  page,
  deps,
}) => {
  const { path } = await invitedStaff(deps, 'reader')
  await page.goto(path)
  const secret = await choosePassword(page)
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/operator/sign-in/enrolled', lose, { times: 1 })
  await codeField(page).fill(codeOf(secret))
  await codeField(page).press('Enter')
  await expect(page.getByText('The server cannot be reached: please try again in a moment.')).toBeVisible()
  await codeField(page).press('Enter')
  await expectTold(page, /your recovery codes were not shown/)
  await expect(page).toHaveURL('/operator')
})

test('staff sign in with two factors, to where they wanted to go, and out again', async ({ page, deps }) => {
  const staff = await joinedStaff(deps, page, 'support')
  await page.goto('/operator')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/operator/sign-in')
  await page.goto('/operator/account')
  await expect(page).toHaveURL('/operator/sign-in')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await enterPassword(page, staff, 'Wrong.Horse.1')
  await expect(page.getByText('The email or password is not right.')).toBeVisible()
  await enterPassword(page, staff)
  await expect(codeField(page)).toBeFocused()
  await expectAccessible(page)
  await codeField(page).press('Enter')
  await expect(page.getByText(staffMessages.codeMissing)).toBeVisible()
  await codeField(page).fill('000000')
  await codeField(page).press('Enter')
  await expect(page.getByText(staffMessages.codeWrong)).toBeVisible()
  await codeField(page).fill(await freshCode(deps, staff))
  await codeField(page).press('Enter')
  await expect(page).toHaveURL('/operator/account')
})

test('a recovery code signs in once', async ({ page, deps }) => {
  const staff = await joinedStaff(deps, page, 'support')
  const [code = ''] = staff.recoveryCodes
  const enterRecoveryCode = async () => {
    await enterPassword(page, staff)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(code.toLowerCase())
    await page.getByLabel('Recovery code').press('Enter')
  }
  await page.context().clearCookies()
  await page.goto('/operator/account')
  await enterRecoveryCode()
  await expect(page.getByText(/^9 of 10 recovery codes left\./)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await enterRecoveryCode()
  await expect(page.getByText(staffMessages.recoveryCodeWrong)).toBeVisible()
})

test('too many codes lead back to the first step, and so does a step that took too long', async ({
  page,
  deps,
}) => {
  const staff = await joinedStaff(deps, page, 'support')
  await page.context().clearCookies()
  await page.goto('/operator/sign-in')
  await enterPassword(page, staff)
  await expect(codeField(page)).toBeFocused()
  // The step is known by its cookie, which goes when its time is over.
  await page.context().clearCookies()
  await codeField(page).fill('000000')
  await codeField(page).press('Enter')
  await expect(page.getByText(staffMessages.stepOver)).toBeVisible()

  await enterPassword(page, staff)
  await expect(codeField(page)).toBeFocused()
  for (let tries = 0; tries < 12; tries++) {
    if (await page.getByText('Too many codes were tried.').isVisible()) break
    await codeField(page).fill('000000')
    const answer = page.waitForResponse('**/api/operator/sign-in/code')
    await codeField(page).press('Enter')
    if ((await answer).status() === 429) break
    await expect(page.getByText(staffMessages.codeWrong)).toBeVisible()
  }
  await expect(page.getByText('Too many codes were tried. Please wait a minute.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('a session ends from another browser; the page then asks to sign in and comes back', async ({
  page,
  deps,
  browser,
  baseURL,
}) => {
  const staff = await joinedStaff(deps, page, 'reader')
  await page.goto('/operator/account')
  await expect(page.getByRole('row').filter({ hasText: 'This one' })).toHaveCount(1)

  const context = await browser.newContext({ baseURL })
  const other = await context.newPage()
  await other.goto('/operator/account')
  await enterPassword(other, staff)
  await codeField(other).fill(await freshCode(deps, staff))
  await codeField(other).press('Enter')
  await other.getByRole('button', { name: /^End the session of/ }).click()
  await expectTold(other, 'Session ended')
  await expect(other.getByRole('button', { name: 'End all others' })).toHaveCount(0)
  await context.close()

  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await expect(page).toHaveURL('/operator/sign-in')
  await expectTold(page, 'Your console session has ended. Please sign in again.')
  await enterPassword(page, staff)
  await codeField(page).fill(await freshCode(deps, staff))
  await codeField(page).press('Enter')
  await expect(page).toHaveURL('/operator/account')
})

test('what does harm asks for the second factor again, and goes on with what was entered', async ({
  page,
  deps,
}) => {
  const owner = await joinedStaff(deps, page, 'owner')
  await letConfirmationPass(deps, owner)
  await page.goto('/operator/staff')
  const email = `tess-${Date.now()}@example.test`
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Tess Technician')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('radio', { name: /^Technician/ }).check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm it is you' })
  await expect(codeField(page)).toBeFocused()
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Tess Technician')
  await expect(page.getByRole('alert')).toHaveCount(0)

  await page.getByRole('button', { name: 'Send invitation' }).click()
  await codeField(page).fill('000000')
  await codeField(page).press('Enter')
  await expect(question.getByText(staffMessages.codeWrong)).toBeVisible()
  await codeField(page).fill(await freshCode(deps, owner))
  await codeField(page).press('Enter')
  await expectTold(page, `An invitation is on its way to ${email}.`)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const row = page.getByRole('row').filter({ hasText: email })
  const act = async (action: string) => {
    await row.getByRole('button', { name: 'Actions for Tess Technician' }).click()
    // By the keyboard: a message may still lie over the last of the menu.
    await page.getByRole('menuitem', { name: action }).press('Enter')
  }
  await act('Change role')
  await page.getByRole('radio', { name: /^Finance/ }).check()
  await page.getByRole('button', { name: 'Change role' }).click()
  await expect(row).toContainText('Finance')
  await act('Invite again')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expectTold(page, 'A new invitation is on its way.')

  // Also over a question that waits for its answer.
  await letConfirmationPass(deps, owner)
  await act('End access')
  await page.getByRole('button', { name: 'End access' }).click()
  await codeField(page).fill(await freshCode(deps, owner))
  await codeField(page).press('Enter')
  await expect(row).toContainText('Access ended')
  await act('Open access again')
  await expect(row).toContainText('Invited')
})

test('the own account: another password, other recovery codes', async ({ page, deps }) => {
  await joinedStaff(deps, page, 'reader')
  await page.goto('/operator/staff')
  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByLabel('Current password').fill('Wrong.Horse.1')
  await page.getByLabel('New password', { exact: true }).fill('Another.Horse.1')
  await page.getByLabel('New password again').fill('Another.Horse.2')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('New passwords do not match')).toBeVisible()
  await page.getByLabel('New password again').fill('Another.Horse.1')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeFocused()
  await page.getByLabel('Current password').fill('Console.Horse.1')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expectTold(page, 'Password changed')
  await expect(page.getByLabel('Current password')).toHaveValue('')

  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByRole('button', { name: 'Make new codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await page.evaluate(() => history.back())
  await expectTold(page, /Store the codes first/)
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await expect(page).toHaveURL('/operator/account')
  await page.getByLabel('I have stored them').click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
})
