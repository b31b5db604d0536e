import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { firstPriceList, pricesOf } from '#features/plans/rules/price-list.ts'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import { fillStorage } from '#tests/web/fill-storage.ts'
import { button, chosen, expectTold, openOrder, openSection, storeDraft } from '#tests/web/open-order.ts'
import { customer, openPage } from '#tests/web/open-page.tsx'
import { expectNoOverflow } from '#tests/web/orders.ts'
import { type OrderDraft, orderDraftMessages } from '../rules/order-draft.ts'
import { writeDraft } from '../rules/order-draft-storage.ts'
import { type DraftTexts, draftsOf, keepBeside, keepDraft, readKept } from './kept-drafts.ts'
import { dropOrderDraft } from './order-draft-store.ts'
import { setTabDraft, tabDraft } from './tab-draft.ts'

const drafts = page.getByRole('region', { name: 'Continue a draft' })
const expectPath = (path: string) => expect.poll(() => window.location.pathname).toBe(path)
const ids = () => draftsOf(customer().email).map(({ id }) => id)

const textsOf = (draft: OrderDraft, email = customer().email): DraftTexts => {
  const texts = Object.entries(writeDraft(draft, email, pricesOf(firstPriceList)))
  return Object.fromEntries(texts.filter((entry): entry is [string, string] => entry[1] !== null))
}
const editedAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** Another tab of this browser has the draft open. */
async function openElsewhere(id: string): Promise<void> {
  const { promise: held, resolve } = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const request = navigator.locks.request(`inboxyard.draft.${id}`, () => {
    resolve()
    return end.promise
  })
  onTestFinished(async () => {
    end.resolve()
    await request
  })
  await held
}

test('drafts of other tabs are listed, and one is continued where it had come to', async () => {
  keepBeside('left', textsOf(completeDraft('premium')))
  keepBeside('theirs', textsOf(completeDraft('google'), 'somebody@else.test'))
  openPage('/choose-plan')
  await expect.poll(() => drafts.getByRole('listitem').elements().length).toBe(1)
  await expect.element(drafts.getByText(/^· 6 domains · edited \d\d:\d\d$/)).toBeVisible()
  await page.viewport(360, 740)
  await expectNoOverflow()
  openOrder('/choose-plan', completeDraft('azure'))
  await drafts
    .getByRole('button', { name: /^Continue: Premium/ })
    .first()
    .click()
  await expectPath('/review-order')
  expect(tabDraft()).toBe('left')
})

test('what is entered for one draft and not saved is not in another one', async () => {
  keepBeside('left', textsOf({ ...completeDraft('azure'), companyName: '', people: [] }))
  openOrder('/setup-domain-settings', { ...completeDraft('azure'), companyName: '', people: [] })
  const company = page.getByRole('textbox', { name: /^Company/ })
  await company.fill('Only for this one')
  window.history.pushState(null, '', '/choose-plan')
  window.dispatchEvent(new PopStateEvent('popstate'))
  await drafts.getByRole('button', { name: /^Continue: / }).click()
  await expectPath('/setup-domain-settings')
  await expect.element(company).toHaveValue('')
})

test('where no other draft is known, nothing is offered', async () => {
  openOrder('/choose-plan', completeDraft('azure'))
  await expect.element(page.getByText('Your choice')).toBeVisible()
  await expect.element(drafts).not.toBeInTheDocument()
})

test('a plan chosen in a new tab leaves the draft edited last to be continued', async () => {
  keepDraft('before', textsOf(completeDraft('premium')))
  openPage('/choose-plan')
  await expect.element(page.getByText('Your choice')).not.toBeInTheDocument()
  await button('Select Entra').click()
  await expectPath('/select-domains')
  expect(localStorage.getItem('selectedPlan')).toBe('azure')
  expect(readKept('before')).toEqual(textsOf(completeDraft('premium')))
})

test('a later step in a new tab takes over the draft edited last, unless it is open elsewhere', async () => {
  keepDraft('before', textsOf(completeDraft('azure')))
  openPage('/select-domains')
  await openSection('Entra Domains')
  await expect.poll(() => chosen('azure')).toEqual(['entra0.com', 'entra1.com'])
  expect(tabDraft()).toBe('before')
})

test('a new tab leaves a draft that is open in another one alone', async () => {
  keepDraft('there', textsOf(completeDraft('azure')))
  await openElsewhere('there')
  openPage('/select-domains')
  await expectPath('/choose-plan')
  await drafts.getByRole('button', { name: /^Continue: / }).click()
  await expectTold('This draft is open in another tab.')
  await drafts.getByRole('button', { name: /^Remove: / }).click()
  await expectPath('/choose-plan')
  expect(ids()).toEqual(['there'])
})

test('a duplicated tab continues with a copy', async () => {
  const draft = completeDraft('azure')
  keepDraft('there', textsOf(draft))
  setTabDraft('there')
  await openElsewhere('there')
  openOrder('/select-domains', draft)
  await openSection('Entra Domains')
  // Also what is changed before it is known that the draft is open elsewhere.
  await button('Remove entra0.com').click()
  await expect.poll(() => tabDraft()).not.toBe('there')
  await expect.poll(() => chosen('azure')).toEqual(['entra1.com'])
  expect(readKept('there')).toEqual(textsOf(draft))
})

test('Undo brings a removed draft back', async () => {
  keepBeside('left', textsOf(completeDraft('premium')))
  openPage('/choose-plan')
  await drafts.getByRole('button', { name: /^Remove: Premium/ }).click()
  await expect.element(drafts).not.toBeInTheDocument()
  await button('Undo').click()
  await expect.element(drafts.getByRole('listitem')).toBeVisible()
  expect(readKept('left')).toEqual(textsOf(completeDraft('premium')))
})

test('of many drafts the ten edited last are kept, none for longer than 30 days, and any that is open', async () => {
  await openElsewhere('open')
  keepBeside('open', textsOf(completeDraft('azure')), editedAgo(60))
  keepBeside('old', textsOf(completeDraft('azure')), editedAgo(31))
  openPage('/choose-plan')
  await expect.poll(ids).toEqual(['open'])
  for (let day = 1; day <= 11; day++) keepBeside(`day${day}`, textsOf(completeDraft('azure')), editedAgo(day))
  storeDraft(completeDraft('azure'))
  dropOrderDraft()
  await expect.poll(ids).toEqual([...Array.from({ length: 10 }, (_, at) => `day${at + 1}`), 'open'])
})

test('another account’s draft waits for its customer', async () => {
  storeDraft(completeDraft('premium'), 'somebody@else.test')
  openPage('/review-order')
  await expectPath('/choose-plan')
  await expect.poll(() => localStorage.getItem('purchaseAzureDomains')).toBeNull()
  expect(draftsOf('somebody@else.test').map(({ texts }) => texts.selectedPlan)).toEqual(['premium'])
})

test('with no room to keep it beside, the draft of another tab is not overwritten', async () => {
  keepDraft('there', textsOf(completeDraft('azure')))
  openPage('/choose-plan')
  await expect.element(drafts).toBeVisible()
  try {
    fillStorage()
    await button('Select Google').click()
    await expectTold(orderDraftMessages.notStored)
    await expectPath('/select-domains')
    expect(readKept('there')).toEqual(textsOf(completeDraft('azure')))
    expect(localStorage.getItem('selectedPlan')).toBe('azure')
  } finally {
    // What it could not keep it has itself, until it is dropped.
    localStorage.clear()
    dropOrderDraft()
  }
})
