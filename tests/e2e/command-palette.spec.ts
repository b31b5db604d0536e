import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { newId } from '#server/db/ids.ts'
import { domains, mailboxes, personas } from '#server/db/schema/index.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { orderActionMessages } from '#shared/orders/order-actions.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { seedOrder } from './product/seed-order.ts'
import { expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find anything' })
const field = (page: Page) => palette(page).getByRole('combobox')
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })

/** A mailbox of the first person on a domain of a seeded order. */
async function seedMailbox({ db }: Dependencies, groupId: string, name: string, localPart: string) {
  const [domain] = await db.select().from(domains).where(eq(domains.name, name))
  const [persona] = await db.select().from(personas).where(eq(personas.bundleId, groupId))
  if (!domain || !persona) throw new Error(`There is no ${name} with people.`)
  await db.insert(mailboxes).values({
    id: newId('mailbox'),
    customerId: domain.customerId,
    domainId: domain.id,
    name,
    personaId: persona.id,
    localPart,
  })
}

test('a domain, a mailbox and a page are found from anywhere with the keyboard alone', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedOrder(deps, customer.id, { forwardingUrl: 'https://northwind.io' })
  const { groups } = await seedOrder(deps, customer.id, {
    forwardingUrl: 'https://acme.com',
    groups: [{ people: [['Grace', 'Hopper']] }],
  })
  const { groupId, domains: names } = groups[0] ?? { groupId: '', domains: [] }
  const name = names[0] ?? ''
  await seedMailbox(deps, groupId, name, 'grace.hopper')
  await signIn()
  await page.goto('/choose-plan')
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expectAccessible(page)
  // The best line is in view at once, though others are drawn above what was chosen before.
  await page.keyboard.type('c')
  await expect(option(page, new RegExp(name)).first()).toBeVisible()
  await expect
    .poll(() =>
      palette(page)
        .getByRole('listbox')
        .evaluate((list) => list.scrollTop),
    )
    .toBe(0)
  await page.keyboard.press('Backspace')
  await page.keyboard.type(name.slice(1, -2))
  await expect(option(page, new RegExp(`^${name}`))).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\?order=.*details=/)
  await expect(page.getByRole('dialog', { name: 'Order Details' })).toContainText(name)

  // What is open may hold what was typed: the keys do not cover it.
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Order Details' })).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('grace.hop')
  await option(page, `grace.hopper@${name}`).click()
  await expect(page.getByRole('dialog', { name: 'Order Details' })).toContainText(name)
  await page.keyboard.press('Escape')

  // Pressed twice, as a habit of some.
  await page.getByRole('button', { name: 'Find anything' }).dblclick({ delay: 100 })
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('smartlead bulk')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/smartlead-bulk-update')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('no such thing')
  await expect(palette(page)).toContainText('Nothing is called “no such thing”.')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
})

test('an action begins with the order that is chosen for it, once', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedOrder(deps, customer.id, { forwardingUrl: 'https://northwind.io' })
  await seedOrder(deps, customer.id, {
    forwardingUrl: 'https://acme.com',
    groups: [{ statuses: ['to do'] }, { statuses: ['done'] }],
  })
  await seedOrder(deps, customer.id, {
    forwardingUrl: 'https://notyet.com',
    groups: [{ statuses: ['to do'] }],
  })
  await signIn()
  await page.goto('/dashboard')
  await expect(page.getByRole('toolbar')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('forwarding')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveAttribute('placeholder', 'For which order?')
  // Only where something is delivered.
  await expect(option(page, /notyet/)).toBeHidden()
  await page.keyboard.type('acme')
  await expect(option(page, /acme/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Update Forwarding Domain' })
  await expect(dialog).toBeVisible()
  await expect(page).not.toHaveURL(/action=/)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('toolbar')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('an address that asks for an action which is not possible says why', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { orderId } = await seedOrder(deps, customer.id, { groups: [{ statuses: ['to do'] }] })
  await signIn()
  await page.goto(`/dashboard?order=${orderId}&action=replaceDomains`)
  await expectTold(page, orderActionMessages.nothingDone)
  await page.goto(`/dashboard?order=${orderId}&action=rubbish`)
  await expect(page.getByRole('toolbar')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('Escape and Backspace lead back from the choice of an order, and mailboxes that cannot be searched are told', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedOrder(deps, customer.id, {})
  await signIn()
  await page.route('**/api/search/mailboxes*', (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.getByRole('toolbar')).toBeVisible()
  await page.keyboard.press('Control+k')
  for (const key of ['Escape', 'Backspace']) {
    await option(page, 'Replace Domains').click()
    await expect(field(page)).toHaveAttribute('placeholder', 'For which order?')
    await field(page).press(key)
    await expect(option(page, 'Replace Domains')).toBeVisible()
  }
  await page.keyboard.type('ada.byron')
  await expect(palette(page)).toContainText('Mailboxes could not be searched just now.')
})

test('the keys open the palette on a page that does not exist as well, for customers only', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedOrder(deps, customer.id, { forwardingUrl: 'https://acme.com' })
  const missing = page.getByRole('heading', { name: 'Oops! Page not found' })
  await page.goto('/no-such-page')
  await expect(missing).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toHaveCount(0)

  await signIn()
  await page.reload()
  await expect(missing).toBeVisible()
  // The page is there before it is known who has asked for it.
  await expect(async () => {
    if (await palette(page).isHidden()) await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused({ timeout: 2_000 })
  }).toPass()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(missing).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('acme')
  await expect(option(page, /acme/).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\?order=/)
})

test('Enter goes nowhere before something was typed or a line was reached, and no word is cut on a phone', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedOrder(deps, customer.id, { forwardingUrl: 'https://acme.com' })
  await signIn()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await expect(async () => {
    if (await palette(page).isHidden()) await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused({ timeout: 2_000 })
  }).toPass()
  await expect(option(page, 'Dashboard')).toBeVisible()
  const placeholderRoom = await field(page).evaluate((input) => {
    const text = Object.assign(document.createElement('span'), {
      textContent: input.getAttribute('placeholder'),
    })
    text.style.cssText = `position: fixed; white-space: nowrap; font: ${getComputedStyle(input).font}`
    document.body.append(text)
    const room = input.clientWidth - text.getBoundingClientRect().width
    text.remove()
    return room
  })
  expect(placeholderRoom).toBeGreaterThan(0)

  const chosen = palette(page).getByRole('option', { selected: true })
  await expect(chosen).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.type('dash')
  await expect(chosen).toHaveText('Dashboard')
  await field(page).fill('')
  await expect(chosen).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/no-such-page')
  await page.keyboard.press('ArrowDown')
  await expect(chosen).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
})
