import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ownHealthMail } from '#features/health/api/health.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { line } from '#tests/web/line.ts'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import {
  changeFactorRule,
  endOtherSessions,
  endOwnSession,
  factorRule,
  ownSecondFactor,
  ownSessions,
} from '../api/account.ts'

function openAccount(): void {
  openPage('/account')
  network.answer(ownSessions, kept(ownSessions, 'account-sessions'))
  network.answer(ownSecondFactor, kept(ownSecondFactor, 'account-factor'))
  network.answer(factorRule, kept(factorRule, 'account-factor-rule'))
  network.answer(ownHealthMail, kept(ownHealthMail, 'account-health-mail'))
}
/** Signed in here, and with these other devices. */
function answerDevices(...devices: string[]): void {
  const [own] = kept(ownSessions, 'account-sessions').sessions
  if (!own) throw new Error('No session is kept.')
  const others = devices.map((device) => ({ ...own, id: device, device, isThis: false }))
  network.answer(ownSessions, { sessions: [own, ...others] })
}
const others = page.getByRole('button', { name: 'End all others' })
const row = page.getByRole('row')

test.each([360, 1440])('the account’s page fits a window of %i px', async (width) => {
  await page.viewport(width, 800)
  openAccount()
  await expect.element(page.getByText('This one')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  // There is no other one to end.
  await expect.element(others).not.toBeInTheDocument()
})

test('one session is ended, then all others, each by a press that counts once', async () => {
  openAccount()
  answerDevices('Firefox on Windows', 'Safari on iPhone')
  const ending = network.hold(endOwnSession)
  const end = page.getByRole('button', { name: 'End the session of Firefox on Windows' })
  await end.dblClick()
  await expect.element(end).toHaveAttribute('aria-busy', 'true')
  answerDevices('Safari on iPhone')
  ending.answer({ message: 'Session ended' })
  await expect.element(end).not.toBeInTheDocument()
  expect(network.sent(endOwnSession).map(({ params }) => params)).toEqual([{ id: 'Firefox on Windows' }])

  const endingOthers = network.hold(endOtherSessions)
  await others.dblClick()
  answerDevices()
  endingOthers.answer({ ended: 1 })
  await expect.element(page.getByText('One other session has ended.')).toBeVisible()
  await expect.poll(() => row.all().length).toBe(2)
  expect(network.sent(endOtherSessions)).toHaveLength(1)
})

test('where one is signed in is asked for again once it could not be loaded', async () => {
  openAccount()
  network.refuse(ownSessions, { status: 403, code: 'forbidden', message: 'Not today.' })
  await expect.element(page.getByText('Where you are signed in could not be loaded.')).toBeVisible()
  network.answer(ownSessions, kept(ownSessions, 'account-sessions'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('This one')).toBeVisible()
})

test('a second factor is asked of everybody only by who has one', async () => {
  openAccount()
  const ask = page.getByRole('button', { name: 'Ask everybody' })
  await expect.element(ask).toBeDisabled()
  await expect.element(ask).toHaveAccessibleDescription(/Set up a second factor of your own first/)
  expect(network.sent(changeFactorRule)).toEqual([])
})

test('what was said of a lost line goes as soon as the line is back, and what failed is asked for again', async () => {
  openAccount()
  network.lose(ownSessions)
  line.cut()
  const offline = page.getByText(/^You are offline/)
  await expect.element(offline.first()).toBeVisible()
  network.answer(ownSessions, kept(ownSessions, 'account-sessions'))
  line.mend()
  await expect.element(page.getByText('This one')).toBeVisible()
  await expect.poll(() => offline.elements().length, { timeout: 3_000 }).toBe(0)
})
