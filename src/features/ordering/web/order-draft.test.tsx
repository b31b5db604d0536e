import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fillMessage } from '#base/text/message.ts'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import { fillStorage } from '#tests/web/fill-storage.ts'
import {
  button,
  chosen,
  expectTold,
  openOrder,
  openSection,
  search,
  storeDraft,
  storeTexts,
  withoutDomains,
} from '#tests/web/open-order.ts'
import { openPage } from '#tests/web/open-page.tsx'
import { checkoutMessages, missingItems } from '../rules/checkout-validation.ts'
import { emptyDraft, type OrderDraft, orderDraftMessages } from '../rules/order-draft.ts'
import { dropOrderDraft } from './order-draft-store.ts'

const expectPath = (path: string) => expect.poll(() => window.location.pathname).toBe(path)
const incomplete = (...items: string[]) =>
  fillMessage(checkoutMessages.incomplete, { list: items.join(', ') })
const settings = [
  missingItems.forwardingUrl,
  missingItems.companyName,
  missingItems.emailTool,
  missingItems.users,
]
const unset = { forwardUrl: '', companyName: '', tool: null, people: [] }
/** The order with only so many of its domains. */
const some = (draft: OrderDraft, counts: { azure?: number; google?: number }): OrderDraft => {
  const { azure, google } = draft.domains.purchase
  const purchase = { azure: azure.slice(0, counts.azure), google: google.slice(0, counts.google) }
  return { ...draft, domains: { ...draft.domains, purchase } }
}
const withOneMore = (): OrderDraft => {
  const draft = completeDraft('premium')
  draft.domains.purchase.google.push('onetoomany.com')
  return draft
}

test.each<[string, OrderDraft, string, string]>([
  [
    'everything',
    emptyDraft(),
    incomplete(missingItems.plan, missingItems.domainOption, ...settings),
    '/choose-plan',
  ],
  [
    'domains and settings',
    { ...withoutDomains(completeDraft('azure')), ...unset },
    incomplete(missingItems.azureDomains, ...settings),
    '/select-domains',
  ],
  [
    'one of two Entra domains',
    some(completeDraft('azure'), { azure: 1 }),
    incomplete(fillMessage(missingItems.azureMultiple, { of: 2, n: 1 })),
    '/select-domains',
  ],
  [
    'all Google domains',
    some(completeDraft('google'), { google: 0 }),
    incomplete(missingItems.googleDomains),
    '/select-domains',
  ],
  [
    'two of five Google domains',
    some(completeDraft('google'), { google: 3 }),
    incomplete(fillMessage(missingItems.googleMultiple, { of: 5, n: 3 })),
    '/select-domains',
  ],
  [
    'the domains of the second order',
    some(completeDraft('azure', 2), { azure: 2 }),
    incomplete(
      fillMessage(missingItems.exactly, { platform: 'Azure', required: 4, orders: '2 orders', n: 2 }),
    ),
    '/select-domains',
  ],
  [
    'nothing, but has a domain too many',
    withOneMore(),
    incomplete(fillMessage(missingItems.totalMultiple, { of: 6, n: 7 })),
    '/select-domains',
  ],
  [
    'a Google domain of a plan with both',
    some(completeDraft('premium'), { google: 2 }),
    fillMessage(checkoutMessages.mixedMinimum, {
      plan: 'Premium',
      domains: '3 Azure domains and 3 Google domains',
    }),
    '/select-domains',
  ],
  [
    'its users',
    { ...completeDraft('azure'), people: [] },
    incomplete(missingItems.users),
    '/setup-domain-settings',
  ],
])(
  'an order that lacks %s is sent back from the review, with what is missing',
  async (_, draft, message, path) => {
    openOrder('/review-order', draft)
    await expectTold(message)
    await expectPath(path)
  },
)

test('an order to send with Email Bison is sent back from the review for the URL it needs', async () => {
  storeDraft(completeDraft('azure'))
  const texts = {
    emailToolConfig: JSON.stringify({ tool: 'bison', username: 'ops@acme.test', workspace: 'Main' }),
  }
  const draft = completeDraft('azure')
  openOrder('/review-order', { ...draft, tool: { tool: 'bison', connectionId: 'con_1', shown: {} } })
  storeTexts(texts)
  await expectTold(incomplete('Bison URL (required for Bison email tool)'))
  await expectPath('/setup-domain-settings')
})

test.each(['/select-domains', '/setup-domain-settings'])(
  '%s is not opened before a plan is chosen',
  async (path) => {
    openPage(path)
    await expectPath('/choose-plan')
  },
)

test('a broken draft is repaired with a word, and what was whole stays', async () => {
  openOrder('/select-domains', completeDraft('azure'))
  storeTexts({
    userConfig: '[{"firstName":',
    basicConfig: 'null',
    purchaseAzureDomains: '["ok-.com","finename.com"]',
  })
  await expectTold(orderDraftMessages.repaired)
  await openSection('Entra Domains')
  await expect.poll(() => chosen('azure')).toEqual(['finename.com'])
  await expect.poll(() => localStorage.getItem('userConfig')).toBeNull()
})

test('a draft of an older shape, with its secrets, is read and its secrets are gone', async () => {
  openOrder('/setup-domain-settings', completeDraft('azure'))
  storeTexts({
    emailToolConfig: JSON.stringify({
      tool: 'instantly',
      username: 'ops@acme.test',
      password: 'Old-Secret',
      workspace: 'Main',
      apiKey: 'Old-Key',
    }),
  })
  await expectTold(orderDraftMessages.repaired)
  await expect.element(page.getByLabelText('Username')).toHaveValue('ops@acme.test')
  const stored = () => JSON.stringify(localStorage)
  await expect.poll(stored).not.toContain('Old-Secret')
  expect(stored()).toContain('ops@acme.test')
})

test('someone else’s draft in the same browser is not shown, and makes way', async () => {
  storeDraft(completeDraft('azure'), 'somebody@else.test')
  openPage('/review-order')
  await expectPath('/choose-plan')
  await expect.element(button('Select Entra')).toBeVisible()
  await expect.element(page.getByText('Your choice')).not.toBeInTheDocument()
  expect(localStorage.getItem('purchaseAzureDomains')).toBeNull()
})

test('the steps show what the browser has kept of an order', async () => {
  openOrder('/choose-plan', completeDraft('premium', 2))
  const card = page.getByRole('region', { name: /^Premium/ })
  await expect.element(card.getByText('Your choice')).toBeVisible()
  await expect
    .element(card.getByLabelText('How many orders would you like to place?'))
    .toHaveDisplayValue(/^2/)
})

test('with the browser’s storage full, a domain that is added is there, and so is a word about it', async () => {
  openOrder('/select-domains', some(completeDraft('azure'), { azure: 1 }))
  await openSection('Entra Domains')
  await expect.poll(() => chosen('azure')).toEqual(['entra0.com'])
  try {
    fillStorage()
    await search('fenwickmail.com')
    await button('Add fenwickmail.com').click()
    await expectTold(orderDraftMessages.notStored)
    await expect.poll(() => chosen('azure')).toEqual(['entra0.com', 'fenwickmail.com'])
    await button('Remove entra0.com').click()
    await expect.poll(() => chosen('azure')).toEqual(['fenwickmail.com'])
  } finally {
    // The store goes by what it has written until something is kept again.
    localStorage.clear()
    dropOrderDraft()
  }
})
