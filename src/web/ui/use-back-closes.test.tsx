import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getGroup } from '#shared/api/groups.ts'
import { findMailboxes } from '#shared/api/search.ts'
import { kept } from '../testing/kept-answers.ts'
import { network } from '../testing/network.ts'
import { openPage } from '../testing/open-page.tsx'
import { actionButton, answerOrders, selectGroups } from '../testing/orders.ts'

const palette = page.getByRole('dialog', { name: 'Find anything' })
const field = palette.getByRole('combobox')
const missing = page.getByRole('heading', { name: 'Oops! Page not found' })
const address = () => window.location.pathname + window.location.search
const back = () => window.history.back()

/** A page that was come to from another one of ours. */
async function openAfterOther(path: string): Promise<ReturnType<typeof openPage>> {
  answerOrders()
  const router = openPage('/no-such-page')
  await expect.element(missing).toBeVisible()
  await router.navigate(path)
  return router
}

async function openPalette(): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
}

test('Back closes the palette and stays, Forward opens nothing, and the next Back leaves the page', async () => {
  await openAfterOther('/dashboard')
  await expect.element(page.getByRole('button', { name: 'Find anything' })).toBeVisible()
  await openPalette()
  back()
  await expect.element(palette).not.toBeInTheDocument()
  expect(address()).toBe('/dashboard')
  window.history.forward()
  await openPalette()
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
  await expect.poll(() => window.history.state.overPage).toBeUndefined()
  back()
  await expect.poll(address).toBe('/no-such-page')
})

test('Back from a page that the palette led to leads to where the palette was opened', async () => {
  network.answer(findMailboxes, { mailboxes: [] })
  await openAfterOther('/another-page')
  await expect.poll(address).toBe('/another-page')
  await openPalette()
  await userEvent.keyboard('mixed1')
  const option = palette.getByRole('option', { name: /^mixed1\.com/ })
  await expect.element(option).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toMatch(/^.dashboard.order=ord_mixed/)
  await expect.poll(() => window.history.state.overPage).toBeUndefined()
  back()
  await expect.poll(address).toBe('/another-page')
  back()
  await expect.poll(address).toBe('/no-such-page')
})

test('Back asks before what was typed is lost, closes the question next, and leaves the sheet by its address', async () => {
  const router = await openAfterOther('/dashboard?order=ord_mixed')
  await selectGroups(1)
  await actionButton('updateForwarding').click()
  const dialog = page.getByRole('dialog', { name: 'Update Forwarding Domain', exact: true })
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  const typed = dialog.getByLabelText('New Forwarding Domain')
  await typed.fill('example.com/new')
  back()
  await expect.element(question).toBeVisible()
  back()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(typed).toHaveValue('example.com/new')
  back()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(address()).toBe('/dashboard?order=ord_mixed')

  const { groupId } = kept(getGroup, 'group-mixed')
  await router.navigate(`/dashboard?order=ord_mixed&details=${groupId}`)
  const sheet = page.getByRole('dialog', { name: 'Order Details' })
  await sheet.getByRole('button', { name: 'Edit order' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Order' })
  await expect.element(edit).toBeVisible()
  back()
  await expect.element(edit).not.toBeInTheDocument()
  await expect.element(sheet).toBeVisible()
  back()
  await expect.element(sheet).not.toBeInTheDocument()
  expect(address()).toBe('/dashboard?order=ord_mixed')
  back()
  await expect.poll(address).toBe('/no-such-page')
})

test('an address that changes below an open dialog has changed once it is closed, and for Back', async () => {
  const router = await openAfterOther('/dashboard?order=ord_mixed&action=updateForwarding')
  // The action is taken out of the address as the dialog opens.
  const dialog = page.getByRole('dialog', { name: /Update Forwarding Domain/ })
  await expect.element(dialog).toBeVisible()
  await expect.poll(address).toBe('/dashboard?order=ord_mixed')
  back()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(address()).toBe('/dashboard?order=ord_mixed')
  expect(router.state.location.search).toBe('?order=ord_mixed')
  back()
  await expect.poll(address).toBe('/no-such-page')
})
