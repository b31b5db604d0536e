import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { network } from '#tests/web/network.ts'
import { customer, openPage } from '#tests/web/open-page.tsx'
import { changePassword, refreshToken } from '../api/auth.ts'
import { passwordMaxLength, passwordMessages } from '../rules/password.ts'

const current = page.getByLabelText('Current Password')
const next = page.getByLabelText('New Password', { exact: true })
const again = page.getByLabelText('Confirm New Password')
const change = page.getByRole('button', { name: 'Change Password' })

async function fill(password: string, repeated = password): Promise<void> {
  await current.fill('Correct.Horse.1')
  await next.fill(password)
  await again.fill(repeated)
}

test('all fields are asked for, the same word twice and a strong one', async () => {
  openPage('/reset-password')
  await change.click()
  await expect.element(page.getByText(passwordMessages.missing)).toBeVisible()
  await expect.element(current).toHaveFocus()
  for (const [password, message] of [
    ['too weak', passwordMessages.weak],
    [`Aa1.${'x'.repeat(passwordMaxLength)}`, passwordMessages.tooLong],
  ] as const) {
    await fill(password)
    await change.click()
    await expect.element(page.getByText(message)).toBeVisible()
  }
  await fill('Correct.Horse.2', 'Correct.Horse.3')
  await change.click()
  await expect.element(page.getByText(passwordMessages.mismatch)).toBeVisible()
  expect(network.sent(changePassword)).toEqual([])
})

test('what the server refuses stands once: beside its field, or above all', async () => {
  openPage('/reset-password')
  await fill('Example.Horse.1')
  for (const message of [passwordMessages.common, passwordMessages.personal]) {
    network.refuse(changePassword, {
      status: 400,
      code: 'invalid',
      message,
      fields: { newPassword: message },
    })
    await change.click()
    await expect.element(next).toHaveAccessibleDescription(message)
    await expect.element(next).toHaveFocus()
    expect(page.getByText(message).all()).toHaveLength(1)
  }
  const message = 'Failed to change password. Please check your current password and try again.'
  network.refuse(changePassword, { status: 422, code: 'rule_broken', message })
  await change.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(message)
})

test('a password that is composed otherwise the second time is the same', async () => {
  openPage('/reset-password')
  network.answer(changePassword, { message: 'Password changed successfully' })
  await fill('Caf\u00e9.Horse.2', 'Cafe\u0301.Horse.2')
  await change.click()
  await expect.poll(() => network.sent(changePassword)).toHaveLength(1)
})

test('a press that comes twice changes it once, and the button is busy until then', async () => {
  openPage('/choose-plan', { as: customer({ mustChangePassword: true }) })
  await expect.element(page.getByText(/^You signed in with a one-time password\./)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Cancel' })).not.toBeInTheDocument()
  const held = network.hold(changePassword)
  await fill('Correct.Horse.2')
  await change.dblClick()
  await expect.element(change).toHaveAttribute('aria-busy', 'true')
  held.answer({ message: 'Password changed successfully' })
  // What was asked for before, now that it may be seen.
  await expect.element(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
  expect(network.sent(changePassword).map(({ body }) => body)).toEqual([
    { currentPassword: 'Correct.Horse.1', newPassword: 'Correct.Horse.2' },
  ])
})

test('it can be left as it was', async () => {
  openPage('/reset-password')
  await expect.element(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/dashboard')
})

test('a session that cannot be renewed ends on the sign-in page, once said', async () => {
  const router = openPage('/reset-password')
  await fill('Correct.Horse.2')
  const ended = { status: 401, code: 'unauthenticated', message: 'Please sign in.' } as const
  network.refuse(changePassword, ended)
  network.refuse(refreshToken, ended)
  await change.click()
  const told = page.getByText('Your session has expired. Please log in again.')
  await expect.element(told).toBeVisible()
  expect(told.all()).toHaveLength(1)
  await expect.element(page.getByLabelText('Email')).toBeVisible()
  // A change of password is not resumed.
  expect(router.state.location).toMatchObject({ pathname: '/signin', state: null })
})
