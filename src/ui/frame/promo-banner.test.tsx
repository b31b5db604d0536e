import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { check, login } from '#features/accounts/api/auth.ts'
import { bannerRoomKey } from '#features/accounts/rules/session-storage-keys.ts'
import { getConfig } from '#features/brand/api/config.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { holdClock } from '#tests/web/open-order.ts'
import { customer, endPages, openPage } from '#tests/web/open-page.tsx'
import { queryClient } from '../query-client.ts'

const banner = page.getByRole('complementary', { name: 'Promotion' })
const topBar = page.getByRole('banner')
const hide = banner.getByRole('button', { name: 'Hide this promotion' })
const line = () => {
  const summary = banner.element().querySelector('summary')
  if (!summary) throw new Error('The promotion has no line that unfolds.')
  return summary
}
const box = (of: typeof banner) => {
  const { y, height } = of.element().getBoundingClientRect()
  return { y, height }
}

function openWith(changes: { text?: string; version?: string; code?: string } | null, as?: null) {
  endPages()
  queryClient.clear()
  openPage('/choose-plan', { as })
  const promotion = changes && { text: '60% off Entra orders', version: 'first', ...changes }
  network.answer(getConfig, { ...kept(getConfig, 'config'), banner: promotion })
}

test('the promotion stands above the top bar, leaves when closed and is back after an hour', async () => {
  holdClock()
  openWith({})
  await expect.element(banner).toMatchTextContent('60% off')
  await expect.element(topBar).toBeVisible()
  expect(box(banner)).toEqual({ y: 0, height: 36 })
  expect(box(topBar).y).toBe(36)
  await hide.click()
  await expect.element(banner).not.toBeInTheDocument()
  expect(box(topBar).y).toBe(0)

  openWith({})
  await expect.element(topBar).toBeVisible()
  await expect.element(banner).not.toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(58 * 60_000)
  await expect.element(banner).not.toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(3 * 60_000)
  await expect.element(banner).toBeVisible()
})

test('a new promotion is shown to those who closed an older one', async () => {
  openWith({})
  await hide.click()
  openWith({ text: 'Something newer', version: 'newer' })
  await expect.element(banner).toMatchTextContent('Something newer')
})

test('signing in shows the promotion again', async () => {
  openWith({})
  await hide.click()
  await expect.element(banner).not.toBeInTheDocument()
  localStorage.removeItem('inboxyard.signedIn')
  openWith({}, null)
  network.answer(login, { user: customer() })
  await page.getByLabelText('Email').fill('ada@example.test')
  await page.getByLabelText('Password').fill('Correct.Horse.1')
  network.answer(check, { authenticated: true, user: customer() })
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Select Entra', exact: true })).toBeVisible()
  await expect.element(banner).toBeVisible()
})

test('without a promotion there is no banner and no room for one', async () => {
  openWith(null)
  await expect.element(topBar).toBeVisible()
  expect(box(topBar).y).toBe(0)
  await expect.element(banner).not.toBeInTheDocument()
})

test('on a phone the code is readable whole before the line is unfolded', async () => {
  await page.viewport(360, 740)
  const code = 'FIRSTMONTH60PERCENT'
  const text = `60% off Entra orders for the first month with the code ${code}, until the end of the month`
  openWith({ text, code })
  await expect.element(banner).toBeVisible()
  expect(line().textContent).toBe(text)
  expect(box(banner).height).toBe(36)
  const whole = banner.getByText(code, { exact: true }).element()
  const [inner, outer] = [whole.getBoundingClientRect(), line().getBoundingClientRect()]
  expect(whole.scrollWidth).toBeLessThanOrEqual(Math.ceil(inner.width))
  expect(inner.left).toBeGreaterThanOrEqual(outer.left)
  expect(inner.right).toBeLessThanOrEqual(outer.right)
})

test('on a phone the promotion is one line, which unfolds over the page and folds again', async () => {
  await page.viewport(360, 740)
  openWith({ text: `60% off Entra orders, and ${'60% off domains '.repeat(8)}` })
  await expect.element(banner).toBeVisible()
  const isCut = () => line().scrollWidth > line().clientWidth
  expect(box(banner)).toEqual({ y: 0, height: 36 })
  expect(isCut()).toBe(true)
  line().click()
  await expect.poll(isCut).toBe(false)
  expect(box(banner).height).toBeGreaterThan(60)
  expect(box(topBar).y).toBe(36)
  line().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => box(banner).height).toBe(36)
})

test('the next page knows from its first moment whether the promotion stands above it', async () => {
  openWith({})
  await expect.element(banner).toBeVisible()
  expect(localStorage.getItem(bannerRoomKey)).not.toBeNull()
  await hide.click()
  await expect.poll(() => localStorage.getItem(bannerRoomKey)).toBeNull()
})
