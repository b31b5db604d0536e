import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/db/ids.ts'
import { domains, mailboxes, personas } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { seedOrder } from '#tests/e2e/product/seed-order.ts'
import { expect, test } from '#tests/e2e/product/test.ts'

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
