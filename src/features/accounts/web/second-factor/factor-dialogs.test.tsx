import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ownHealthMail } from '#features/health/api/health.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { line } from '#tests/web/line.ts'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import { factorRule, ownSecondFactor, ownSessions } from '../../api/account.ts'
import { renameOwnPasskey } from '../../api/passkeys.ts'

const passkey = { id: 'psk_1', name: 'MacBook', createdAt: '2026-01-02T03:04:05.000Z', lastUsedAt: null }

const ways = {
  Escape: () => userEvent.keyboard('{Escape}'),
  Cancel: () => page.getByRole('button', { name: 'Cancel' }).click(),
  'the close button': () => page.getByRole('button', { name: 'Close', exact: true }).click(),
}
const dialogs = ['Set up', 'Add a passkey', 'Rename MacBook']
const questions = ['Remove MacBook', 'New recovery codes']
function openAccount() {
  network.answer(ownSessions, kept(ownSessions, 'account-sessions'))
  network.answer(ownSecondFactor, {
    isOn: true,
    hasAuthenticator: false,
    passkeys: [passkey, { ...passkey, id: 'psk_2', name: 'Phone' }],
    recoveryCodesLeft: 8,
  })
  network.answer(factorRule, kept(factorRule, 'account-factor-rule'))
  network.answer(ownHealthMail, kept(ownHealthMail, 'account-health-mail'))
  openPage('/account')
}

const left = (opener: string, way: keyof typeof ways) => ({ opener, way })

test.each([
  ...dialogs.flatMap((opener) => [
    left(opener, 'Escape'),
    left(opener, 'Cancel'),
    left(opener, 'the close button'),
  ]),
  ...questions.flatMap((opener) => [left(opener, 'Escape'), left(opener, 'Cancel')]),
])('“$opener” opens a dialog that $way closes, and gets the focus back', async ({ opener, way }) => {
  openAccount()
  const button = page.getByRole('button', { name: opener, exact: true })
  await button.click()
  const dialog = page.getByRole(questions.includes(opener) ? 'alertdialog' : 'dialog')
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
  await ways[way]()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('what a form says of a lost line stays true once the line is back', async () => {
  openAccount()
  await page.getByRole('button', { name: 'Rename MacBook' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabelText('Name').fill('Laptop')
  network.lose(renameOwnPasskey)
  line.cut()
  await form.getByRole('button', { name: 'Rename' }).click()
  const said = form.getByText('You were offline: please connect to the internet and try again.')
  await expect.element(said).toBeVisible()
  line.mend()
  await expect.element(said).toBeVisible()
  await expect.element(form.getByLabelText('Name')).toHaveValue('Laptop')
})
