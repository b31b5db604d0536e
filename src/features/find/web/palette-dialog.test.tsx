import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listOrders } from '#features/orders/api/orders.ts'
import { orderActionMessages } from '#features/orders/rules/order-actions.ts'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import { answerOrders } from '#tests/web/orders.ts'
import { findMailboxes } from '../api/search.ts'

const palette = page.getByRole('dialog', { name: 'Find anything' })
const field = palette.getByRole('combobox')
const missing = page.getByRole('heading', { name: 'Oops! Page not found' })
const chosen = palette.getByRole('option', { selected: true })
const option = (name: string | RegExp) => palette.getByRole('option', { name })

/** On a page that does not exist, which has the palette as well. */
async function openPalette(): Promise<void> {
  answerOrders()
  network.answer(findMailboxes, { mailboxes: [] })
  openPage('/no-such-page')
  await expect.element(missing).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
}

test('the keys open nothing for a stranger', async () => {
  openPage('/no-such-page', { as: null })
  await expect.element(missing).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(palette).not.toBeInTheDocument()
})

test('on a layout that is not Latin it is opened by the same key, and keys of an input method are not taken', async () => {
  answerOrders()
  openPage('/dashboard')
  // It is there once they are known, and so are the keys.
  await expect.element(page.getByRole('button', { name: 'Find anything' })).toBeVisible()
  const press = (key: KeyboardEventInit) =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }),
    )
  press({ key: 'л', code: 'KeyK', ctrlKey: true })
  await expect.element(field).toHaveFocus()
  press({ key: 'Escape', code: 'Escape', isComposing: true })
  press({ key: 'Process', keyCode: 229 })
  await expect.element(palette).toBeVisible()
  press({ key: 'Escape', code: 'Escape' })
  await expect.element(palette).not.toBeInTheDocument()
})

test('a domain is found from anywhere with the keyboard alone', async () => {
  await openPalette()
  await userEvent.keyboard('mixed1')
  await expect.element(option(/^mixed1\.com/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => window.location.search).toContain('order=ord_mixed')
})

test('Enter goes nowhere before something was typed or a line was reached, and Escape leaves the page as it was', async () => {
  await openPalette()
  await expect.element(option('Dashboard')).toBeVisible()
  await expect.element(chosen).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(palette).toBeVisible()
  await userEvent.keyboard('dash')
  await expect.element(chosen).toHaveTextContent('Dashboard')
  await field.fill('')
  await expect.element(chosen).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  expect(window.location.pathname).toBe('/no-such-page')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => chosen.all().length).toBe(1)
  await field.fill('no such thing')
  await expect.element(palette).toMatchTextContent('Nothing is called “no such thing”.')
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
  await expect.element(missing).toBeVisible()
})

test('no word of the field is cut on a phone', async () => {
  await page.viewport(360, 740)
  await openPalette()
  const input = field.element() as HTMLInputElement
  const text = Object.assign(document.createElement('span'), { textContent: input.placeholder })
  text.style.cssText = `position: fixed; white-space: nowrap; font: ${getComputedStyle(input).font}`
  document.body.append(text)
  const { width } = text.getBoundingClientRect()
  text.remove()
  expect(input.clientWidth).toBeGreaterThan(width)
})

test('Escape and Backspace lead back from the choice of an order', async () => {
  await openPalette()
  for (const key of ['{Escape}', '{Backspace}']) {
    await option('Replace Domains').click()
    await expect.element(field).toHaveAttribute('placeholder', 'For which order?')
    await field.click()
    await userEvent.keyboard(key)
    await expect.element(option('Replace Domains')).toBeVisible()
  }
})

test('mailboxes that cannot be searched are told of', async () => {
  await openPalette()
  network.lose(findMailboxes)
  await userEvent.keyboard('ada.byron')
  await expect.element(palette.getByText('Mailboxes could not be searched just now.')).toBeVisible()
})

test('orders that cannot be loaded are told of', async () => {
  openPage('/no-such-page')
  network.refuse(listOrders, { status: 403, code: 'forbidden', message: 'Not today.' })
  await expect.element(missing).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(palette.getByText('Your orders could not be loaded.')).toBeVisible()
})

test('an address that asks for an action which is not possible says why', async () => {
  answerOrders()
  openPage('/dashboard?order=ord_queued&action=replaceDomains')
  await expect.element(page.getByText(orderActionMessages.nothingDone)).toBeVisible()
})
