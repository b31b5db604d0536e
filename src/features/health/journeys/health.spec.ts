import { asc, eq } from 'drizzle-orm'
import { domainHealth, domains, healthDays, healthDecisions } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { joinedStaff } from '#tests/e2e/console/staff.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { seedOrder } from '#tests/e2e/product/seed-order.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import type { HealthSignal } from '../rules/health-signals.ts'
import type { HealthState } from '../rules/health-states.ts'
import { newHealth } from '../rules/memory.ts'
import { packedDay } from '../rules/packed-day.ts'
import { actOnDecisions } from '../server/acts/act-on-decisions.ts'

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

test('a customer sees which domain needs them and why, rests it, sees how far that is, and returns it', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { burnt, well } = await seedHealth(deps, customer.id)
  await actOnDecisions(deps)
  await signIn()
  await page.goto('/dashboard')
  await page.getByRole('navigation').getByRole('link', { name: 'Health' }).click()
  await expect(page).toHaveURL('/health')
  await expect(page.getByRole('button', { name: 'Rest', exact: true })).toBeVisible()
  const needs = page.getByRole('listitem').filter({ hasText: '1 domain: Listed by Spamhaus DBL.' })
  await expect(needs).toContainText(/stop its campaigns in your sending tool/i)
  const table = page.getByRole('table', { name: 'Domains by health' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expectAccessible(page)

  await expect(table.getByRole('row', { name: well })).toBeVisible()
  await needs.getByRole('link', { name: burnt }).click()
  await expect(page.getByRole('heading', { name: burnt })).toBeVisible()
  await expect(page.getByText('It should send no cold mail until it has recovered. Listed by')).toBeVisible()
  const seen = page.getByRole('table', { name: 'What is seen' })
  await expect(seen.getByRole('row', { name: /Blocklists Bad Listed by Spamhaus DBL\. 60/ })).toBeVisible()
  await expect(page.getByText('3 of 90 days seen')).toBeVisible()
  await expectAccessible(page)

  const rest = page.getByRole('region', { name: 'Its rest' })
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
  await page.getByRole('link', { name: 'All domains' }).click()
  await expect(page).toHaveURL('/health')
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

test.describe('after a release', () => {
  test.beforeEach(async ({ page, deps, customer, signIn }) => {
    await seedHealth(deps, customer.id)
    await signIn()
    // The page that is served starts from another file than this one does.
    await page.route('**/signin', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<div id="root"></div>' }),
    )
  })

  test('a press, and a page, whose call is gone say that the product was updated', async ({ page }) => {
    const updated = page.getByText('Updated: Reload')
    await page.route('**/api/domain-health/mode', (route) => route.fulfill({ status: 404, json: {} }))
    await page.goto('/health')
    await page.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog', { name: 'When a domain should rest' })
    await dialog.getByRole('radio', { name: /^Do it/ }).click()
    await expect(updated).toBeHidden()
    await dialog.getByRole('button', { name: 'Set to “Do it”' }).click()
    await expect(updated).toBeVisible()

    const body = { code: 'not_found', message: 'There is no such call.' }
    await page.route(overview, (route) => route.fulfill({ status: 404, json: body }))
    await page.goto('/health')
    await expect(page.getByText('The health of domains could not be loaded.')).toBeVisible()
    await expect(page.getByText('The product was updated while this page was open.')).toBeVisible()
    await expect(updated).toBeVisible()
    await expectAccessible(page)
    // What fails for another reason still says why.
    const menu = page.getByRole('navigation')
    await menu.getByRole('link', { name: 'Plan by volume' }).click()
    await page.route(overview, (route) => route.fulfill({ status: 403, json: { message: 'Not today.' } }))
    await menu.getByRole('link', { name: 'Health' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Not today.')
    await page.unrouteAll()
    await updated.getByRole('button').click()
    await expect(page.getByRole('table', { name: 'Domains by health' })).toBeVisible()
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
