import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readReserve } from '#features/reserve/api/reserve.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { line } from '#tests/web/line.ts'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import { domainsHealth, domainsStrips, setOwnHealthMode } from '../api/health.ts'
import { columnsOf, rowAt } from '../rules/health-rows.ts'

const overview = () => kept(domainsHealth, 'health-overview')
const table = page.getByRole('table', { name: 'Domains by health' })
const burnt = 'burnt-yard.com'
const well = 'well-yard.com'

function openHealth() {
  const router = openPage('/health')
  network.answer(domainsHealth, overview())
  network.answer(domainsStrips, kept(domainsStrips, 'health-strips'))
  network.answer(readReserve, kept(readReserve, 'reserve-empty'))
  return router
}

test('who needs somebody is told first, and a state that is pressed shows its domains alone', async () => {
  openHealth()
  const rest = page.getByRole('button', { name: 'Rest', exact: true })
  await expect.element(rest).toBeVisible()
  await expect.element(rest).toHaveAccessibleDescription('1')
  const needs = page.getByRole('listitem').filter({ hasText: '1 domain: Listed by Spamhaus DBL.' })
  await expect.element(needs).toMatchTextContent(/stop its campaigns in your sending tool/i)
  await expect.element(page.getByRole('img', { name: /1 rest, 1 warming/ })).toBeVisible()
  await expect.poll(() => table.getByRole('row').all().length).toBe(3)
  await expect.element(table.getByRole('img', { name: '3 of 30 days seen, Rest at last' })).toBeVisible()
  await page.getByRole('button', { name: 'Warming', exact: true }).click()
  await expect.poll(() => table.getByRole('row').all().length).toBe(2)
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent(well)
  await page.getByRole('button', { name: 'Warming', exact: true }).click()
  await expect
    .element(needs.getByRole('link', { name: burnt }))
    .toHaveAttribute('href', `/health/${overview().domains.ids[0]}`)
})

test('without a delivered domain it is told when one is watched', async () => {
  openHealth()
  network.answer(domainsHealth, { ...overview(), domains: columnsOf([]), needs: [] })
  await expect.element(page.getByText('No domain is watched yet')).toBeVisible()
})

test('that a domain is rested by itself is chosen once it was told what that does', async () => {
  openHealth()
  await page.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'When a domain should rest' })
  await dialog.getByRole('radio', { name: /^Do it/ }).click()
  await expect.element(dialog).toMatchTextContent('From now on a domain that should rest is rested by itself')
  const held = network.hold(setOwnHealthMode)
  const set = dialog.getByRole('button', { name: 'Set to “Do it”' })
  await set.dblClick()
  await expect.element(set).toHaveAttribute('aria-busy', 'true')
  network.answer(domainsHealth, { ...overview(), mode: 'enforce' })
  held.answer({ message: 'Saved.' })
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText(/is rested by itself: its daily limit is set to 0/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Change' })).toHaveFocus()
  expect(network.sent(setOwnHealthMode).map(({ body }) => body)).toEqual([{ mode: 'enforce' }])
})

test('it says while there is no network, from the moment that it is opened, and not once there is one again', async () => {
  const router = openHealth()
  await expect.element(table).toBeVisible()
  await router.navigate('/reset-password')
  await expect.element(page.getByLabelText('Current Password')).toBeVisible()
  const notice = page.getByText('Offline, reconnecting…')
  line.cut()
  await expect.element(notice).not.toBeInTheDocument()
  await router.navigate('/health')
  await expect.element(notice).toBeVisible()
  line.mend()
  await expect.element(notice).not.toBeInTheDocument()
})

test('the domain that is pointed at on the map is named as it is, also when another one takes its place', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  openHealth()
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent(burnt)
  await userEvent.hover(page.getByRole('img', { name: /1 rest, 1 warming/ }), { position: { x: 7, y: 7 } })
  await expect.element(page.getByText(`${burnt}: Rest`)).toBeVisible()
  const { domains, ...rest } = overview()
  const [first, second] = [rowAt(domains, 0), rowAt(domains, 1)]
  network.answer(domainsHealth, {
    ...rest,
    domains: columnsOf([
      { ...second, state: 'rest' },
      { ...first, state: 'healthy' },
    ]),
  })
  // The page asks again by itself.
  await vi.advanceTimersByTimeAsync(6 * 60_000)
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent(well)
  await expect.element(page.getByText(`${burnt}: Healthy`)).toBeVisible()
})

test('what could not be loaded says why, and is asked for again by a press', async () => {
  openHealth()
  network.refuse(domainsHealth, { status: 403, code: 'forbidden', message: 'Not today.' })
  const failure = page.getByRole('main').getByRole('alert')
  await expect.element(failure).toMatchTextContent('The health of domains could not be loaded.')
  await expect.element(failure).toMatchTextContent('Not today.')
  network.answer(domainsHealth, overview())
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect.element(table).toBeVisible()
})

const groups = 45
/** As many groups as the map does not show at first, of a domain each. */
function openManyGroups(): void {
  openHealth()
  const { domains, ...rest } = overview()
  const rows = Array.from({ length: groups }, (_, at) => ({
    ...rowAt(domains, 0),
    id: `dom_${at}`,
    domain: `client-${at}-yard.com`,
    group: `client-${at}.example`,
  }))
  network.answer(domainsHealth, { ...rest, domains: columnsOf(rows) })
}
const cells = page.getByRole('img', { name: /^client-\d+\.example: / })

test('of many groups all are shown once that is asked for, and nothing above them moves', async () => {
  openManyGroups()
  await expect.poll(() => cells.all().length).toBe(40)
  await expect.poll(() => table.getByRole('row').all().length).toBe(21)
  const before = table.element().getBoundingClientRect().top + window.scrollY
  await page.getByRole('button', { name: `Show all ${groups} groups` }).click()
  await expect.poll(() => cells.all().length).toBe(groups)
  expect(table.element().getBoundingClientRect().top + window.scrollY).toBe(before)
})

test('a phone shows the table before a short map', async () => {
  await page.viewport(360, 740)
  openManyGroups()
  await expect.poll(() => cells.all().length).toBe(12)
  const top = (element: Element) => element.getBoundingClientRect().top
  expect(top(table.element())).toBeLessThan(top(cells.first().element()))
  await expect.element(page.getByRole('button', { name: `Show all ${groups} groups` })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(360)
})
