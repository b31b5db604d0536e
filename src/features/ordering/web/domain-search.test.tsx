import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fillMessage } from '#base/text/message.ts'
import { searchDomain, verifyAvailability } from '#features/names/api/find-domains.ts'
import { domainAvailabilityMessages } from '#features/names/rules/domain-availability.ts'
import { domainEntryMessages, domainSearchMessages } from '#features/names/rules/domain-entry.ts'
import { domainNameMessages } from '#features/names/rules/domain-name.ts'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import {
  button,
  cart,
  chosen,
  expectTold,
  foundLike,
  holdClock,
  openOrder,
  openSection,
  pressUnavailable,
  search,
  withoutDomains,
} from '#tests/web/open-order.ts'

const field = page.getByLabelText('Search for a domain')
const results = page.getByRole('list', { name: 'Search results' })
const row = (domain: string) =>
  results.getByRole('listitem').filter({ hasText: new RegExp(`^${domain.replace('.', '\\.')}(?!m)`) })
const checking = results.getByText('checking', { exact: true })
const add = (domain: string) => button(`Add ${domain}`)

const openSearch = (plan: 'azure' | 'premium' = 'azure') =>
  openOrder('/select-domains', withoutDomains(completeDraft(plan)))

/** The same names, of which only so many are known. */
const knownOnly = (domain: string, count: number) => {
  const found = foundLike(domain)
  return {
    ...found,
    available_domains: [],
    results: found.results.map((each, at) => (at < count ? each : { ...each, state: 'checking' as const })),
  }
}

test('names are listed at once as being checked, and settle one after the other with their prices', async () => {
  holdClock()
  openSearch()
  network.answer(searchDomain, ({ body }) => knownOnly(body.domain, 0))
  await search('zephyrlane.com')
  await expect.element(checking.first()).toBeVisible()
  await expect.element(results.getByText('Available')).not.toBeInTheDocument()
  network.answer(searchDomain, ({ body }) => knownOnly(body.domain, 1))
  await vi.advanceTimersByTimeAsync(1_300)
  await expect.poll(() => results.getByText('Available').elements().length).toBe(1)
  expect(checking.elements().length).toBeGreaterThan(0)
  network.answer(searchDomain, ({ body }) => foundLike(body.domain))
  await vi.advanceTimersByTimeAsync(1_300)
  await expect.element(checking).not.toBeInTheDocument()
  await expect.element(row('zephyrlane.com')).toMatchTextContent('$15.50')
  await expectTold(fillMessage(domainSearchMessages.found, { n: 20 }))
})

test('names that are not known after a minute are said to be unchecked, and can be searched for again', async () => {
  holdClock()
  openSearch()
  network.answer(searchDomain, ({ body }) => knownOnly(body.domain, 0))
  await search('zephyrlane.com')
  await expect.element(checking.first()).toBeVisible()
  await vi.advanceTimersByTimeAsync(62_000)
  await expectTold('Some names could not be checked.')
  await expect.element(checking).not.toBeInTheDocument()
  await expectTold('Could not be checked')
  await button('Search again').click()
  await expect.element(checking.first()).toBeVisible()
})

test('a text that is no name to buy is refused with what is wrong with it, and nothing is searched for', async () => {
  openSearch()
  await pressUnavailable(button('Search'))
  await expectTold(domainNameMessages.empty)
  const before = network.sent(searchDomain).length
  for (const [text, message] of [
    ['acme', domainNameMessages.noTld],
    ['acme.app', domainNameMessages.appTld],
    ['ac-me.com', domainNameMessages.lettersAndNumbers],
    [`${'a'.repeat(32)}.com`, domainNameMessages.tooLong],
    ['acme.io', fillMessage(domainNameMessages.tldNotSold, { tlds: '.com, .co, .net, .org, .info, .biz' })],
  ] as const) {
    await field.fill(text)
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveAccessibleDescription(message)
  }
  expect(network.sent(searchDomain).length).toBe(before)
})

test('a plain word is refused, and searched for under the first ending by one press', async () => {
  openSearch()
  await field.fill('zephyrlane')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveAccessibleDescription(domainNameMessages.noTld)
  await button('Search zephyrlane.com').click()
  await expect.element(field).toHaveValue('zephyrlane.com')
  await expect.element(field).toHaveFocus()
  await expect.element(button('Search zephyrlane.com')).not.toBeInTheDocument()
  await expect.element(row('zephyrlane.com')).toBeVisible()
})

test('a search says that it takes a while, and then that the name is taken', async () => {
  openSearch()
  const held = network.hold(searchDomain)
  await search('google.com')
  await expectTold(domainSearchMessages.takesAWhile)
  held.answer(kept(searchDomain, 'taken-name'))
  await expectTold(fillMessage(domainSearchMessages.taken, { d: 'google.com' }))
})

test.each([
  [
    'finds nothing',
    domainSearchMessages.none,
    { success: true, results: [{ domain: 'finename.com', state: 'taken', priceCents: 1550 }] },
  ],
  ['fails', domainSearchMessages.failed, { success: false, results: [] }],
  ['gets no answer', domainSearchMessages.wentWrong, undefined],
] as const)('a search that %s says so, and promises no answer any more', async (_, message, answer) => {
  openSearch()
  const held = network.hold(searchDomain)
  await search('finename.com')
  await expectTold(domainSearchMessages.takesAWhile)
  if (answer) held.answer({ ...kept(searchDomain, 'taken-name'), ...answer, results: [...answer.results] })
  else held.lose()
  await expectTold(message)
  await expect.element(page.getByText(domainSearchMessages.takesAWhile)).not.toBeInTheDocument()
})

test('what a search found is told, though the message that it takes a while is just going', async () => {
  holdClock()
  openSearch()
  const held = network.hold(searchDomain)
  await search('zephyrlane.com')
  await expectTold(domainSearchMessages.takesAWhile)
  // After five seconds it is on its way out, for two tenths of one.
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(100)
      return document.querySelectorAll('[data-sonner-toast][data-removed="true"]').length
    })
    .toBe(1)
  held.answer(foundLike('zephyrlane.com'))
  const found = fillMessage(domainSearchMessages.found, { n: 20 })
  await expectTold(found)
  await vi.advanceTimersByTimeAsync(1_000)
  await expectTold(found)
})

test('a full cart takes no more, and a name of the other list is not taken twice', async () => {
  openSearch('premium')
  await search('zephyrlane.com')
  for (const tld of ['com', 'co', 'net']) await add(`zephyrlane.${tld}`).click()
  await pressUnavailable(button(`${domainEntryMessages.limitReached} zephyrlane.org`))
  await expectTold(fillMessage(domainEntryMessages.cartFull, { n: 3 }))

  await openSection('Google Domains')
  await search('zephyrlane.com')
  await pressUnavailable(add('zephyrlane.com'))
  await expectTold(fillMessage(domainEntryMessages.alreadyAzure, { d: 'zephyrlane.com' }))
  for (const tld of ['org', 'info', 'biz']) await add(`zephyrlane.${tld}`).click()
  await openSection('Entra Domains')
  await cart('azure')
    .getByRole('button', { name: /^Remove zephyr/ })
    .first()
    .click()
  await search('zephyrlane.com')
  await pressUnavailable(add('zephyrlane.org'))
  await expectTold(fillMessage(domainEntryMessages.alreadyGoogle, { d: 'zephyrlane.org' }))
})

test('a name that is added is held until the registrar has said yes, however often it is pressed', async () => {
  openSearch()
  await search('zephyrlane.co')
  await expect.element(row('zephyrlane.co')).toMatchTextContent('Check')
  await expect.element(page.getByText(/only the registrar can say/)).toBeVisible()
  const held = network.hold(verifyAvailability)
  await add('zephyrlane.co').click()
  const asking = row('zephyrlane.co').getByRole('button', { name: 'checking…' })
  await expect.element(asking).toHaveAttribute('aria-busy', 'true')
  await userEvent.keyboard('{Enter}')
  expect(chosen('azure')).toEqual([])
  const [free] = kept(verifyAvailability, 'verified-names').results
  if (free) held.answer({ success: true, results: [{ ...free, domain: 'zephyrlane.co' }] })
  await expect.element(row('zephyrlane.co')).toMatchTextContent('Added')
  expect(chosen('azure')).toEqual(['zephyrlane.co'])
  expect(network.sent(verifyAvailability).map(({ body }) => body)).toEqual([
    { domains: ['zephyrlane.co'], is_user_own: 'no' },
  ])
})

test('a name that the registrar refuses or cannot speak of says why, and only the second can be tried again', async () => {
  openSearch()
  const [free, premium] = kept(verifyAvailability, 'verified-names').results
  if (!free || !premium) throw new Error('Two names are kept.')
  await search('zephyrlane.com')
  network.answer(verifyAvailability, { success: true, results: [{ ...premium, domain: 'zephyrlane.com' }] })
  await add('zephyrlane.com').click()
  await expect
    .element(row('zephyrlane.com'))
    .toMatchTextContent('This is a premium name, which is not sold here.')
  await expect.element(row('zephyrlane.com')).toMatchTextContent('Not available')
  await expect.element(add('zephyrlane.com')).not.toBeInTheDocument()

  const away = { ...free, domain: 'zephyrlane.net', available: false, checking: true, registrarAway: true }
  network.answer(verifyAvailability, { success: true, results: [away] })
  await add('zephyrlane.net').click()
  await expect.element(row('zephyrlane.net')).toMatchTextContent('The registrar is not answering.')
  expect(chosen('azure')).toEqual([])
  network.answer(verifyAvailability, { success: true, results: [{ ...free, domain: 'zephyrlane.net' }] })
  await add('zephyrlane.net').click()
  await expect.poll(() => chosen('azure')).toEqual(['zephyrlane.net'])
})

test('who has had too many names checked reads when they can go on, and is told then', async () => {
  openSearch()
  network.refuse(verifyAvailability, {
    status: 429,
    code: 'rate_limited',
    message: 'You can check more in 1 minute.',
    details: { againAt: new Date(Date.now() + 500).toISOString() },
  })
  await search('zephyrlane.com')
  await add('zephyrlane.com').click()
  await expect
    .element(results.getByText(domainAvailabilityMessages.toldAgain, { exact: false }))
    .toBeVisible()
  await expectTold(domainAvailabilityMessages.again)
})
