import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ResponseOf } from '#base/api/endpoint.ts'
import { ownSecondFactor } from '#features/accounts/api/account.ts'
import { removeOwnPasskey } from '#features/accounts/api/passkeys.ts'
import { consoleBrand } from '#features/brand/api/console-brand.ts'
import { network } from '#tests/web/network.ts'
import { colleague, openConsole, openPage } from '#tests/web/open-page.tsx'
import { answerOrders, selectGroups } from '#tests/web/orders.ts'
import { answerSamples, sampleAnswer } from '#tests/web/sample-answers.ts'

const dialog = (name: string) => page.getByRole('dialog', { name })
const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const address = () => window.location.pathname + window.location.search
/** A step of the browser's, which does nothing at once. */
const back = () => window.history.back()

/** A page that was reached from another one, to which Back would lead. */
async function reach(path: string): Promise<void> {
  answerSamples()
  answerOrders()
  const passkey = { id: 'psk_1', name: 'MacBook', createdAt: '2026-01-02T03:04:05.000Z', lastUsedAt: null }
  const passkeys = [passkey, { ...passkey, id: 'psk_2', name: 'Phone' }]
  network.answer(ownSecondFactor, { isOn: true, hasAuthenticator: true, passkeys, recoveryCodesLeft: 8 })
  const router = openPage('/no-such-page')
  await expect.element(heading('Oops! Page not found')).toBeVisible()
  await router.navigate(path)
}

/** The same in the console. */
async function reachInConsole(path: string, from = '/plans'): Promise<void> {
  answerSamples()
  const shown: ResponseOf<typeof consoleBrand> = sampleAnswer(consoleBrand)
  const bare = { accent: null, banner: null, logo: null, logoDark: null, mark: null }
  network.answer(consoleBrand, { ...shown, brand: { ...shown.brand, ...bare } })
  const router = openConsole(`/operator${from}`, { as: colleague({ role: 'owner' }) })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await router.navigate(`/operator${path}`)
}

const renaming = page.getByRole('dialog')

test('Back leaves a dialog, and the next one the page; the way forward is still there', async () => {
  await reach('/account')
  await page.getByRole('button', { name: 'Rename MacBook' }).click()
  await expect.element(renaming).toBeVisible()
  back()
  await expect.element(renaming).not.toBeInTheDocument()
  expect(address()).toBe('/account')
  await expect.element(page.getByRole('button', { name: 'Rename MacBook' })).toHaveFocus()
  back()
  await expect.element(heading('Oops! Page not found')).toBeVisible()
  window.history.forward()
  await expect.element(page.getByRole('button', { name: 'Rename MacBook' })).toBeVisible()
})

test('with entries Back asks as the close button does, and once more leaves only the question', async () => {
  await reach('/dashboard?order=ord_mixed')
  await selectGroups(1)
  await page.getByRole('button', { name: /^Update Forwarding/ }).click()
  const field = page.getByLabelText('New Forwarding Domain')
  await field.fill('example.com/new')
  back()
  await expect.element(question).toBeVisible()
  back()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('example.com/new')
  back()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(dialog('Update Forwarding Domain')).not.toBeInTheDocument()
  expect(address()).toBe('/dashboard?order=ord_mixed')
})

test('what is at work stays open, and Back does nothing', async () => {
  await reach('/account')
  const removing = network.hold(removeOwnPasskey)
  await page.getByRole('button', { name: 'Remove MacBook' }).click()
  const asked = page.getByRole('alertdialog', { name: /MacBook/ })
  await asked.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => network.sent(removeOwnPasskey).length).toBe(1)
  back()
  await expect.poll(() => address()).toBe('/account')
  await expect.element(asked).toBeVisible()
  removing.answer(sampleAnswer(removeOwnPasskey))
  await expect.element(asked).not.toBeInTheDocument()
})

test('Back leaves the palette; where it has led to a page, Back leads to the one before', async () => {
  await reach('/account')
  const palette = dialog('Find anything')
  const open = async () => {
    await page.getByRole('button', { name: 'Find anything' }).click()
    await expect.element(palette.getByRole('combobox')).toHaveFocus()
  }
  await open()
  back()
  await expect.element(palette).not.toBeInTheDocument()
  expect(address()).toBe('/account')
  await open()
  await palette.getByRole('option', { name: 'Dashboard' }).click()
  await expect.element(palette).not.toBeInTheDocument()
  await expect.poll(address).toBe('/dashboard')
  back()
  await expect.poll(address).toBe('/account')
  await expect.element(page.getByRole('button', { name: 'Rename MacBook' })).toBeVisible()
})

test('of several that lie over the page Back leaves the topmost; a sheet that has an address takes its own step', async () => {
  await reach('/dashboard?order=ord_mixed')
  const details = dialog('Order Details')
  const edit = dialog('Edit Order')
  await page.getByRole('button', { name: /#1$/ }).click()
  await details.getByRole('button', { name: 'Edit order' }).click()
  await expect.element(edit).toBeVisible()
  back()
  await expect.element(edit).not.toBeInTheDocument()
  await expect.element(details).toBeVisible()
  expect(address()).toContain('details=')
  back()
  await expect.element(details).not.toBeInTheDocument()
  await expect.poll(address).toBe('/dashboard?order=ord_mixed')
  back()
  await expect.element(heading('Oops! Page not found')).toBeVisible()
})

test('a sheet that a link has opened is left by Back before the page is', async () => {
  await reach('/dashboard?order=ord_mixed&details=bun_mixed_1')
  const details = dialog('Order Details')
  await expect.element(details).toBeVisible()
  back()
  await expect.element(details).not.toBeInTheDocument()
  expect(address()).toBe('/dashboard?order=ord_mixed')
})

test('on a phone Back leaves the menu', async () => {
  await page.viewport(360, 740)
  await reach('/account')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('button', { name: 'Close menu' })
  await expect.element(menu).toBeVisible()
  back()
  await expect.element(menu).not.toBeInTheDocument()
  expect(address()).toBe('/account')
})

test('in the console Back leaves the search, then is held by what the page would lose', async () => {
  await reachInConsole('/brand')
  const name = page.getByLabelText('Product name')
  await name.fill('Harbourpost')
  await page.getByRole('button', { name: 'Find anything' }).click()
  const find = dialog('Find anything')
  await expect.element(find.getByRole('combobox')).toHaveFocus()
  back()
  await expect.element(find).not.toBeInTheDocument()
  await expect.element(question).not.toBeInTheDocument()
  back()
  await expect.element(question).toBeVisible()
  await expect.poll(address).toBe('/operator/brand')
  back()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('Harbourpost')
  back()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(address).toBe('/operator/plans')
})
