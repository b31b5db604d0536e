import type { Locator, Page } from '@playwright/test'
import { freshLabel } from './ordering/order-wizard.ts'
import { expect, test } from './product/test.ts'

test.describe.configure({ timeout: 240_000 })

/** A customer without a pointer: Tab, arrows, Enter, Space and letters. Wherever the focus goes it has to be seen. */
class Keyboard {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  press = (key: string) => this.page.keyboard.press(key)

  /** Walks on by Tab, or back by Shift+Tab, until something has the focus. */
  async reach(target: Locator, key = 'Tab'): Promise<void> {
    await expect(target).toBeVisible()
    await this.walk(key, target)
  }
  async activate(target: Locator, key = 'Enter'): Promise<void> {
    await this.reach(target)
    await this.press(key)
  }
  async type(target: Locator, text: string, key = 'Tab'): Promise<void> {
    await this.reach(target, key)
    await this.press('ControlOrMeta+a')
    await this.page.keyboard.type(text)
  }
  /** One of several choices: Tab reaches the group, arrows move within it. */
  async choose(target: Locator): Promise<void> {
    const group = this.page.getByRole('radiogroup').filter({ has: target })
    await this.walk('Tab', group.locator(':focus'))
    await this.walk('ArrowDown', target)
    await this.press('Space')
  }

  private async walk(key: string, target: Locator): Promise<void> {
    for (let steps = 0; steps < 80; steps++) {
      if (await this.hasFocus(target)) return
      await this.press(key)
      await this.expectSeenFocus()
    }
    throw new Error(`No ${key} leads to ${target}.`)
  }

  private async hasFocus(target: Locator): Promise<boolean> {
    if ((await target.count()) === 0) return false
    return target.first().evaluate((element) => element === document.activeElement)
  }

  /** An outline or a ring on what has the focus, or on the card or row that stands for it. */
  private async expectSeenFocus(): Promise<void> {
    const unseen = () =>
      this.page.evaluate(() => {
        const focused = document.activeElement
        // The browser's own controls come after the last thing on the page.
        if (!focused?.matches(':focus') || focused === document.body) return undefined
        const around = [focused, focused.nextElementSibling, focused.parentElement, focused.closest('label')]
        const isMarked = around.some((element) => {
          if (!element) return false
          return [undefined, '::before', '::after'].some((part) => {
            const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part)
            return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
          })
        })
        const box = focused.getBoundingClientRect()
        const isOnScreen = box.bottom > 0 && box.top < innerHeight
        return isMarked && isOnScreen ? undefined : focused.outerHTML.slice(0, 200)
      })
    // Where it leads is scrolled to a frame later.
    await expect.poll(unseen, 'the focus cannot be seen').toBeUndefined()
  }
}

test('a customer without a pointer signs in, orders and pays, and sees the focus all the way', async ({
  page,
  customer,
}) => {
  const keyboard = new Keyboard(page)
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' })

  await page.goto('/signin')
  await keyboard.type(page.getByLabel('Email'), customer.email)
  await keyboard.type(page.getByLabel('Password', { exact: true }), customer.password)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')

  await keyboard.activate(page.getByRole('main').locator('a[href="/choose-plan"]'))
  await expect(page).toHaveURL('/choose-plan')
  await keyboard.activate(button('Select Entra'))
  await expect(page).toHaveURL('/select-domains')
  await expect(page.getByRole('main')).toBeFocused()

  await keyboard.choose(page.getByRole('radio', { name: 'Purchase domains' }))
  // What comes next has the focus; nobody starts over from the top of the page.
  await expect(button('Entra Domains')).toBeFocused()
  const cart = page.getByRole('region', { name: 'Cart: Entra' })
  for (let added = 1; added <= 2; added++) {
    const search = page.getByLabel('Search for a domain')
    await keyboard.type(search, `${freshLabel()}.com`, added === 1 ? 'Tab' : 'Shift+Tab')
    await keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Search results' })).toBeVisible()
    await expect(page.getByText('checking', { exact: true })).toHaveCount(0, { timeout: 30_000 })
    await keyboard.activate(button(/^Add /).first())
    await expect(cart.getByText(`${added} of 2`)).toBeVisible()
  }
  await keyboard.activate(button('Continue to Domain Settings'))
  await expect(page).toHaveURL('/setup-domain-settings')

  await keyboard.type(page.getByLabel('Forwarding URL'), 'example.com')
  await keyboard.type(page.getByLabel('Company/Client name'), 'Acme 42')
  await keyboard.activate(button('Save & Continue'))
  await expect(page.getByText('Basic Configuration Saved')).toBeVisible()
  await expect(button('Connect Your Email Automation Tool')).toBeFocused()
  await keyboard.choose(page.getByRole('radio', { name: 'Other' }))
  await keyboard.activate(button('Save & Continue'))
  await expect(page.getByText('Email Tool Configuration Saved')).toBeVisible()
  await keyboard.type(page.getByLabel('First name'), 'Jane')
  await keyboard.type(page.getByLabel('Last name'), 'Doe')
  await keyboard.activate(button('Add User'))
  await keyboard.activate(button('Save & Continue'))
  await expect(page).toHaveURL('/review-order')

  await keyboard.activate(
    page.getByRole('checkbox', { name: 'I accept the terms and the acceptable use policy' }),
    'Space',
  )
  await keyboard.activate(button('Checkout with Stripe'))
  await expect(page).toHaveURL(/\/pay\/cs_/, { timeout: 30_000 })
  // The payment provider's own page.
  await keyboard.reach(button('Pay'))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL(/\/dashboard/)
})
