import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { consoleCapacity } from '#features/capacity/api/console-capacity.ts'
import { readChecks } from '#features/checks/api/console-checks.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { colleague, openConsole } from '#tests/web/open-page.tsx'
import { momentText } from '#ui/time-texts.ts'
import { consoleFigures, consoleHome, freeVendor } from '../api/console-home.ts'
import { consoleMail, sendMailAgain } from '../api/console-mail.ts'

beforeEach(() => {
  network.answer(consoleHome, kept(consoleHome, 'console-home'))
  network.answer(consoleCapacity, kept(consoleCapacity, 'console-capacity'))
  network.answer(consoleFigures, kept(consoleFigures, 'console-figures'))
  network.answer(consoleMail, kept(consoleMail, 'console-mail'))
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
  const state = { id: 'stripe', name: 'stripe', calls: 3, errors: 2, blockedUntil: null, bookedAheadMs: 0 }
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

test('a blocked vendor has its moment with the day, and is called again with a press by who may', async () => {
  const home = kept(consoleHome, 'console-home')
  const blockedUntil = new Date(Date.now() + 30 * 3600_000).toISOString()
  const state = { id: 'dnsimple', name: 'DNSimple', calls: 3, errors: 2, blockedUntil, bookedAheadMs: 0 }
  network.answer(consoleHome, { ...home, vendors: { ...home.vendors, states: [state] } })
  network.answer(freeVendor, { message: 'Calls to DNSimple are made again.' })
  openConsole('/operator', { as: colleague({ role: 'technician' }) })
  await expect.element(page.getByText(`Asked us to wait until ${momentText(blockedUntil)}`)).toBeVisible()
  await page.getByRole('button', { name: 'Try now: DNSimple', exact: true }).click()
  await expect.element(page.getByText('Calls to DNSimple are made again.')).toBeVisible()
  expect(network.sent(freeVendor)).toMatchObject([{ body: { vendor: 'dnsimple' } }])
})

test('who may not free a vendor’s limit has no button for it', async () => {
  const home = kept(consoleHome, 'console-home')
  const blockedUntil = new Date(Date.now() + 60_000).toISOString()
  const state = { id: 'dnsimple', name: 'DNSimple', calls: 3, errors: 2, blockedUntil, bookedAheadMs: 0 }
  network.answer(consoleHome, { ...home, vendors: { ...home.vendors, states: [state] } })
  openConsole('/operator', { as: colleague({ role: 'support' }) })
  await expect.element(page.getByText(/^Asked us to wait until/)).toBeVisible()
  expect(page.getByRole('button', { name: /^Try now/ }).elements()).toEqual([])
})

const unsent = {
  id: 'mai_1',
  recipient: 'jane@acme.com',
  subject: 'Your payment did not go through',
  since: '2026-03-02T09:00:00.000Z',
  problem: 'answered "550 5.1.1 No such user"',
}

test('Home has no card about email while every email arrives', async () => {
  openConsole('/operator')
  await expect.element(page.getByRole('heading', { name: 'Checks', exact: true })).toBeVisible()
  expect(page.getByRole('heading', { name: 'Email', exact: true }).elements()).toEqual([])
})

test('emails that were not delivered are listed with the reason, and are sent again one by one or all together', async () => {
  network.answer(consoleMail, { stopped: null, waiting: 0, givenUp: { count: 1, latest: [unsent] } })
  const asked: unknown[] = []
  network.answer(sendMailAgain, ({ body }: { body: unknown }) => {
    asked.push(body)
    return { message: '1 email will be sent now.' }
  })
  openConsole('/operator')
  const line = page.getByRole('list', { name: 'Emails that were not delivered' }).getByRole('listitem')
  await expect
    .element(line)
    .toMatchTextContent(
      /^Your payment did not go through.*jane@acme\.com.*Answered "550 5\.1\.1 No such user"/,
    )
  await expect.element(page.getByText('1 email could not be delivered.', { exact: true })).toBeVisible()
  await line.getByRole('button').click()
  await expect.element(page.getByText('1 email will be sent now.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Send all again', exact: true }).click()
  await expect.poll(() => asked).toEqual([{ id: 'mai_1' }, {}])
})

test('a relay that refuses every email is named with its next try, and who may not act reads only', async () => {
  const stopped = {
    since: '2026-03-02T09:00:00.000Z',
    nextTryAt: '2026-03-02T09:15:00.000Z',
    problem: 'answered "554 Message rejected"',
  }
  network.answer(consoleMail, { stopped, waiting: 12, givenUp: { count: 0, latest: [] } })
  openConsole('/operator', { as: colleague({ role: 'reader' }) })
  await expect
    .element(
      page.getByText(/^The mail relay has refused every email since .* 12 emails are waiting\. Next try: /),
    )
    .toBeVisible()
  expect(page.getByRole('button', { name: 'Try now' }).elements()).toEqual([])
})

test('an installation that has delivered is not told how to begin', async () => {
  openConsole('/operator')
  await expect.element(page.getByText('Nobody has looked yet')).toBeVisible()
  expect(page.getByRole('list', { name: 'Going live' }).elements()).toEqual([])
})

test('a new installation is told how far it is', async () => {
  const checks = kept(readChecks, 'console-checks')
  network.answer(readChecks, {
    ...checks,
    goingLive: [
      { step: 'registrar', state: 'done', about: 'DNSimple.' },
      { step: 'payments', state: 'missing', about: 'Stripe: the key is not valid.' },
      { step: 'order', state: 'not_proven', about: 'Add yourself as a customer and order one domain.' },
    ],
  })
  openConsole('/operator')
  const list = page.getByRole('list', { name: 'Going live' })
  await expect.element(list.getByRole('listitem').first()).toHaveTextContent('DoneNames and DNSDNSimple.')
  await expect.element(list.getByText('Stripe: the key is not valid.')).toBeVisible()
})
