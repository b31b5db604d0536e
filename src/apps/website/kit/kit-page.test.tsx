import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#tests/web/expect-accessible.ts'
import { openPage } from '#tests/web/open-page.tsx'

const place = (name: string) =>
  page.getByRole('button', { name, exact: true }).element().getBoundingClientRect()

beforeEach(async () => {
  openPage('/kit', { as: null })
  await expect.element(page.getByRole('heading', { name: 'The kit' })).toBeVisible()
})

test('every part is accessible', expectAccessible)

test.each([
  ['Dialog', 'dialog'],
  ['Sheet', 'dialog'],
  ['Confirmation', 'alertdialog'],
] as const)('%s is accessible while it is open, and Escape closes it', async (name, role) => {
  await page.getByRole('button', { name, exact: true }).click()
  await expect.element(page.getByRole(role)).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole(role)).not.toBeInTheDocument()
})

test('a phone shows every part, and a dialog takes all of it', async () => {
  await page.viewport(360, 740)
  expect(document.documentElement.scrollWidth).toBe(360)
  await page.getByRole('button', { name: 'Dialog', exact: true }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await expect
    .poll(() => page.getByRole('dialog').element().getBoundingClientRect().toJSON())
    .toMatchObject({ x: 0, y: 0, width: 360, height: 740 })
})

test('a button that cannot be used can be reached, and says why', async () => {
  const button = page.getByRole('button', { name: 'Update Forwarding' })
  const reason = 'Please select at least one order to update forwarding.'
  await expect.element(button).toBeDisabled()
  button.element().focus()
  await expect.element(button).toHaveFocus()
  await expect.element(button).toHaveAccessibleDescription(reason)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('listitem').filter({ hasText: reason })).toBeVisible()
})

test('a button that is busy keeps its width and its words', async () => {
  const name = 'Press to load'
  const before = place(name)
  await page.getByRole('button', { name }).click()
  await expect.element(page.getByRole('button', { name })).toHaveAttribute('aria-busy', 'true')
  expect(place(name)).toEqual(before)
  await expect.element(page.getByRole('button', { name })).toMatchTextContent(name)
})

test('a dialog holds the focus, asks before it loses something and gives the focus back', async () => {
  const opener = page.getByRole('button', { name: 'Dialog', exact: true })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Update Forwarding Domain' })
  const field = dialog.getByLabelText('Forwarding domain')
  const holdsFocus = () => dialog.element().contains(document.activeElement)
  await expect.element(field).toHaveFocus()
  for (let presses = 0; presses < 8; presses += 1) {
    await userEvent.keyboard('{Tab}')
    expect(holdsFocus()).toBe(true)
  }
  await field.fill('example.com')
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.poll(holdsFocus).toBe(true)
  await expect.element(field).toHaveValue('example.com')
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()

  await opener.click()
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a list of a thousand rows is moved through by keyboard, and only what is seen exists', async () => {
  const list = page.getByRole('listbox', { name: 'Orders' })
  const row = (at: number) => list.getByRole('option', { name: `order-${at}.example`, exact: true })
  await expect.element(row(1)).toHaveAttribute('aria-selected', 'true')
  expect(list.getByRole('option').all().length).toBeLessThan(40)
  list.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(row(2)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{End}')
  await expect.element(row(1000)).toBeInViewport()
  await userEvent.keyboard('{Home}')
  await expect.element(row(1)).toBeInViewport()
})

test('a locked section says why, an open one closes when pressed', async () => {
  const open = page.getByRole('button', { name: 'Basic Configuration' })
  await expect.element(open).toHaveAttribute('aria-expanded', 'true')
  await open.click()
  await expect.element(open).toHaveAttribute('aria-expanded', 'false')
  await expect.element(page.getByRole('button', { name: 'Setup Your User Configuration' })).toBeDisabled()
  await expect.element(page.getByText('Save the basic configuration first.')).toBeVisible()
})

test('an error takes the place of the hint and moves nothing', async () => {
  const field = page.getByLabelText('Forwarding domain')
  const top = (element: Element) => element.getBoundingClientRect().top
  const distanceToNext = () => top(page.getByLabelText('Domains').element()) - top(field.element())
  const before = distanceToNext()
  await page.getByRole('button', { name: 'Show an error' }).click()
  await expect.element(field).toHaveAccessibleDescription('Please enter a forwarding URL')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  expect(distanceToNext()).toBe(before)
})

test('a tooltip waits for 700 ms', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await page.getByRole('button', { name: 'Tooltip' }).hover()
  await vi.advanceTimersByTimeAsync(600)
  expect(page.getByRole('tooltip').all()).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(200)
  await expect
    .element(page.getByRole('tooltip'))
    .toHaveTextContent('15 minutes per mailbox and 30 per domain')
})

test('a secret shows when asked for', async () => {
  const masked = page.getByText('••••••••4f2a')
  await expect.element(masked).toBeVisible()
  await page.getByRole('button', { name: 'Show API key' }).click()
  await expect.element(page.getByText('sk_sample_0123456789abcdef4f2a')).toBeVisible()
  await page.getByRole('button', { name: 'Hide API key' }).click()
  await expect.element(masked).toBeVisible()
})
