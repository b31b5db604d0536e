import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { Endpoint } from '#base/api/endpoint.ts'
import { createOrder } from '#features/ordering/api/create-order.ts'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import { network } from '#tests/web/network.ts'
import { button, openOrder } from '#tests/web/open-order.ts'

interface PayingButton {
  name: string
  /** Opens the page and does what comes before the press. */
  open: () => Promise<void>
  button: Locator
  /** What the press sends. */
  record: Endpoint
}

const paying: PayingButton[] = [
  {
    name: 'Checkout with Stripe',
    open: async () => {
      openOrder('/review-order', completeDraft('azure'))
      await page.getByRole('checkbox', { name: /^I accept the terms/ }).click()
    },
    button: button(/^(Checkout with Stripe|Processing Order\.\.\.)$/),
    record: createOrder,
  },
]

test.each(paying)(
  '$name is busy until the answer comes, and sends once however often it is pressed',
  async ({ open, button: pay, record }) => {
    await open()
    const held = network.hold(record)
    await pay.click()
    await expect.element(pay).toHaveAttribute('aria-busy', 'true')
    for (let times = 0; times < 2; times++)
      pay.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    expect(network.sent(record).length).toBe(1)
    held.refuse({ status: 422, code: 'rule_broken', message: 'Not now.' })
    await expect.element(pay).not.toHaveAttribute('aria-busy')
    expect(network.sent(record).length).toBe(1)
    await expect.element(page.getByText('Not now.').first()).toBeVisible()
  },
)
