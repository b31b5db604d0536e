import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fillMessage } from '#base/text/message.ts'
import { addDomain, lookAtStanding, verifyAvailability } from '#features/names/api/find-domains.ts'
import { domainAvailabilityMessages } from '#features/names/rules/domain-availability.ts'
import { domainEntryMessages, domainLineReasons } from '#features/names/rules/domain-entry.ts'
import { domainNameMessages } from '#features/names/rules/domain-name.ts'
import { nestedNamesMessages } from '#features/names/rules/nested-names.ts'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import {
  button,
  cart,
  chosen,
  expectTold,
  openOrder,
  openSection,
  withoutDomains,
} from '#tests/web/open-order.ts'

const field = page.getByLabelText('Your domain', { exact: true })
const box = page.getByLabelText('Your domains, one per line')
const own = () => withoutDomains(completeDraft('azure', 1, 'own'))

function openField() {
  openOrder('/select-domains', own())
  network.answer(addDomain, ({ body }) => ({ ...kept(addDomain, 'own-name'), domain: body.domain }))
}
const add = async (text: string) => {
  await field.fill(text)
  await userEvent.keyboard('{Enter}')
}
const addLines = async (...lines: string[]) => {
  await box.fill(lines.join('\n'))
  await button('Add Domains').click()
}
const openLines = async () => {
  openOrder('/select-domains', own())
  await page.getByRole('tab', { name: 'Several domains' }).click()
}
/** Some names stand in an order, the others are free. */
function answerHeld(...held: string[]) {
  const [free, taken] = kept(verifyAvailability, 'own-names').results
  if (!free || !taken) throw new Error('Two names are kept.')
  network.answer(verifyAvailability, ({ body }) => ({
    success: true,
    results: body.domains.map((domain) => ({ ...(held.includes(domain) ? taken : free), domain })),
  }))
}

test('an own name that breaks a rule is refused with what is wrong with it, before anybody is asked', async () => {
  openField()
  for (const [text, message] of [
    ['ac-me.dev', domainNameMessages.ownHyphen],
    [`${'a'.repeat(32)}.dev`, domainNameMessages.tooLong],
    ['acme', domainNameMessages.ownFormat],
    ['https://www.acme.dev/about', fillMessage(domainNameMessages.bareOnly, { d: 'acme.dev' })],
    ['co.uk', fillMessage(domainNameMessages.publicSuffix, { d: 'co.uk' })],
    ['acme.test', fillMessage(domainNameMessages.reserved, { d: 'acme.test' })],
    [
      'müller.dev',
      `${domainNameMessages.ownFormat}. müller.dev (xn--mller-kva.dev) cannot be used here: own domains consist of the letters a-z and digits.`,
    ],
  ] as const) {
    await add(text)
    await expect.element(field).toHaveAccessibleDescription(message)
  }
  expect(network.sent(addDomain)).toEqual([])
})

test('an own name that is refused by what the server knows says why', async () => {
  openField()
  for (const sentence of [
    fillMessage(domainAvailabilityMessages.noSuchEnding, { tld: 'con' }),
    domainAvailabilityMessages.unregistered,
  ]) {
    network.answer(addDomain, { ...kept(addDomain, 'own-name'), success: false, message: sentence })
    await add('finename.con')
    await expectTold(
      fillMessage(domainEntryMessages.addFailed, { d: 'finename.con', reason: sentence.slice(0, -1) }),
    )
  }
  network.answer(addDomain, kept(addDomain, 'held-name'))
  await add('acmeheld.com')
  await expectTold(fillMessage(domainEntryMessages.alreadyExists, { d: 'acmeheld.com' }))
  expect(chosen('azure')).toEqual([])
})

test('own names are added one at a time until all are there, each once and none within another', async () => {
  openField()
  await add(' FineName.dev ')
  await expect.element(cart('azure').getByText('1 of 2')).toBeVisible()
  await expect.element(field).toHaveValue('')
  await add('finename.dev')
  await expectTold(fillMessage(domainEntryMessages.alreadyAdded, { d: 'finename.dev' }))
  await add('go.finename.dev')
  await expectTold(fillMessage(nestedNamesMessages.nested, { d: 'go.finename.dev', other: 'finename.dev' }))
  await add('finename.shop')
  await expect.element(cart('azure').getByText('2 of 2')).toBeVisible()
  await add('finename.online')
  await expectTold(fillMessage(domainEntryMessages.maximumReached, { n: 2 }))
  expect(chosen('azure')).toEqual(['finename.dev', 'finename.shop'])
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect.element(summary.getByText('$0.00')).toBeVisible()
})

test('an own name is kept out by a refusal and by an answer of nobody’s, but not by an outage', async () => {
  openField()
  const reason = 'Too many searches. Please wait a moment'
  network.refuse(addDomain, { status: 429, code: 'rate_limited', message: `${reason}.` })
  await add('finename.dev')
  await expectTold(fillMessage(domainEntryMessages.addFailed, { d: 'finename.dev', reason }))
  network.answerForeign(addDomain, '{}')
  await add('finename.dev')
  await expectTold(domainEntryMessages.oneWentWrong)
  network.refuse(addDomain, { status: 503, code: 'unavailable', message: 'Out of order' })
  await add('finename.dev')
  await expect.element(cart('azure').getByText('1 of 2')).toBeVisible()
})

test('each own name says where it points, or that nobody could say, and what stops there', async () => {
  const draft = completeDraft('azure', 1, 'own')
  const [free] = kept(verifyAvailability, 'own-names').results
  if (!free) throw new Error('A name is kept.')
  openOrder('/select-domains', draft)
  network.answer(verifyAvailability, {
    success: true,
    results: [
      { ...free, domain: 'entra0.com', nameServers: ['ns1.elsewhere.net', 'ns2.elsewhere.net'] },
      { ...free, domain: 'entra1.com', nameServers: [] },
    ],
  })
  const records = [
    { name: 'entra0.com', type: 'MX' as const, value: '0 entra0-com.mail.protection.outlook.com' },
  ]
  network.answer(lookAtStanding, {
    results: [
      { domain: 'entra0.com', isKnown: true, records, kept: [] },
      { domain: 'entra1.com', isKnown: true, records: [], kept: [] },
    ],
  })
  await openSection('Entra Domains')
  await expect
    .element(cart('azure').getByText('entra0.com receives email at Microsoft, which stops.'))
    .toBeVisible()
  await expect
    .element(cart('azure').getByText('points to ns1.elsewhere.net, ns2.elsewhere.net'))
    .toBeVisible()
  await expect.element(cart('azure').getByText('points to no name servers now')).toBeVisible()
})

test('own names that could not be looked up say so, and keep nobody from going on', async () => {
  openOrder('/select-domains', completeDraft('azure', 1, 'own'))
  network.lose(verifyAvailability)
  await openSection('Entra Domains')
  await expect
    .poll(() => cart('azure').getByText('where it points could not be looked up').elements().length)
    .toBe(2)
  await expect.element(button('Continue to Domain Settings')).not.toHaveAttribute('aria-disabled')
})

test('too many lines that are pasted are told at once, and typing goes on', async () => {
  await openLines()
  // At once: typed by the browser it would take minutes.
  const enter = (text: string) => {
    const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set
    set?.call(box.element(), text)
    box.element().dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  await expect.element(box).toBeVisible()
  enter(Array.from({ length: 1_200 }, (_, at) => `acmemail${at}.com`).join('\n'))
  await expect.element(box).toHaveAccessibleDescription(domainEntryMessages.tooManyLines)
  expect((box.element() as HTMLTextAreaElement).maxLength).toBeLessThan(60_000)
  await button('Add Domains').click()
  await expectTold(domainEntryMessages.tooManyLines)
  await expect.element(page.getByText(/^\d+ refused$/)).not.toBeInTheDocument()
  enter('')
  await expect.element(box).not.toHaveAccessibleDescription(domainEntryMessages.tooManyLines)
})

test('of several own names each that is refused stands beside its reason, and the others are added', async () => {
  await openLines()
  await addLines('onea.dev', 'oneb.dev', 'onec.dev')
  await expectTold(fillMessage(domainEntryMessages.overCapacity, { n: 2, m: 3 }))

  answerHeld('acmeheld.com', 'acmekept.com')
  await addLines('acmeheld.com', 'acmekept.com')
  await expectTold(fillMessage(domainEntryMessages.manyAlreadyExist, { n: 2 }))
  await expectTold(domainLineReasons.exists)
  await expect.element(box).toHaveValue('acmeheld.com\nacmekept.com')

  await addLines('onea.dev', 'oneA.dev', 'ac-me.dev', `${'a'.repeat(32)}.dev`, 'acme')
  await expectTold(fillMessage(domainEntryMessages.duplicatesRemoved, { n: 1 }))
  for (const reason of [domainLineReasons.hyphen, domainLineReasons.tooLong, domainLineReasons.format])
    await expectTold(reason)
  await expect.element(cart('azure').getByText('1 of 2')).toBeVisible()

  await addLines('onea.dev')
  await expectTold(domainLineReasons.added)
  network.answerForeign(verifyAvailability, '{}')
  await addLines('oneb.dev')
  await expectTold(domainEntryMessages.manyWentWrong)
  answerHeld()
  await addLines('oneb.dev')
  await expect.element(cart('azure').getByText('2 of 2')).toBeVisible()
  await addLines('onec.dev')
  await expectTold(fillMessage(domainEntryMessages.maximumReached, { n: 2 }))
})
