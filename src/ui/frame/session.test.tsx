import { expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { factorRule, ownSecondFactor, ownSessions } from '#features/accounts/api/account.ts'
import { check, refreshToken } from '#features/accounts/api/auth.ts'
import { ownHealthMail } from '#features/health/api/health.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { holdClock } from '#tests/web/open-order.ts'
import { customer, openPage } from '#tests/web/open-page.tsx'
import { queryClient } from '../query-client.ts'
import { sessionQuery } from './session.ts'

const devices = page.getByRole('heading', { name: 'Where you are signed in' })
const signInForm = page.getByRole('button', { name: 'Sign in', exact: true })
const known = () => ({ authenticated: true, user: customer() })
const nobody = { authenticated: false, user: null }

/** What comes instead of an answer of ours, and says nothing about who is there. */
const unknown: [from: string, answer: (endpoint: typeof check | typeof refreshToken) => void][] = [
  ['a server that restarts', (endpoint) => network.refuse(endpoint, { status: 503 })],
  ['a line that is cut', (endpoint) => network.lose(endpoint)],
  ['a captive portal', (endpoint) => network.answerForeign(endpoint, '<h1>Welcome to our Wi-Fi</h1>')],
  ['a firewall', (endpoint) => network.answerForeign(endpoint, 'Forbidden', 403)],
  ['a proxy that asks for a password', (endpoint) => network.answerForeign(endpoint, 'Who are you?', 401)],
  ['a proxy that slows down', (endpoint) => network.answerForeign(endpoint, 'Too many', 429)],
  ['a network that asks to sign in', (endpoint) => network.answerForeign(endpoint, 'Sign in', 511)],
]

function openAccount() {
  network.answer(ownSessions, kept(ownSessions, 'account-sessions'))
  network.answer(ownSecondFactor, kept(ownSecondFactor, 'account-factor'))
  network.answer(factorRule, kept(factorRule, 'account-factor-rule'))
  network.answer(ownHealthMail, kept(ownHealthMail, 'account-health-mail'))
  return openPage('/account')
}

/** Lets the clock run on, with what is sent meanwhile, until something is seen, or no longer. */
const passTimeUntil = (seen: Locator, isThere = true): Promise<void> =>
  expect
    .poll(
      async () => {
        await vi.advanceTimersByTimeAsync(1_000)
        return seen.query() !== null
      },
      { timeout: 20_000 },
    )
    .toBe(isThere)

test.each(unknown)(
  '%s is waited out for ten seconds before a customer is asked to sign in',
  async (_, answer) => {
    holdClock()
    const router = openAccount()
    answer(check)
    await expect.poll(() => network.sent(check).length, { timeout: 20_000 }).toBeGreaterThan(0)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(router.state.location.pathname).toBe('/account')
    network.answer(check, known())
    await passTimeUntil(devices)
  },
)

test.each(unknown)('%s that stays leads to the sign-in page, and back once it is over', async (_, answer) => {
  holdClock()
  const router = openAccount()
  answer(check)
  await expect.poll(() => network.sent(check).length, { timeout: 20_000 }).toBeGreaterThan(0)
  await passTimeUntil(signInForm)
  expect(router.state.location).toMatchObject({ pathname: '/signin', state: { from: '/account' } })
  expect(document.querySelector('[data-sonner-toast]')).toBeNull()
  await page.getByLabelText('Email').fill('ada@')
  await vi.advanceTimersByTimeAsync(20_000)
  await expect.element(page.getByLabelText('Email')).toHaveValue('ada@')
  network.answer(check, known())
  await passTimeUntil(devices)
})

test.each(unknown)(
  'a page that is open stays while %s keeps its session from being renewed',
  async (_, answer) => {
    holdClock()
    const router = openAccount()
    await expect.element(devices).toBeVisible()
    network.answer(check, nobody)
    answer(refreshToken)
    void queryClient.refetchQueries(sessionQuery)
    const told = page.getByText('We couldn’t check that you’re still signed in.')
    await passTimeUntil(told)
    await expect.element(devices).toBeVisible()
    expect(router.state.location.pathname).toBe('/account')
    network.answer(check, known())
    page
      .getByRole('button', { name: 'Retry' })
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await passTimeUntil(told, false)
  },
)

test('a session that our server ends leads to the sign-in page at once', async () => {
  const router = openAccount()
  await expect.element(devices).toBeVisible()
  network.answer(check, nobody)
  network.refuse(refreshToken, { status: 401, code: 'unauthenticated', message: 'Please sign in.' })
  await queryClient.refetchQueries(sessionQuery)
  await expect.poll(() => router.state.location.pathname).toBe('/signin')
})
