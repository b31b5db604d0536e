import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { login } from '#shared/api/auth.ts'
import { network } from '../../testing/network.ts'
import { openPage } from '../../testing/open-page.tsx'

const email = page.getByLabelText('Email')
const password = page.getByLabelText('Password')
const button = page.getByRole('button', { name: 'Sign in', exact: true })

test('each mistake is named beside its field, and taken back as soon as it is mended', async () => {
  openPage('/signin', { as: null })
  await button.click()
  await expect.element(email).toHaveAccessibleDescription('Email is required')
  await expect.element(password).toHaveAccessibleDescription('Password is required')
  await expect.element(email).toHaveFocus()

  await email.fill('ada')
  await expect.element(email).toHaveAccessibleDescription('Please enter a valid email')
  await password.fill('short')
  await expect.element(password).toHaveAccessibleDescription('Password must be at least 6 characters')

  await email.fill('ada@example.test')
  await password.fill('long enough')
  await expect.element(email).not.toHaveAttribute('aria-invalid')
  await expect.element(password).not.toHaveAttribute('aria-invalid')
})

test('a press that comes twice tries once, and the button is busy until the answer comes', async () => {
  openPage('/signin', { as: null })
  const held = network.hold(login)
  await email.fill('ada@example.test')
  await password.fill('Wrong.Horse.1')
  await button.dblClick()
  await expect.poll(() => network.sent(login).length).toBe(1)
  held.refuse({ status: 401, code: 'unauthenticated', message: 'The email or password is not right.' })
  await expect.element(page.getByText('The email or password is not right.')).toBeVisible()
  expect(network.sent(login).map(({ body }) => body)).toEqual([
    { email: 'ada@example.test', password: 'Wrong.Horse.1' },
  ])
})

test('a lost connection is told, and the next press tries again', async () => {
  openPage('/signin', { as: null })
  network.lose(login)
  await email.fill('ada@example.test')
  await password.fill('Correct.Horse.1')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByText('Network error. Please check your connection or CORS configuration.'))
    .toBeVisible()
})
