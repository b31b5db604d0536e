import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fillMessage } from '#base/text/message.ts'
import { getConfig } from '#features/brand/api/config.ts'
import { priceChangedMessage } from '#features/checkout/rules/pricing.ts'
import { lookAtStanding, verifyAvailability } from '#features/names/api/find-domains.ts'
import {
  type AvailabilityResult,
  domainAvailabilityMessages,
} from '#features/names/rules/domain-availability.ts'
import { domainNameMessages } from '#features/names/rules/domain-name.ts'
import { orderActionMessages } from '#features/orders/rules/order-actions.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import {
  actionButton,
  answerList,
  answerOrders,
  expectNoOverflow,
  expectTold,
  orderOf,
  pressUnavailable,
  selectGroups,
  startAction,
} from '#tests/web/orders.ts'
import { replaceDomains } from '../api/replacements.ts'
import { replaceDomainsMessages } from '../rules/replace-request.ts'

const tlds = '.com, .co, .net, .org, .info, .biz'
const [first, second] = ['mixed1.com', 'mixed2.com']
const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
const confirmation = page.getByRole('alertdialog', { name: 'Confirm Domain Replacement' })
const button = (name: string) => dialog.getByRole('button', { name, exact: true })
const entry = (domain: string) => dialog.getByLabelText(`New domain for ${domain}`)
const choose = (option: 'Purchase new domains' | 'Use domains you own') =>
  dialog.getByRole('radio', { name: new RegExp(`^${option}`) }).click()

async function enter(domain: string, name: string): Promise<void> {
  await button(`Replace ${domain}`).click()
  await entry(domain).fill(name)
  await button('Save').click()
}
/** What the registrar says of every name it is asked about. */
const registrarSays = (says: Partial<AvailabilityResult> = {}) =>
  network.answer(verifyAvailability, ({ body }) => ({
    success: true,
    results: body.domains.map((domain) => ({
      ...{ domain, available: true, exists_in_airtable: false, message: '', suggestions: [] },
      ...says,
    })),
  }))
/** A bought replacement of the first domain, up to its confirmation. */
async function openConfirmation(): Promise<void> {
  await startAction('replaceDomains', 'mixed', 1)
  await choose('Purchase new domains')
  await enter(first, 'brandnew.com')
  registrarSays()
  await button('Replace 1 domain').click()
  await expect.element(confirmation).toBeVisible()
}
const confirm = () => confirmation.getByRole('button', { name: 'Confirm Replacement' }).click()

test('own domains are refused with the reason for a plan that is not ordered with them', async () => {
  await startAction('replaceDomains', 'premium')
  await choose('Use domains you own')
  await expectTold('Bringing your own domains is unavailable for Premium.')
  const own = dialog.getByRole('radio', { name: /^Use domains you own/ })
  await expect.element(own).not.toBeChecked()
  await choose('Purchase new domains')
  await expect.element(page.getByText(/Bringing your own domains is unavailable/)).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('radio', { name: /^Purchase new domains/ })).toBeChecked()
})

test('an option is chosen and a name entered before anything can be replaced', async () => {
  await startAction('replaceDomains', 'mixed', 1)
  await pressUnavailable(button('Replace domains'))
  await expectTold(replaceDomainsMessages.noOption)
  await choose('Purchase new domains')
  await pressUnavailable(button('Replace domains'))
  await expectTold(replaceDomainsMessages.noReplacements)
})

test('a name to buy is refused by its rules beside its field, and is written in small letters', async () => {
  await startAction('replaceDomains', 'mixed', 1)
  await choose('Purchase new domains')
  await button(`Replace ${first}`).click()
  for (const [name, message] of [
    ['  ', domainNameMessages.empty],
    [`${'a'.repeat(32)}.com`, domainNameMessages.tooLong],
    ['my-name.com', domainNameMessages.lettersAndNumbers],
    ['myname.dev', fillMessage(domainNameMessages.tldNotSold, { tlds })],
    ['myname', fillMessage(domainNameMessages.purchaseFormat, { tlds })],
    ['myname.app', domainNameMessages.appTld],
    [first, replaceDomainsMessages.sameAsOriginal],
    [second, replaceDomainsMessages.isBeingReplaced],
  ] as const) {
    await entry(first).fill(name)
    await button('Save').click()
    await expect.element(entry(first)).toHaveAccessibleDescription(message)
  }
  await entry(first).fill('BrandNew.com')
  await expect.element(entry(first)).toHaveValue('brandnew.com')
  await expectNoOverflow()
  await expect.element(entry(first)).toHaveValue('brandnew.com')
  await button('Save').click()
  await enter(second, 'brandnew.com')
  await expect.element(entry(second)).toHaveAccessibleDescription(replaceDomainsMessages.usedTwice)
})

test('an own name is refused by other rules, and another option judges the entries again', async () => {
  await startAction('replaceDomains', 'mixed', 1)
  await choose('Use domains you own')
  await button(`Replace ${first}`).click()
  for (const [name, message] of [
    ['nodots', domainNameMessages.ownReplacementFormat],
    ['https://www.mine.dev/about', fillMessage(domainNameMessages.bareOnly, { d: 'mine.dev' })],
    ['com.au', fillMessage(domainNameMessages.publicSuffix, { d: 'com.au' })],
    ['mine.example', fillMessage(domainNameMessages.reserved, { d: 'mine.example' })],
  ] as const) {
    await entry(first).fill(name)
    await button('Save').click()
    await expect.element(entry(first)).toHaveAccessibleDescription(message)
  }
  await entry(first).fill('mine.dev')
  await button('Save').click()
  await enter(second, 'brandnew.com')
  await choose('Purchase new domains')
  await expectTold(replaceDomainsMessages.invalidForOption)
  await pressUnavailable(button('Replace 2 domains'))
  await expectTold(replaceDomainsMessages.fixErrors)
  await button(`Remove the replacement of ${first}`).click()
  await expect.element(dialog.getByText('$15.50 once, for registration')).toBeVisible()
})

test('a name that cannot be had says so, and a press on another one takes that instead', async () => {
  await startAction('replaceDomains', 'mixed', 1)
  await choose('Purchase new domains')
  await enter(first, 'brandnew.com')
  const submit = button('Replace 1 domain')
  network.answer(verifyAvailability, { success: false, results: [] })
  await submit.click()
  await expectTold(domainAvailabilityMessages.verifyFailed)
  network.refuse(verifyAvailability, { status: 500, code: 'internal', message: 'x' })
  await submit.click()
  await expectTold(replaceDomainsMessages.validationFailed)
  network.lose(verifyAvailability)
  await submit.click()
  await expectTold('The server cannot be reached: please try again in a moment.')
  registrarSays({ available: false, suggestions: ['another.com', 'third.net'] })
  await submit.click()
  await expectTold(fillMessage(domainAvailabilityMessages.unavailableCount, { n: 1 }))
  await expectTold(
    fillMessage(domainAvailabilityMessages.unavailable, { message: domainAvailabilityMessages.taken }),
  )
  await pressUnavailable(submit)
  await expectTold(replaceDomainsMessages.fixErrors)
  await button('another.com').click()
  registrarSays({ available: false, exists_in_airtable: true })
  await submit.click()
  await expectTold(
    fillMessage(domainAvailabilityMessages.unavailable, { message: domainAvailabilityMessages.exists }),
  )
  await button(`Edit the replacement of ${first}`).click()
  await entry(first).fill('third.net')
  await button('Save').click()
  registrarSays()
  await submit.click()
  await expectTold(domainAvailabilityMessages.validated)
  await expect.element(confirmation.getByText('third.net')).toBeVisible()
})

const taken = {
  ...{ success: true, message: '', requiresPayment: false },
  ...{ successCount: 0, errorCount: 0, errors: [], results: [] },
}

test.each([
  ['it was refused', { ...taken, success: false }, replaceDomainsMessages.failed],
  ['there is no page to pay on', { ...taken, requiresPayment: true }, replaceDomainsMessages.failed],
  ['one name failed', { ...taken, errorCount: 1 }, fillMessage(replaceDomainsMessages.failedCount, { n: 1 })],
] as const)(
  'what went wrong with the replacement is told, and the entries stay, where %s',
  async (_, answer, message) => {
    await openConfirmation()
    network.answer(replaceDomains, { ...answer, errors: [], results: [] })
    await confirm()
    await expectTold(message)
    await expect.element(confirmation).not.toBeInTheDocument()
    await expect.element(dialog.getByText('brandnew.com', { exact: true })).toBeVisible()
  },
)

test('what stops at an own name is said beside the name servers to set once it replaces another', async () => {
  await startAction('replaceDomains', 'mixed', 1)
  await choose('Use domains you own')
  await enter(first, 'mine.dev')
  registrarSays()
  const records = [{ name: 'mine.dev', type: 'MX' as const, value: '1 smtp.google.com' }]
  network.answer(lookAtStanding, { results: [{ domain: 'mine.dev', isKnown: true, records, kept: [] }] })
  const results = [{ originalDomain: first, newDomain: 'mine.dev' }]
  network.answer(replaceDomains, { ...taken, errors: [], successCount: 1, results })
  await button('Replace 1 domain').click()
  await confirm()
  await expectTold('mine.dev receives email at Google, which stops.')
  await expectNoOverflow()
})

test('a refusal, a server that fails and a lost answer are told each in its words', async () => {
  await openConfirmation()
  const again = async () => {
    await expect.element(confirmation).not.toBeInTheDocument()
    await button('Replace 1 domain').click()
  }
  const stillTakenDown = fillMessage(replaceDomainsMessages.stillTakenDown, { d: first })
  network.refuse(replaceDomains, { status: 409, code: 'conflict', message: stillTakenDown })
  await confirm()
  await expectTold(stillTakenDown)
  await again()
  network.refuse(replaceDomains, { status: 500, code: 'internal', message: 'x' })
  await confirm()
  await expectTold(replaceDomainsMessages.failed)
  await again()
  network.lose(replaceDomains)
  await confirm()
  await expectTold(replaceDomainsMessages.crashed)
})

test('what was validated long ago has to be validated again', async () => {
  await openConfirmation()
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() + 11 * 60_000 })
  await confirm()
  await expectTold(replaceDomainsMessages.notValidated)
  expect(network.sent(replaceDomains)).toEqual([])
})

test('a fee that has changed is read before anything is sent, and the question stays with the new one', async () => {
  await openConfirmation()
  await expect.element(confirmation).toMatchTextContent('You pay $15.50')
  const config = kept(getConfig, 'config')
  network.answer(getConfig, { ...config, prices: { ...config.prices, tlds: { com: 25_00 } } })
  await confirm()
  await expectTold(priceChangedMessage)
  await expect.element(confirmation).toMatchTextContent('You pay $25.00')
  expect(network.sent(replaceDomains)).toEqual([])
  network.refuse(replaceDomains, { status: 500, code: 'internal', message: 'x' })
  await confirm()
  await expectTold(replaceDomainsMessages.failed)
  expect(network.sent(replaceDomains)).toHaveLength(1)
})

test('entries are not lost by Escape, which asks first', async () => {
  await startAction('replaceDomains', 'mixed', 1)
  await choose('Purchase new domains')
  await enter(first, 'brandnew.com')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(actionButton('replaceDomains')).toHaveFocus()
})

test('a pasted list longer than the domains is refused, and a dialog that is closed asks about it', async () => {
  await startAction('replaceDomains', 'mixed', 1)
  await choose('Purchase new domains')
  await button('Paste a list').click()
  const list = dialog.getByLabelText('New domains, one in each line')
  await list.fill('one.com\ntwo.net\nthree.com')
  await expect
    .element(list)
    .toHaveAccessibleDescription('These are 3 names, and 2 domains have no replacement yet.')
  await list.fill('one.com\ntwo.net')
  await pressUnavailable(button('Replace domains'))
  await expectTold('Enter or cancel the list you have pasted first.')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(list).toHaveValue('one.com\ntwo.net')
  await button('Enter 2 domains').click()
  await expect.element(dialog.getByText('$24.50 once, for registration')).toBeVisible()
})

test('a domain is replaced once', async () => {
  const order = orderOf('replaced')
  answerOrders()
  answerList({
    ...order,
    domains: order.domains.map((domain) => ({ ...domain, replacementOrdered: true })),
  })
  openPage('/dashboard')
  await selectGroups()
  await actionButton('replaceDomains').click()
  await expectTold(orderActionMessages.nothingDoneLeft)
})
