import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { staffCheckForgottenLink, staffCheckInvitation } from '#features/staff/api/staff.ts'
import { staffMessages } from '#features/staff/rules/staff.ts'
import { network } from '#tests/web/network.ts'
import { openConsole, openPage } from '#tests/web/open-page.tsx'
import { checkForgottenLink } from '../../api/auth.ts'
import { forgottenMessages } from '../../rules/forgotten-password.ts'

const field = page.getByLabelText('New password', { exact: true })

test.each([
  {
    link: 'a customer’s new password',
    open: () => openPage('/choose-password#secret', { as: null }),
    check: checkForgottenLink,
    said: forgottenMessages.linkOver,
    next: 'Ask for a link',
  },
  {
    link: 'a colleague’s new password',
    open: () => openConsole('/operator/choose-password#secret', { as: null }),
    check: staffCheckForgottenLink,
    said: forgottenMessages.linkOver,
    next: 'Ask for a link',
  },
  {
    link: 'an invitation',
    open: () => openConsole('/operator/join#secret', { as: null }),
    check: staffCheckInvitation,
    said: staffMessages.invitationOver,
    next: 'Go to the sign-in page',
  },
])('the ended link of $link says so as the page opens, and leads on', async ({ open, check, said, next }) => {
  const held = network.hold(check)
  open()
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect.poll(() => network.sent(check).map(({ body }) => body)).toEqual([{ token: 'secret' }])
  held.answer({ works: false })
  await expect.element(page.getByText(said)).toBeVisible()
  await expect.element(page.getByRole('link', { name: next })).toBeVisible()
  await expect.element(field).not.toBeInTheDocument()
})

test.each([
  ['works', () => network.answer(checkForgottenLink, { works: true })],
  ['cannot be checked', () => network.lose(checkForgottenLink)],
] as const)('a link that %s lets a password be chosen', async (_, answer) => {
  answer()
  openPage('/choose-password#secret', { as: null })
  await expect.element(field).toHaveFocus()
})
