import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { network } from '#tests/web/network.ts'
import { customer, openPage } from '#tests/web/open-page.tsx'
import { apiMessages } from '#ui/api.ts'
import { writeStored } from '#ui/browser-storage.ts'
import { check, login, logout } from '../../api/auth.ts'
import { lastPathKey, storagePrefix } from '../../rules/session-storage-keys.ts'

const email = page.getByLabelText('Email')
const password = page.getByLabelText('Password')
const button = page.getByRole('button', { name: 'Sign in', exact: true })
const plans = page.getByRole('heading', { name: 'Choose Your Plan' })
const wrong = {
  status: 401,
  code: 'unauthenticated',
  message: 'The email or password is not right.',
} as const

afterEach(() => {
  vi.restoreAllMocks()
})

async function signIn(): Promise<void> {
  network.answer(login, { user: customer(), message: 'Login successful', expiresIn: 3600 })
  await email.fill('  ADA@example.test ')
  await password.fill('Correct.Horse.1')
  await button.click()
}

test('each mistake is named beside its field, moves nothing, and is taken back as soon as it is mended', async () => {
  openPage('/signin', { as: null })
  await expect.element(email).toHaveFocus()
  const before = button.element().getBoundingClientRect()
  await button.click()
  await expect.element(email).toHaveAccessibleDescription('Email is required')
  await expect.element(password).toHaveAccessibleDescription('Password is required')
  await expect.element(email).toHaveFocus()
  expect(button.element().getBoundingClientRect()).toEqual(before)

  await email.fill('ada')
  await expect.element(email).toHaveAccessibleDescription('Please enter a valid email')
  await password.fill('short')
  await expect.element(password).toHaveAccessibleDescription('Password must be at least 6 characters')

  await email.fill('ada@example.test')
  await password.fill('long enough')
  await expect.element(email).not.toHaveAttribute('aria-invalid')
  await expect.element(password).not.toHaveAttribute('aria-invalid')
})

test('a press that comes twice tries once, and its refusal stays until something is changed', async () => {
  openPage('/signin', { as: null })
  const held = network.hold(login)
  await email.fill('ada@example.test')
  await password.fill('Wrong.Horse.1')
  await button.dblClick()
  await expect.poll(() => network.sent(login).length).toBe(1)
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  held.refuse(wrong)
  const refusal = page.getByText(wrong.message)
  await expect.element(refusal).toBeVisible()
  expect(network.sent(login).map(({ body }) => body)).toEqual([
    { email: 'ada@example.test', password: 'Wrong.Horse.1' },
  ])
  await email.click()
  await expect.element(refusal).toBeVisible()
  await password.click()
  await userEvent.keyboard('{End}2')
  await expect.element(refusal).not.toBeInTheDocument()
})

test('a lost connection is told, and the next press tries again', async () => {
  openPage('/choose-plan', { as: null })
  network.lose(login)
  await email.fill('ada@example.test')
  await password.fill('Correct.Horse.1')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByText('Network error. Please check your connection or CORS configuration.'))
    .toBeVisible()
  await signIn()
  await expect.element(plans).toBeVisible()
  expect(network.sent(login)).toHaveLength(2)
})

test('a browser that blocks cookies is named as the reason, and nothing is sent', async () => {
  openPage('/signin', { as: null })
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
  await signIn()
  await expect.element(page.getByText(apiMessages.cookiesBlocked)).toBeVisible()
  expect(network.sent(login)).toEqual([])
})

test('locks that the browser refuses keep nobody from signing in', async () => {
  openPage('/choose-plan', { as: null })
  vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('Denied.', 'SecurityError'))
  await signIn()
  await expect.element(plans).toBeVisible()
  expect(network.sent(login)).toHaveLength(1)
})

test('the password is shown on request, and Caps Lock is warned of', async () => {
  openPage('/signin', { as: null })
  await password.fill('Correct.Horse.1')
  await expect.element(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect.element(password).toHaveAttribute('type', 'password')

  const key = (type: string, modifierCapsLock: boolean) =>
    password.element().dispatchEvent(new KeyboardEvent(type, { key: 'A', modifierCapsLock, bubbles: true }))
  key('keydown', true)
  await expect.element(page.getByText('Caps Lock is on.')).toBeVisible()
  key('keyup', false)
  await expect.element(page.getByText('Caps Lock is on.')).not.toBeInTheDocument()
})

test('who has no account is sent to support, beside what a customer says; a phone has room for the form alone', async () => {
  openPage('/signin', { as: null })
  await expect
    .element(page.getByRole('link', { name: 'Contact support for access' }))
    .toHaveAttribute('href', 'mailto:support@inboxyard.test')
  const testimonial = page.getByRole('complementary', { name: 'Customer testimonial', includeHidden: true })
  await expect.element(testimonial.getByText(/Sample/)).toBeVisible()
  await page.viewport(768, 1024)
  await expect.element(testimonial.getByRole('blockquote')).toBeInViewport()
  await expect.element(button).toBeInViewport()
  expect(document.documentElement.scrollWidth).toBe(768)
  await page.viewport(360, 740)
  await expect.element(testimonial).not.toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(360)
})

test('a refused page is reached after signing in, whatever the address is written like', async () => {
  const router = openPage('/choose-plan?from=mail', { as: null })
  await expect.element(email).toBeVisible()
  expect(router.state.location.pathname).toBe('/signin')
  await signIn()
  await expect.element(plans).toBeVisible()
  await expect.element(page.getByText('Login successful')).toBeVisible()
  expect(window.location.search).toBe('?from=mail')
  expect(network.sent(login)[0]?.body.email).toBe('ada@example.test')
})

test('who is signed in already is sent on from the sign-in page and from the start page', async () => {
  writeStored(lastPathKey, '/choose-plan')
  const router = openPage('/')
  await expect.element(plans).toBeVisible()
  expect(router.state.location.pathname).toBe('/choose-plan')
})

test('a stored path that would leave the site is not followed', async () => {
  writeStored(lastPathKey, '//evil.example/steal')
  const router = openPage('/', { as: customer({ mustChangePassword: true }) })
  await expect.element(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible()
  expect(router.state.location.state).toEqual({ from: '/dashboard' })
})

test('neither the start page nor an unknown one is remembered', async () => {
  const router = openPage('/choose-plan')
  await expect.element(plans).toBeVisible()
  await router.navigate('/no-such-page')
  await expect.element(page.getByText('Oops! Page not found')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect.element(plans).toBeVisible()
  expect(router.state.location.pathname).toBe('/choose-plan')
})

test('failing to find out who is there sends to the sign-in page without a message', async () => {
  openPage('/reset-password')
  network.refuse(check, { status: 500, code: 'internal', message: 'Broken' })
  await expect.element(email).toBeVisible()
  await expect.element(page.getByText('Broken')).not.toBeInTheDocument()
})

test('nothing but a spinner shows until it is known who is there', async () => {
  openPage('/choose-plan')
  const held = network.hold(check)
  await expect.element(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  await expect.element(page.getByRole('heading')).not.toBeInTheDocument()
  held.answer({ authenticated: true, user: customer() })
  await expect.element(plans).toBeVisible()
})

test('signing out while offline says so and signs nobody out', async () => {
  openPage('/reset-password')
  network.lose(logout)
  await page.getByRole('button', { name: /^Ada Byron/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect
    .element(page.getByText('Network error. Please check your connection or CORS configuration.'))
    .toBeVisible()
  await expect.element(page.getByLabelText('Current Password')).toBeVisible()
})

test('a tab that waits at the sign-in page goes on, when somebody signs in at another, to where it was asked for', async () => {
  const router = openPage('/choose-plan?from=mail', { as: null })
  await expect.element(email).toBeVisible()
  network.answer(check, { authenticated: true, user: customer() })
  const other = new BroadcastChannel(`${storagePrefix}.session`)
  other.postMessage(customer().id)
  await expect.element(plans).toBeVisible()
  other.close()
  expect(router.state.location.search).toBe('?from=mail')
})
