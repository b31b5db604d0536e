import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { consoleCapacity } from '#shared/api/console/capacity.ts'
import { readChecks } from '#shared/api/console/checks.ts'
import { consoleFigures, consoleHome } from '#shared/api/console/home.ts'
import { kept } from '../../testing/kept-answers.ts'
import { network } from '../../testing/network.ts'
import { colleague, openConsole } from '../../testing/open-page.tsx'

beforeEach(() => {
  network.answer(consoleHome, kept(consoleHome, 'console-home'))
  network.answer(consoleCapacity, kept(consoleCapacity, 'console-capacity'))
  network.answer(consoleFigures, kept(consoleFigures, 'console-figures'))
  network.answer(readChecks, kept(readChecks, 'console-checks'))
})

test('Home says what waits without being asked again, and keeps what it said while the server does not answer', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  openConsole('/operator')
  const line = page.getByRole('listitem').filter({ hasText: 'Work: late dkim' })
  const old = page.getByText(/^This is what it was at/)
  await expect.element(page.getByText(/^Last read at \d\d:\d\d:\d\d/)).toBeVisible()
  expect(line.elements()).toEqual([])

  const home = kept(consoleHome, 'console-home')
  const work = [...home.work, { kind: 'late_dkim', count: 1, oldest: home.readAt }]
  network.answer(consoleHome, { ...home, work })
  await vi.advanceTimersByTimeAsync(11_000)
  await expect.element(line.getByRole('link')).toHaveAttribute('href', '/operator/work?kind=late_dkim')

  network.lose(consoleHome)
  await vi.advanceTimersByTimeAsync(15_000)
  await expect.element(old).toBeVisible()
  await expect.element(line).toBeVisible()
  network.answer(consoleHome, { ...home, work })
  await vi.advanceTimersByTimeAsync(15_000)
  await expect.poll(() => old.elements().length).toBe(0)
})

test('each figure of a host’s room stays on its line within its card, at any width', async () => {
  openConsole('/operator')
  const room = page.getByRole('table', { name: 'Room at mailbox hosts', exact: true })
  await expect.element(room).toBeVisible()
  const table = room.element()
  for (const width of [1440, 1280, 1024, 768]) {
    await page.viewport(width, 800)
    const figures = [...table.querySelectorAll('td > span')].filter((each) =>
      each.textContent.includes(' of '),
    )
    expect(figures.length).toBeGreaterThan(0)
    expect(Math.max(...figures.map((figure) => figure.getBoundingClientRect().height))).toBeLessThan(50)
    expect(table.clientWidth).toBeLessThanOrEqual(table.parentElement?.clientWidth ?? 0)
  }
})

test('who may not see money is shown none, and a chart has its rows behind it', async () => {
  const home = kept(consoleHome, 'console-home')
  const state = { name: 'stripe', calls: 3, errors: 2, blockedUntil: null, bookedAheadMs: 0 }
  network.answer(consoleHome, {
    ...home,
    money: null,
    vendors: { ...home.vendors, states: [state] },
  })
  network.answer(consoleFigures, { ...kept(consoleFigures, 'console-figures'), income: null })
  openConsole('/operator', { as: colleague({ role: 'technician' }) })
  await expect.element(page.getByRole('heading', { name: 'Time to deliver', exact: true })).toBeVisible()
  const show = page.getByRole('button', { name: 'Show as table: Set-ups a day', exact: true })
  await expect.element(show).toBeVisible()
  show.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('table', { name: 'Set-ups a day', exact: true })).toBeVisible()
  expect(page.getByRole('heading', { name: 'Monthly recurring revenue' }).elements()).toEqual([])
})
