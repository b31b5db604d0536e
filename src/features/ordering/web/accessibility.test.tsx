import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import { expectAccessible } from '#tests/web/expect-accessible.ts'
import { button, expectTold, openOrder, search, withoutDomains } from '#tests/web/open-order.ts'
import { emptyDraft, type OrderDraft } from '../rules/order-draft.ts'

const save = button('Save & Continue')
const premium = completeDraft('premium')

test.each<[string, string, OrderDraft, () => Promise<unknown>]>([
  ['choosing a plan', '/choose-plan', completeDraft('azure'), () => expectTold('Your choice')],
  [
    'what a search has found',
    '/select-domains',
    withoutDomains(completeDraft('azure')),
    async () => {
      await search('zephyrlane.com')
      await button('Add zephyrlane.com').click()
      await expectTold('1 of 2')
    },
  ],
  [
    'the name servers of own domains',
    '/select-domains',
    { ...completeDraft('azure', 1, 'own'), confirmedDomains: [] },
    () => expectTold('I have completed the instructions above'),
  ],
  [
    'own domains that were refused',
    '/select-domains',
    withoutDomains(completeDraft('azure', 1, 'own')),
    async () => {
      await page.getByRole('tab', { name: 'Several domains' }).click()
      await page.getByLabelText('Your domains, one per line').fill('ac-me.dev\nacme')
      await button('Add Domains').click()
      await expectTold('2 refused')
    },
  ],
  [
    'settings that are missing',
    '/setup-domain-settings',
    { ...premium, forwardUrl: '', tool: null, people: [] },
    async () => {
      await save.click()
      await expectTold('Please enter a forwarding URL')
    },
  ],
  [
    'credentials that are missing',
    '/setup-domain-settings',
    { ...premium, tool: null },
    async () => {
      await page.getByRole('radio', { name: 'Email Bison' }).click()
      await save.click()
      await expectTold('Please fill in all Bison credentials')
    },
  ],
  [
    'the review of several orders',
    '/review-order',
    completeDraft('premium', 2),
    () => expectTold('$436.00 USD'),
  ],
])('%s can be read by everybody, wide and on a phone', async (_, path, draft, act) => {
  openOrder(path, draft)
  await act()
  await expectAccessible()
  await page.viewport(360, 740)
  await expectAccessible()
})

test.each(['/choose-plan', '/select-domains', '/setup-domain-settings', '/review-order'])(
  '%s is no wider than a phone',
  async (path) => {
    await page.viewport(360, 740)
    openOrder(path, path === '/choose-plan' ? emptyDraft() : completeDraft('premium', 2))
    await expect.element(page.getByRole('main')).toBeVisible()
    const { scrollWidth, clientWidth } = document.documentElement
    expect(scrollWidth).toBe(clientWidth)
  },
)
