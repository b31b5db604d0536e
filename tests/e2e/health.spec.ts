import type { Page } from '@playwright/test'
import { asc, eq, inArray } from 'drizzle-orm'
import { domainHealth, domains, healthDays, healthDecisions } from '#server/db/schema/index.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { actOnDecisions } from '#server/health/acts/act-on-decisions.ts'
import type { HealthSignal } from '#shared/health/health-signals.ts'
import { type HealthState, healthStates } from '#shared/health/health-states.ts'
import { newHealth } from '#shared/health/memory.ts'
import { packedDay } from '#shared/health/packed-day.ts'
import { joinedStaff } from './console/staff.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { seedOrder } from './product/seed-order.ts'
import { type Customer, expect, test } from './product/test.ts'

const day = 86_400_000

/** The call for how all of a customer's domains are. */
const overview = '**/api/domain-health/overview'

const signal = (more: Partial<HealthSignal>): HealthSignal => ({
  code: 'dns',
  source: 'dns',
  verdict: 'ok',
  points: 0,
  evidence: 'All records are as they should be.',
  observedAt: Date.now(),
  ...more,
})
const listed = signal({
  code: 'blocklist',
  source: 'dbl',
  verdict: 'bad',
  points: 60,
  gate: 'rest',
  evidence: 'Listed by Spamhaus DBL.',
})

/** An order of two domains, one healthy and one that a list has named; nobody looks at them meanwhile. */
async function seedHealth(deps: Dependencies, customerId: string) {
  await seedOrder(deps, customerId, {})
  const held = await deps.db
    .select()
    .from(domains)
    .where(eq(domains.customerId, customerId))
    .orderBy(asc(domains.name))
  const states: HealthState[] = ['rest', 'healthy']
  for (const [at, { id }] of held.entries()) {
    const state = states[at] ?? 'unknown'
    const now = Date.now()
    const signals = state === 'rest' ? [listed, signal({})] : [signal({})]
    const memory = { ...newHealth(now - day), state }
    const cause = state === 'rest' ? ('blocklist' as const) : null
    await deps.db.insert(domainHealth).values({
      domainId: id,
      customerId,
      dueAt: new Date(now + day),
      lookedAt: new Date(now),
      memory,
      state,
      since: new Date(now - day),
      cause,
      signals,
      score: state === 'rest' ? 40 : 100,
      coverage: 80,
    })
    await deps.db.insert(healthDays).values(
      [0, 1, 2].map((ago) => ({
        domainId: id,
        day: new Date(now - ago * day).toISOString().slice(0, 10),
        state: packedDay.stateNumber(ago < 2 ? state : 'healthy'),
        score: 100,
        coverage: 80,
        verdicts: packedDay.verdicts(signals),
      })),
    )
    await deps.db.insert(healthDecisions).values({
      domainId: id,
      at: new Date(now - day),
      before: newHealth(now - 2 * day),
      inputs: { signals, warmup: null },
      after: memory,
      from: 'unknown',
      to: state,
      cause,
      score: 40,
      share: 0,
    })
  }
  return { burnt: held[0]?.name ?? '', well: held[1]?.name ?? '' }
}

interface OpeningRest {
  page: Page
  deps: Dependencies
  customer: Customer
  signIn: () => Promise<void>
}

/** Opens the page of a domain that is suggested to rest, and finds where that is said. */
async function openSuggestedRest({ page, deps, customer, signIn }: OpeningRest) {
  const { burnt } = await seedHealth(deps, customer.id)
  await actOnDecisions(deps)
  await signIn()
  await page.goto('/health')
  await page.getByRole('link', { name: burnt }).first().click()
  const rest = page.getByRole('region', { name: 'Its rest' })
  await expect(rest).toContainText('It should rest')
  return rest
}

test('a customer sees which domain needs them, why, and everything that was seen of it', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { burnt, well } = await seedHealth(deps, customer.id)
  await signIn()
  await page.goto('/dashboard')
  await page.getByRole('navigation').getByRole('link', { name: 'Health' }).click()
  await expect(page).toHaveURL('/health')
  await expect(page.getByRole('button', { name: '1 Rest' })).toBeVisible()
  const needs = page.getByRole('listitem').filter({ hasText: '1 domain: Listed by Spamhaus DBL.' })
  await expect(needs).toContainText(/stop its campaigns in your sending tool/i)
  await expect(page.getByRole('img', { name: /1 rest, 1 healthy/ })).toBeVisible()
  const table = page.getByRole('table', { name: 'Domains by health' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table.getByRole('img', { name: '3 of 30 days seen, Rest at last' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: '1 Healthy' }).click()
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByRole('row', { name: well })).toBeVisible()
  await page.getByRole('button', { name: '1 Healthy' }).click()

  await needs.getByRole('link', { name: burnt }).click()
  await expect(page.getByRole('heading', { name: burnt })).toBeVisible()
  await expect(page.getByText('It should send no cold mail until it has recovered. Listed by')).toBeVisible()
  const seen = page.getByRole('table', { name: 'What is seen' })
  await expect(seen.getByRole('row', { name: /Blocklists Bad Listed by Spamhaus DBL\. 60/ })).toBeVisible()
  await expect(page.getByText('3 of 90 days seen')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All domains' }).click()
  await expect(page).toHaveURL('/health')
})

test('a customer without a delivered domain is told when one is watched', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/health')
  await expect(page.getByText('No domain is watched yet')).toBeVisible()
})

test('staff see all customers’ domains by the account they are at', async ({ page, deps, customer }) => {
  const { burnt } = await seedHealth(deps, customer.id)
  await joinedStaff(deps, page, 'technician')
  await page.goto('/operator')
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Health' }).click()
  await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible()
  const row = page.getByRole('table', { name: 'Domains by health' }).getByRole('row', { name: burnt })
  await expect(row).toContainText('No account')
  await expectAccessible(page)
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { name: burnt })).toBeVisible()
  await expect(page.getByRole('table', { name: 'What is seen' })).toBeVisible()
})

test('a customer rests a domain that should, sees how far that is, and returns it; a suggestion can be dismissed', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const rest = await openSuggestedRest({ page, deps, customer, signIn })
  await expect(rest).toContainText('Yours to do: ask the list')
  await rest.getByRole('button', { name: 'Dismiss' }).click()
  await expect(rest).toContainText('that was dismissed')
  await rest.getByRole('button', { name: 'Rest this domain' }).click()
  const question = page.getByRole('alertdialog', { name: 'Rest this domain?' })
  await expect(question).toContainText('The daily limit of its mailboxes is set to 0')
  await question.getByRole('button', { name: 'Rest this domain' }).dblclick()
  await expect(rest).toContainText('It rests')
  await expect(rest).toContainText('by hand')
  await expectAccessible(page)
  await page.reload()
  await rest.getByRole('button', { name: 'Return now' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Return now' }).click()
  await expect(rest).toContainText('it was returned by hand')
})

test('what another window has answered meanwhile is shown once an answer to it is refused', async ({
  page,
  context,
  deps,
  customer,
  signIn,
}) => {
  const rest = await openSuggestedRest({ page, deps, customer, signIn })
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Rest this domain' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Rest this domain' }).click()
  await expect(other.getByRole('region', { name: 'Its rest' })).toContainText('It rests')
  await rest.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Nothing is suggested for this domain at present.')).toBeVisible()
  await expect(rest).toContainText('It rests')
  await expect(rest.getByRole('button', { name: 'Dismiss' })).toBeHidden()
})

test('a customer chooses that a domain that should rest is rested by itself, once told what that does', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedHealth(deps, customer.id)
  await signIn()
  await page.goto('/health')
  await page.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'When a domain should rest' })
  await dialog.getByRole('radio', { name: /^Do it/ }).click()
  await expect(dialog).toContainText('From now on a domain that should rest is rested by itself')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Set to “Do it”' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByText('is rested by itself: its daily limit is set to 0')).toBeVisible()
})

test('Health says while there is no network, from the moment that it is opened, and when there is one again', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedHealth(deps, customer.id)
  await signIn()
  await page.goto('/health')
  await expect(page.getByRole('table', { name: 'Domains by health' })).toBeVisible()
  const menu = page.getByRole('navigation')
  await menu.getByRole('link', { name: 'Plan by volume' }).click()
  // Its code has to be here before there is no network.
  await expect(page.getByRole('heading', { level: 1, name: 'Plan by volume' })).toBeVisible()
  const line = page.getByText('Offline, reconnecting…')
  await page.context().setOffline(true)
  await expect(line).toBeHidden()
  await menu.getByRole('link', { name: 'Health' }).click()
  await expect(page).toHaveURL('/health')
  await expect(line).toBeVisible()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await expect(line).toBeHidden()
})

test('the domain that is pointed at on the map is named as it is, also when another one takes its place', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { burnt, well } = await seedHealth(deps, customer.id)
  await signIn()
  await page.clock.install()
  await page.goto('/health')
  const table = page.getByRole('table', { name: 'Domains by health' })
  await expect(table.getByRole('row').nth(1)).toContainText(burnt)
  const cells = page.getByRole('img', { name: /: 1 .*, 1 / })
  await cells.hover({ position: { x: 7, y: 7 } })
  await expect(page.getByText(`${burnt}: ${healthStates.rest.label}`)).toBeVisible()
  for (const [name, state] of [
    [burnt, 'healthy'],
    [well, 'rest'],
  ] as const) {
    const ids = deps.db.select({ id: domains.id }).from(domains).where(eq(domains.name, name))
    await deps.db.update(domainHealth).set({ state }).where(inArray(domainHealth.domainId, ids))
  }
  // The page asks again by itself.
  await page.clock.fastForward(6 * 60_000)
  await expect(table.getByRole('row').nth(1)).toContainText(well)
  await expect(page.getByText(`${burnt}: ${healthStates.healthy.label}`)).toBeVisible()
})

test('a call that is refused again and again has it asked once whether there was a release', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedHealth(deps, customer.id)
  await signIn()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch' && request.url().endsWith('/signin')) asked.push(request.url())
  })
  await page.route(overview, (route) => route.fulfill({ status: 400, json: { message: 'Not like that.' } }))
  await page.goto('/health')
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
  for (let press = 0; press < 3; press++) {
    const refusal = page.waitForResponse(overview)
    await again.click()
    await refusal
  }
  await page.unroute(overview)
  await again.click()
  await expect(page.getByRole('table', { name: 'Domains by health' })).toBeVisible()
  expect(asked).toHaveLength(1)
})

test.describe('with more orders than the map shows at first', () => {
  const orders = 45
  const cellsOn = (page: Page) => page.getByRole('img', { name: /^client-\d+\.example: / })

  test.beforeEach(async ({ deps, customer, signIn }) => {
    for (let order = 0; order < orders; order++)
      await seedOrder(deps, customer.id, { forwardingUrl: `https://client-${order}.example` })
    // Whatever is delivered is watched.
    await deps.db.update(domains).set({ deliveredAt: new Date() }).where(eq(domains.customerId, customer.id))
    await signIn()
  })

  test('it shows all of them once that is asked for, and nothing above it moves', async ({ page }) => {
    await page.goto('/health')
    await expect(cellsOn(page)).toHaveCount(40)
    const table = page.getByRole('table', { name: 'Domains by health' })
    await expect(table.getByRole('row')).toHaveCount(21)
    const before = await table.boundingBox()
    await expectAccessible(page)
    await page.getByRole('button', { name: `Show all ${orders} groups` }).click()
    await expect(cellsOn(page)).toHaveCount(orders)
    // The button is gone: the keyboard goes on from what it stood in.
    await expect(page.locator('section', { has: cellsOn(page) })).toBeFocused()
    await page.evaluate(() => window.scrollTo(0, 0))
    expect(await table.boundingBox()).toEqual(before)
  })

  test('a phone shows the table before a short map', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/health')
    await expect(cellsOn(page)).toHaveCount(12)
    const table = await page.getByRole('table', { name: 'Domains by health' }).boundingBox()
    const map = await cellsOn(page).first().boundingBox()
    expect(table?.y).toBeLessThan(map?.y ?? 0)
    await expect(page.getByRole('button', { name: `Show all ${orders} groups` })).toBeVisible()
  })
})

test.describe('after a release', () => {
  test.beforeEach(async ({ page, deps, customer, signIn }) => {
    await seedHealth(deps, customer.id)
    await signIn()
    // The page that is served starts from another file than this one does.
    await page.route('**/signin', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<div id="root"></div>' }),
    )
  })

  test('a page whose call is gone says that the product was updated', async ({ page }) => {
    const body = { code: 'not_found', message: 'There is no such call.' }
    await page.route(overview, (route) => route.fulfill({ status: 404, json: body }))
    await page.goto('/health')
    await expect(page.getByText('The health of domains could not be loaded.')).toBeVisible()
    await expect(page.getByText('The product was updated while this page was open.')).toBeVisible()
    await expect(page.getByText('Updated: Reload')).toBeVisible()
    await expectAccessible(page)
    await page.unrouteAll()
    await page.getByRole('main').getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('table', { name: 'Domains by health' })).toBeVisible()
  })

  test('what fails for another reason still says why and can be tried again', async ({ page }) => {
    await page.route(overview, (route) => route.fulfill({ status: 404, json: {} }))
    await page.goto('/health')
    await expect(page.getByText('Updated: Reload')).toBeVisible()
    const menu = page.getByRole('navigation')
    await menu.getByRole('link', { name: 'Plan by volume' }).click()
    await page.route(overview, (route) => route.fulfill({ status: 403, json: { message: 'Not today.' } }))
    await menu.getByRole('link', { name: 'Health' }).click()
    const failure = page.getByRole('main').getByRole('alert')
    await expect(failure).toContainText('Not today.')
    await page.unroute(overview)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('table', { name: 'Domains by health' })).toBeVisible()
  })

  test('a press whose call is gone has the page say that the product was updated', async ({ page }) => {
    await page.route('**/api/domain-health/mode', (route) => route.fulfill({ status: 404, json: {} }))
    await page.goto('/health')
    await page.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog', { name: 'When a domain should rest' })
    await dialog.getByRole('radio', { name: /^Do it/ }).click()
    await expect(page.getByText('Updated: Reload')).toBeHidden()
    await dialog.getByRole('button', { name: 'Set to “Do it”' }).click()
    await expect(page.getByText('Updated: Reload')).toBeVisible()
  })

  test('a page whose answer has not what it shows says so as well', async ({ page }) => {
    await page.route(overview, (route) => route.fulfill({ json: { rows: [] } }))
    const answer = Promise.withResolvers<void>()
    await page.route('**/signin', async (route) => {
      await answer.promise
      await route.fallback()
    })
    await page.goto('/health')
    await expect(page.getByRole('heading', { name: 'This page stopped working' })).toBeVisible()
    const reload = page.getByRole('button', { name: 'Reload this page' })
    await reload.focus()
    answer.resolve()
    await expect(page.getByRole('heading', { name: 'The product was updated' })).toBeVisible()
    await expect(reload).toBeFocused()
    await expectAccessible(page)
    await page.unrouteAll()
    await reload.click()
    await expect(page.getByRole('table', { name: 'Domains by health' })).toBeVisible()
  })
})
